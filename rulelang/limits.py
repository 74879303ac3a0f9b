"""How much a definition may use. Every backend keeps to these numbers; docs/adr/0012-budgets.md says why.

Time and the memory that a game keeps are counted in steps (`prices`). What lies beside that are sizes of
single things, known before play or looked at where the thing is made.
"""

from __future__ import annotations

from rulelang.types import MOST

STEPS_OF_A_DECISION = 50_000_000  # from one answer, or from the start, to the next question
STEPS_OF_A_GAME = 1_000_000_000  # with which it keeps less than 400 MB
STEPS_AMONG_BOTS = 120_000_000  # of a game that bots play alone: seven times what our dearest one takes
STEPS_OF_AN_ANSWER = (
    1_500_000  # and so many more for each answer; on a board of 19 by 19 one may take as many
)
MOST_STEPS_AMONG_BOTS = 300_000_000  # but no more than these
ANSWERS_AMONG_BOTS = 3_000  # of a game at a table where nobody sits; our longest one has 700
STEPS_OF_A_LOOK = 5_000_000  # for a score, or another value that somebody asks about
STEPS_OF_A_THOUGHT = 2_000_000_000  # for all games that a bot tries out before one answer
STEPS_OF_A_TRY = 200_000_000  # for one of these games
STEPS_OF_FEW_TRIES = 60_000_000  # for all of them, and twice an answer's steps for each answer that is tried
STEPS_OF_AN_UNDO = 300_000_000  # for all games in which it is tried whether somebody has learned something
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
