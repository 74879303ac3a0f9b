"""What stands on the screen, and what was typed there: the table, the board, the options."""
