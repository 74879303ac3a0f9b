"""What an editor asks about definitions: pure functions of the typed program. It knows no editor."""
