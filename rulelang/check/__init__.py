"""AST to typed IR: names, types and everything that can be wrong before play."""
