"""From the typed program to the IR: expressions, statements, the program."""
