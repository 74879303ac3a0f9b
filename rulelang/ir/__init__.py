"""The intermediate representation: plain, flat, serialisable; what the interpreter runs."""
