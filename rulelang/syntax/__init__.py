"""Text to AST. The only place that knows Lark."""
