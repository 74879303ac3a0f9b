"""How fast games are compiled, played and copied: `python -m benchmarks.run`."""
