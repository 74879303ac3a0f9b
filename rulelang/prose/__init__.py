"""Rules in words: a checked definition in, sentences and a rulebook out, in English, Czech and Polish."""
