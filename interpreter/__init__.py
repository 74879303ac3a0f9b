"""IR to play. Knows no syntax and no game."""
