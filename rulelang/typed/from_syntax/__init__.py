"""From the syntax tree to the typed program: linking, then typing, one module a family."""
