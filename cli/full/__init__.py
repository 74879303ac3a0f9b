"""The full screen: a table that stands still, with keys and mouse. Only here is textual imported."""
