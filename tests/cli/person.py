"""Somebody who plays at a terminal: reads the screen, answers by chance, mistypes and asks for help.

In: a game at a terminal, where it is saved, a seed. Out: the game played to its end, what was picked on the
screen for each decision, and which mistakes and commands were tried. Nothing of the game is known here but
what stands on the screen; whatever is typed, the right words have to come back, and the save has to hold
what was decided and nothing else.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from cli.screen.escaping import for_terminal
from cli.screen.terminal import ERASE
from interpreter.game.saves import read
from tests.cli.terminal import (
    AGREE,
    END,
    LINE,
    PASS,
    GameScreen,
    Question,
    as_pattern,
    in_one_line,
    question_on,
)

MOST_ANSWERS = 3000  # of a game that does not end
FEW = 12  # so many options at most are never in menus
NONSENSE = "Xyzzy-qwrk"
# What is typed on the way; the methods of these names.
ALWAYS = (
    "empty_line", "too_big", "zero", "huge", "nonsense", "arrow_key", "two_for_one", "unknown_command",
    "look", "look_at", "help", "help_about", "why", "why_option", "log", "log_all", "save_again",
)  # fmt: skip
AT_TIMES = ("unclear", "twice", "too_many", "undo")  # not every game gives the occasion
SLOW = ("hint",)


class Decided(NamedTuple):
    before: list[Any]  # the answers in the save
    question: Question
    picked: list[str]


class Person:
    """Somebody at the keyboard; with `people` more than one, all of them in turn."""

    def __init__(
        self, screen: GameScreen, save: Path, seed: int, people: int = 1, hints: bool = True
    ) -> None:
        self.screen, self.say, self.save, self.people = screen, screen.say, save, people
        self.chance = random.Random(seed)
        self.question: Question | None = None
        self.last = ""  # what was shown after the last answer
        self.above: list[Question] = []  # the menus above the one on the screen
        self.path: list[str] = []  # what was picked in them
        self.decided: list[Decided] = []
        self.to_do = [*ALWAYS, *AT_TIMES, *(SLOW if hints else ())]
        self.chance.shuffle(self.to_do)
        self.done: set[str] = set()

    # ------------------------------------------------------------ reading
    @property
    def saved(self) -> list[Any]:
        """The answers in the save. It is written before anything more is asked."""
        return list(read(self.save.read_text(encoding="utf-8"))["answers"])

    def take(self, shown: str) -> None:
        """Takes a new question, or the end. The keyboard is passed on where that is asked."""
        while self.screen.waits_for == PASS:
            _, erased, left = shown.rpartition(ERASE)
            assert erased and self.people > 1, "the last player's screen is erased"
            assert re.fullmatch(as_pattern(self.say, "play.pass_keyboard"), in_one_line(left)), (
                f"left on it: {left}"
            )
            shown = self.screen.answered(self.chance.choice(["", "", NONSENSE, "1", "undo"]))
            assert shown.startswith(ERASE), "what was typed is erased, too"
            self.done.add("pass on")
        self.above, self.path = [], []
        self.question = None if self.screen.waits_for == END else self.read(shown)
        assert self.question is None or not self.question.is_deep

    def read(self, shown: str) -> Question:
        """The question on the screen; places of a board are listed when they are asked for."""
        if re.search(as_pattern(self.say, "answer.places"), in_one_line(shown)):
            shown = self.unchanged(
                self.chance.choice(["options", self.say.words("command.options_words")[0]])
            )
            self.done.add("options")
        return question_on(shown, self.say)

    # ------------------------------------------------------------ playing
    def play(self, shown: str) -> str:
        """Plays from the first screen to the end; gives what is shown last."""
        self.take(shown)
        for _ in range(MOST_ANSWERS):
            for _ in range(2):
                if self.question is not None:
                    self.do_something_else(self.question)
            if self.question is None:
                return self.last
            self.answer(self.question)
        raise AssertionError(f"the game does not end:\n{self.screen.seen}")

    def do_something_else(self, question: Question) -> None:
        """Before an answer: a mistake or a command; each of them once, and then now and then."""
        for what in self.to_do:
            if self.try_out(what, question):
                self.to_do.remove(what)
                return
        if self.chance.random() < 0.1:
            self.try_out(self.chance.choice(ALWAYS + AT_TIMES), question)

    def try_out(self, what: str, question: Question) -> bool:
        """Does something; False if there was no occasion for it."""
        did: bool = getattr(self, what)(question)
        self.done |= {what} if did else set()
        return did

    def answer(self, question: Question) -> None:
        if question.is_deep and ("back" not in self.done or self.chance.random() < 0.2):
            self.go_back()
            return
        picks = question.picks
        if question.amount:
            chosen = self.chance.sample(list(picks), self.chance.randint(question.least, question.most))
            between = self.chance.choice([" ", ", ", ","])
            self.type_answer(question, between.join(chosen), [picks[typed] for typed in chosen])
            return
        typed = self.chance.choice(list(picks))
        names = [text.casefold() for text in picks.values()]
        meaning = picks[typed]
        can_be_named = (
            names.count(meaning.casefold()) == 1 and not question.is_deep and not self.ways(meaning)
        )
        if can_be_named and self.chance.random() < 0.3:
            typed = meaning.upper()
        self.type_answer(question, typed, [meaning])

    def ways(self, text: str) -> re.Match[str] | None:
        """Whether a line of a menu stands for several options; then its first group is their name."""
        return re.fullmatch(as_pattern(self.say, "answer.ways"), text)

    def type_answer(self, question: Question, typed: str, meanings: list[str]) -> None:
        """Types an answer, or a step down in a menu."""
        ways = self.ways(meanings[0]) if meanings else None
        if ways:
            shown = self.unchanged(typed)
            self.above.append(question)
            self.path.append(ways[1])
            self.question = self.read(shown)
            assert self.question.is_deep, f"there is no way back:\n{shown}"
        else:
            self.decide(question, typed, meanings)

    def decide(self, question: Question, typed: str, meanings: list[str]) -> None:
        before = self.saved
        self.last = self.screen.answered(typed)
        after = self.saved
        assert len(after) > len(before), f"`{typed}` was not taken:\n{self.last}\n{question.text}"
        assert after[: len(before)] == before, "what was decided earlier stays as it was"
        first = self.above[0] if self.above else question
        self.decided.append(Decided(before, first, [*self.path, *meanings]))
        self.take(self.last)

    def go_back(self) -> None:
        shown = self.unchanged(self.chance.choice(["", self.say.words("answer.back_words")[0], "back"]))
        self.path.pop()
        self.question = self.above.pop()
        self.same_question(shown, self.question)
        self.done.add("back")

    # ------------------------------------------------------------ mistakes
    def unchanged(self, typed: str) -> str:
        """Types something that decides nothing: nothing may be lost, and the question waits."""
        before = self.saved
        shown = self.screen.answered(typed)
        assert self.saved == before, f"`{typed}` has changed the game:\n{shown}"
        assert self.screen.waits_for == LINE, f"`{typed}` has ended the question:\n{shown}"
        return shown

    def told(self, typed: str, key: str) -> re.Match[str]:
        """Types something that is answered by a text of this key, and by nothing else."""
        shown = in_one_line(self.unchanged(typed))
        found = re.fullmatch(as_pattern(self.say, key), shown)
        assert found, f"`{typed}` is answered by:\n{shown}"
        return found

    def mistake(self, typed: str, key: str, *parts: str | int) -> bool:
        """Types something wrong: exactly this is said."""
        shown, said = in_one_line(self.unchanged(typed)), in_one_line(self.say(key, *parts))
        assert shown == said, f"`{typed}` is answered by:\n{shown}\nnot by:\n{said}"
        return True

    def unknown(self, typed: str, question: Question) -> bool:
        return self.mistake(typed, "answer.unknown", for_terminal(typed), question.how(self.say))

    def empty_line(self, question: Question) -> bool:
        if question.is_deep or not question.least:
            return False  # there it means something
        if question.amount:
            return self.mistake("", "answer.not_so_many", question.amount, 0)
        return self.mistake("", "answer.type", question.how(self.say))

    def wrong_number(self, number: int, question: Question) -> bool:
        if question.options:
            return self.mistake(str(number), "answer.no_option", number, len(question.options))
        if number in question.numbers:
            return False
        return self.mistake(str(number), "answer.not_this_number", number, question.how(self.say))

    def too_big(self, question: Question) -> bool:
        most = max(map(int, question.picks))
        return self.wrong_number(most + self.chance.choice([1, 10, 1000]), question)

    def zero(self, question: Question) -> bool:
        return self.wrong_number(self.chance.choice([0, -1]), question)

    def huge(self, question: Question) -> bool:
        return self.unknown("9" * 30, question)

    def nonsense(self, question: Question) -> bool:
        return self.unknown(NONSENSE, question)

    def arrow_key(self, question: Question) -> bool:
        return self.unknown("\x1b[A", question)

    def two_for_one(self, question: Question) -> bool:
        typed = " ".join(list(question.picks)[:2])
        has_more = question.is_deep or any(map(self.ways, question.options))  # options that are not shown
        means_something = any(typed in text for text in question.options) or len(question.picks) < 2
        if question.amount or has_more or means_something:
            return False
        return self.unknown(typed, question)

    def too_many(self, question: Question) -> bool:
        if not question.amount or question.most == len(question.picks):
            return False
        typed = list(question.picks)[: question.most + 1]
        return self.mistake(" ".join(typed), "answer.not_so_many", question.amount, len(typed))

    def twice(self, question: Question) -> bool:
        first = next(iter(question.picks))
        return bool(question.amount) and self.mistake(f"{first}, {first}", "answer.twice")

    def unclear(self, question: Question) -> bool:
        """The first word of several options: they are named."""
        options = [text.casefold() for text in question.options]
        if question.is_deep or len(options) > FEW or any(map(self.ways, question.options)):
            return False
        for word, count in Counter(text.split()[0] for text in options).items():
            if count > 1 and len(word) > 2 and word.isalpha() and word not in options:
                fits = self.told(word, "answer.fits")
                assert (
                    fits[1] == word
                    and str(count) in fits[2]
                    and fits[3].casefold().count(word) >= min(count, 4)
                )
                return True
        return False

    def unknown_command(self, question: Question) -> bool:
        known = self.told("/nonsense", "command.unknown")
        assert known[1] == "/nonsense" and f"/{self.say.words('command.look_words')[0]}" in known[2]
        return True

    # ------------------------------------------------------------ commands
    def command(self, name: str, more: str = "") -> str:
        """A command, in English or in the player's language, also after a slash."""
        word = self.chance.choice([name, self.say.words(f"command.{name}_words")[0]])
        return f"{self.chance.choice(['', '', '/'])}{word} {more}".strip()

    def same_question(self, shown: str, question: Question) -> None:
        now = self.read(shown)
        assert now == question, f"the question is another one:\n{now.text}\nit was:\n{question.text}"

    def look(self, question: Question) -> bool:
        self.same_question(self.unchanged(self.command("look")), question)
        return True

    def look_at(self, question: Question) -> bool:
        """After `look` and nonsense it is said what can be looked at, and all of that can."""
        offered = self.told(self.command("look", NONSENSE), "command.no_such_zone")
        assert offered[1] == NONSENSE
        for zone in offered[2].split(", "):
            shown = in_one_line(self.unchanged(self.command("look", zone)))
            assert zone.casefold() in shown.casefold(), f"look {zone}:\n{shown}"
            assert not re.fullmatch(as_pattern(self.say, "command.no_such_zone"), shown), shown
        return True

    def help(self, question: Question) -> bool:
        shown = self.unchanged(self.command("help"))
        for key in ("command.help_question", "command.help_answers", "command.help_commands"):
            assert self.say(key) in shown, f"help says nothing of {key}:\n{shown}"
        self.same_question(shown, question)
        return True

    def help_about(self, question: Question) -> bool:
        shown = in_one_line(self.unchanged(self.command("help", next(iter(question.picks)))))
        wrong = ("command.no_such_option", "command.rules_not_there")
        assert shown and not any(re.search(as_pattern(self.say, key), shown) for key in wrong), shown
        return True

    def why(self, question: Question) -> bool:
        assert self.unchanged(self.command("why")).strip()
        return True

    def why_option(self, question: Question) -> bool:
        typed = next(iter(question.picks))
        allowed = self.told(self.command("why", typed), "command.is_allowed")
        assert question.is_deep or self.ways(question.picks[typed]) or allowed[2] == typed
        return True

    def log(self, question: Question) -> bool:
        assert self.unchanged(self.command("log")).strip()
        return True

    def log_all(self, question: Question) -> bool:
        last = in_one_line(self.unchanged(self.command("log")))
        earlier = re.match(as_pattern(self.say, "command.earlier"), last)
        last = last[earlier.end() :] if earlier else last
        everything = self.unchanged(self.command("log", self.say.words("command.all_words")[0]))
        assert last and in_one_line(everything).endswith(last)
        return True

    def save_again(self, question: Question) -> bool:
        shown = self.unchanged(self.command("save"))
        assert self.save.name in "".join(shown.split()), shown
        return True

    def hint(self, question: Question) -> bool:
        """What is advised can be typed."""
        shown = in_one_line(self.unchanged(self.command("hint")))
        advice = re.match(as_pattern(self.say, "command.hint"), self._after_thinking(shown))
        assert advice or self._after_thinking(shown) == self.say("command.hint_nothing"), shown
        self.decide(question, advice[2] if advice else "", [advice[1]] if advice else [])
        return True

    def _after_thinking(self, shown: str) -> str:
        return shown.removeprefix(self.say("command.thinking")).strip()

    def undo(self, question: Question) -> bool:
        """The last decision is taken back, and asked again in the same words; or it is said why not."""
        if question.is_deep:
            return False  # there the word may mean the step back
        if not self.decided:
            self.mistake(self.command("undo"), "command.nothing_to_undo")
            return False
        before, shown = self.saved, self.screen.answered(self.command("undo"))
        if self.screen.waits_for == AGREE:
            assert self.people > 1
            if "disagree" not in self.done:
                self.done.add("disagree")
                return not self.mistake("no", "command.not_agreed")
            shown = self.screen.answered(self.say.words("command.yes_words")[0])
        if self.saved == before:
            assert re.fullmatch(as_pattern(self.say, "command.undo_refused"), in_one_line(shown)), shown
            self.done.add("refused")
            return False
        decided = self.decided.pop()
        assert self.saved == decided.before, "the save stands where the game stands"
        assert self.say("command.undone") in shown
        self.take(shown)
        assert self.question == decided.question, "what was decided is asked again"
        return True
