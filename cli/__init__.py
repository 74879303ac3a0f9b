"""The command line, the only room that prints, asks and reads the clock; `commands/` has one module each."""
