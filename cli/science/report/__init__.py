"""A page about a game for its designer: sentences first, pictures next, tables last."""
