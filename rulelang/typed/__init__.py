"""A definition with every name bound and every expression typed: what all that comes after reads."""
