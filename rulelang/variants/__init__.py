"""Variants: patches that turn one list of declarations into another."""
