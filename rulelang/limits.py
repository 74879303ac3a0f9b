"""How much a definition may use. Every backend keeps to these numbers; docs/adr/0012-budgets.md says why.

Time and the memory that a game keeps are counted in steps (`prices`). What lies beside that are sizes of
single things, known before play or looked at where the thing is made.
"""

from __future__ import annotations

from rulelang.types import MOST

STEPS_OF_A_DECISION = 50_000_000  # from one answer, or from the start, to the next question
STEPS_OF_A_GAME = 1_000_000_000  # with which it keeps less than 400 MB
STEPS_OF_A_LOOK = 5_000_000  # for a score, or another value that somebody asks about
STEPS_OF_A_THOUGHT = 2_000_000_000  # for all games that a bot tries out before one answer
STEPS_OF_A_SEARCH = 200_000_000  # for all games that are started to find the position of one scenario
MOST_OPTIONS = MOST  # of one decision
MOST_AT_ONCE = 1_000  # dice rolled, or things picked at random
DEEPEST_RULES = 2_000  # rules under way inside rules

MOST_ZONES = 10_000  # with one for each owner
MOST_PLACES = 100_000  # of all grids
MOST_TRACKS = 100_000  # with one for each owner
MOST_COPIES = 1_000  # of one component
MOST_IN_A_LIST = 64  # elements of a list that is declared, where its type does not say
MOST_COMPONENTS = 20_000  # of all types
DEEPEST_EXPRESSION = 90  # expressions inside expressions; a sum or a list of conditions is one
DEEPEST_VALUES = 100  # values that use values that use values
LONGEST_CHAIN = 100  # terms of one sum, or of one list of conditions

LONGEST_TEXT = 1_000  # characters of a text in a table of strings
LONGEST_HELP = 10_000  # of one that explains something
LONGEST_SENTENCE = 4_000  # of a text whose gaps are filled; what is longer is cut
