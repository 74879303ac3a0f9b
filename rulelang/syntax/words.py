"""The words of the language, as messages need them: what starts a line, how such a line is written."""

from __future__ import annotations

DECLARATIONS = [
    "game", "variant", "setting", "kind", "table", "card", "tile", "token", "piece", "zone", "track", "die",
    "setup", "play", "rule", "value", "before", "after", "instead", "change", "whenever", "ranking", "score",
    "payoff", "outlook", "memory", "must", "remove", "replace", "more", "use", "set", "requires", "excludes",
]  # fmt: skip
# The words that begin a line of a rule, with a line for each.
VERB_LINES = {
    "move": "move card to discard", "shuffle": "shuffle deck", "set": "set debt to 2",
    "add": "add 1 to debt", "subtract": "subtract 1 from debt", "pay": "pay 2 from your coins to pot",
    "do": "do lay(card)", "let": "let n be 3", "reveal": "reveal card", "look": "look at card",
    "cover": "cover card", "roll": "roll d6 as thrown", "pick": "pick lucky at random from players",
    "end": "end turn", "win": "win [you]", "lose": "lose [you]", "extra": "extra turn", "proceed": "proceed",
    "say": "say bust with card", "choose": "choose c from your hand", "may": "may draw_again:",
    "each": "each player secretly chooses c from your hand", "if": "if debt is 0:",
    "for": "for each p in players:", "repeat": "repeat 3 times:", "while": "while debt > 0:",
    "as": "as foe:", "turns": "turns from starter until deck is empty:", "rounds": "rounds until debt is 0:",
    "answer": "answer yes", "swap": "swap card with first of row", "remember": "remember seen",
}  # fmt: skip
VERBS = list(VERB_LINES)
# Words that begin an expression, so that they can never be the name of a thing.
LEADING = frozenset({
    "all", "any", "bottom", "count", "different", "distance", "every", "first", "gather", "groups", "highest",
    "largest", "last", "longest", "lowest", "nearest", "no", "none", "not", "position", "reachable", "steps",
    "sum", "those", "top", "yes", "your",
})  # fmt: skip
# How a line that starts with a word is written.
EXAMPLES = {
    **VERB_LINES,
    "else": "else:", "otherwise": "otherwise:", "when": "when debt is 0: 3",
    "game": "game my_game for 2 to 4 players", "variant": "variant quick of my_game",
    "setting": "setting goal: number 5 to 9 default 7", "kind": "kind suit: red, blue",
    "table": 'table shape from "shapes.yaml":', "card": 'card loot from "loot.yaml":',
    "tile": 'tile room from "rooms.yaml":', "token": 'token coin from "coins.yaml":',
    "piece": 'piece pawn from "pawns.yaml":', "zone": "zone deck: pile of loot, hidden",
    "track": "track debt: number 0 to 4 starting 0", "die": "die d6: 1, 2, 3, 4, 5, 6", "setup": "setup:",
    "play": "play:", "rule": "rule lay(card: loot):", "value": "value points(player): 3",
    "before": "before lay(card):", "after": "after lay(card):", "instead": "instead of lay(card):",
    "change": "change points(player): result + 1", "whenever": "whenever c enters hand of p:",
    "ranking": "ranking of p: highest points(p), then share", "score": "score of p: points(p)",
    "payoff": "payoff of p: points(p)", "outlook": "outlook of p: 3 * points(p)",
    "remove": "remove rule lay", "replace": "replace rule lay:",
    "more": 'more loot from "more.yaml"`, `more suit: star` or `more options of act:',
    "use": "use 2 sets of loot",
    "requires": "requires other_variant", "excludes": "excludes other_variant",
    "memory": "memory seen: board, active", "must": "must hold: count(every loot) > 0",
}  # fmt: skip
OPERATORS = frozenset({
    "PLUS", "MINUS", "STAR", "SLASH", "DOT", "MORETHAN", "LESSTHAN", "__ANON_1", "__ANON_2", "MOD", "JOINED",
    "WITHOUT", "BEFORE", "AFTER", "AT", "OF", "IN", "IS", "NOT", "AND", "OR", "WHERE", "SORTED", "LPAR",
    "RPAR", "LSQB", "RSQB", "WHILE", "UP", "HOLDING",
})  # fmt: skip
_SYMBOLS = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "DOT": "`.`",
    "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "NAME": "a name", "INT": "a number",
    "STRING": "a file name in quotes", "$END": "the end of the text",
    "MORETHAN": "`>`", "LESSTHAN": "`<`", "__ANON_0": "`name`", "__ANON_1": "`>=`",
    "__ANON_2": "`<=`",
}  # fmt: skip
# Words of other languages and of rulebooks, with what is written here.
FOREIGN = {
    "elif": "`elif` is written `else if`",
    "elseif": "`elseif` is written `else if`, in two words",
    "elsif": "`elsif` is written `else if`",
    "return": "a rule stops with `end rule`, or with `answer 2` for who called it; a value is what stands "
    "behind its colon: `value bonus: 2`",
    "break": "a loop is left with `end loop`",
    "continue": "to skip the rest of a round, put the lines that are left into an `if`",
    "pass": "a line that does nothing is `do nothing`",
    "print": "a message is written `say my_message`; its text stands in `strings/`",
    "call": "a rule is carried out with `do`: `do lay(card)`",
    "foreach": "write `for each`, in two words: `for each p in players:`",
    "unless": "write `if not`: `if not quiet:`",
    "switch": "write `if …:` and `else if …:`, or split a rule into cases with `for`",
    "match": "write `if …:` and `else if …:`, or split a rule into cases with `for`",
    "case": "write `if …:` and `else if …:`, or split a rule into cases with `for`",
    "when": "in a rule, a condition is `if …:`",
    "until": "write `repeat until …:`, `while not …:` or `rounds until …:`",
    "draw": "to draw is to move: `move top of deck to your hand`",
    "discard": "to discard is to move: `move card to discard`",
    "deal": "to deal is to move: `move top 3 of deck to hand of p`",
    "take": "to take is to move: `move card to your hand`",
    "put": "to put is to move: `move card to row`",
    "place": "to place is to move: `move card to row`",
    "give": "to give is to move, or for numbers to pay: `pay 2 from your coins to coins of p`",
    "play": "to play a card is to move it: `move card to row`",
    "gain": "a track grows with `add`: `add 1 to your coins`",
    "increase": "a track grows with `add`: `add 1 to debt`",
    "increment": "a track grows with `add`: `add 1 to debt`",
    "decrease": "a track shrinks with `subtract`: `subtract 1 from debt`",
    "reduce": "a track shrinks with `subtract`: `subtract 1 from debt`",
    "decrement": "a track shrinks with `subtract`: `subtract 1 from debt`",
    "show": "to show a card is `reveal card`",
    "ask": "to ask a player is `choose c from …` or `may name:`",
    "goto": "a rule is carried out with `do`: `do lay(card)`",
    "stop": "say what stops: `end turn`, `end loop`, `end rule` or `end game`",
    "skip": "say what ends: `end turn`, or let an option do nothing: `do nothing`",
    "flip": "to turn a card up is `reveal card`; to remember which side is up, use a field with `starting`",
    "var": "a name for a value is given with `let n be 3`; what changes in play is declared with `track`",
    "const": "a fixed number is a value: `value goal: 10`",
    "secretly": "it stands behind the verb: `choose secretly c from …`, `may secretly draw:`, "
    "`roll secretly d6 as n`",
    "openly": "it stands behind the verb: `choose openly c from your hand`",
    "offer": "other players are asked with `after lay(card) offered to opponents:`, outside the rule",
}
FOREIGN_DECLARATIONS = {
    "def": "something that happens is a `rule`, something that is computed is a `value`",
    "function": "something that happens is a `rule`, something that is computed is a `value`",
    "class": "cards, tiles, tokens and pieces are declared with these words: `card loot from \"loot.yaml\":`",
    "var": "what changes in play is declared with `track`: `track debt: number 0 to 4`",
    "let": "what changes in play is declared with `track`; a fixed number is a value: `value goal: 10`",
    "const": "a fixed number is a value: `value goal: 10`",
    "enum": "a list of words is a kind: `kind suit: red, blue`",
    "import": "all .rules files in the folder of a game belong to it; there is nothing to import",
    "include": "all .rules files in the folder of a game belong to it; there is nothing to include",
    "deck": "a place for cards is a zone: `zone deck: pile of loot, hidden`",
    "pile": "a place for cards is a zone: `zone deck: pile of loot, hidden`",
    "players": "the number of players stands in the first line: `game my_game for 2 to 4 players`",
    "when": "something that happens each time is `whenever c enters hand of p:`, or `after lay(card):`",
    "on": "something that happens each time is `whenever c enters hand of p:`, or `after lay(card):`",
    "effect": "an effect is a rule that is split into cases: `rule effect(card: loot) for hook:`",
    "counter": "what changes in play is declared with `track`: `track debt: number 0 to 4`",
    "dice": "a die is declared with `die d6: 1, 2, 3, 4, 5, 6`",
    "option": "what people choose before the game is a setting: `setting quick: yes or no default no`; "
    "an option is added to those of a rule with `more options of act:`",
}  # fmt: skip


def shown(name: str) -> str:
    """The name of a terminal as people type it."""
    return _SYMBOLS.get(name, f"`{name.lower().strip('_')}`")
