"""A played game told again, in sentences."""
