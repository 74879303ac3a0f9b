"""How names change inside sentences: for rulebooks, and for what is told at the table."""
