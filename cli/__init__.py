"""The command line: one module a command. The only room that prints, asks and reads the clock."""
