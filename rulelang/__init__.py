"""From the text of a game to its checked, linked IR. Pure: no printing, no clock, no chance."""
