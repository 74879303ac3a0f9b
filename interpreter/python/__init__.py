"""The reference backend: Python functions written from the IR, run by a machine over plain-data states."""
