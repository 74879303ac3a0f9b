"""A game at the terminal: who sits where, the session, what can be said at the table, saves."""
