"""Scenarios in play: the given position, the answers, what must hold, and what ran."""
