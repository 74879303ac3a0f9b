"""Menus that stand still: a list, and beside it what is said about the highlighted line.

In: rows with texts, and what a key does to one. Out: the row that was chosen, or what was typed. What stands
where is a pure function of the rows and the size of the window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen
from textual import events
from textual.app import App, ComposeResult

from cli.full.ink import Ink
from cli.full.pane import Pane
from cli.screen.pieces import Line, Piece, fitted, line
from cli.screen.widths import padded, width_of, wrapped

WIDEST = 70  # columns of what is said about a row
STEPS = {"up": -1, "down": 1, "shift+tab": -1, "tab": 1}
BACK = ""  # what a menu gives where somebody goes back


@frozen
class Row:
    text: str
    key: str = ""  # what it is chosen by; nothing for a heading
    about: tuple[tuple[str, str], ...] = ()  # paragraphs, each with its style
    changes: bool = False  # it is not taken, it has a value


def drawn(rows: Sequence[Row], at: int, width: int, height: int) -> list[Line]:
    """The rows at the left, the highlighted one always among them; at the right what it is about."""
    left = min(max(width_of(row.text) for row in rows) + 3, width // 2)
    first = max(0, min(at - height // 2, len(rows) - height))
    about = list(_about(rows[at], min(WIDEST, width - left - 4)))[:height]
    found: list[Line] = []
    for number in range(height):
        row = first + number
        pieces: tuple[Piece, ...] = (Piece(" " * left),)
        if row < len(rows):
            text = padded(f" {rows[row].text}", left)
            style = "here" if row == at else "" if rows[row].key else "title"
            pieces = fitted((Piece(text, (f"row:{row}",) if rows[row].key else (), style=style),), left)
        beside = about[number] if number < len(about) else ("", "")
        found.append((*pieces, Piece(" │ ", style="rule"), Piece(beside[0], style=beside[1])))
    return found


def _about(row: Row, width: int) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for text, style in row.about:
        lines += [(each, style) for each in wrapped(text, width)]
        lines.append(("", ""))
    return lines


class Menu(App[str]):
    """`rows` are asked for anew after every change; `change` does something to a row, or says what is wrong;
    `typed` gives the key that is meant by a typed line, or raises `LookupError` with what is wrong."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { overflow: hidden; }
    Pane { position: absolute; }
    """

    def __init__(
        self,
        title: str,
        keys: str,
        rows: Callable[[], Iterable[Row]],
        typed: Callable[[str], str],
        change: Callable[[str, int], str] | None = None,
        at: str = "",
    ) -> None:
        super().__init__()
        self.heading, self.keys, self.make, self.typed, self.change = title, keys, rows, typed, change
        self.rows = list(rows())
        keyed = [number for number, row in enumerate(self.rows) if row.key]
        self.at = next((number for number in keyed if self.rows[number].key == at), keyed[0])
        self.entry = self.wrong = ""
        self.interrupted = False

    def compose(self) -> ComposeResult:
        for name in ("title", "rows", "entry"):
            yield Pane(Ink(), name)

    def on_resize(self, event: events.Resize) -> None:
        self.draw()

    def draw(self) -> None:
        width, height = self.size
        if height < 3 or width < 20:
            return
        entry = (
            Piece(f" > {self.entry}"), Piece(" ", style="here"), Piece("  "),
            Piece(self.wrong or ("" if self.entry else self.keys), style="wrong" if self.wrong else "quiet"),
        )  # fmt: skip
        parts: dict[str, tuple[int, int, Sequence[Line]]] = {
            "title": (0, 1, [line(f" {self.heading}", "title")]),
            "rows": (1, height - 2, drawn(self.rows, self.at, width, height - 2)),
            "entry": (height - 1, 1, [fitted(entry, width)]),
        }
        for name, (y, rows, lines) in parts.items():
            pane = self.query_one(f"#{name}", Pane)
            pane.styles.offset, pane.styles.width, pane.styles.height = (0, y), width, rows
            pane.show(lines)

    # ------------------------------------------------------------ what is done
    def move(self, step: int, to_end: bool = False) -> None:
        """To another row; headings are passed over."""
        keyed = [number for number, row in enumerate(self.rows) if row.key]
        place = keyed.index(self.at)
        place = (len(keyed) - 1 if step > 0 else 0) if to_end else place + step
        self.at = keyed[max(0, min(place, len(keyed) - 1))]

    def alter(self, step: int) -> None:
        """Does something to the highlighted row."""
        if self.change is not None:
            self.wrong = self.change(self.rows[self.at].key, step)
            self.rows = list(self.make())

    def choose(self) -> None:
        try:
            key = self.typed(self.entry) if self.entry else self._taken()
        except LookupError as error:
            self.entry, self.wrong = "", str(error.args[0])
            return
        self.entry = ""
        if key:
            self.exit(key)
        self.rows = list(self.make())

    def _taken(self) -> str:
        """The row that Enter or a click takes; one that stands for a choice only changes."""
        row = self.rows[self.at]
        if row.changes:
            self.alter(1)
        return BACK if row.changes else row.key

    def on_pane_pointed(self, message: Pane.Pointed) -> None:
        """A click goes to a row, a second one takes it."""
        row = int(message.refs[0].partition(":")[2])
        self.entry = self.wrong = ""
        if row == self.at:
            self.choose()
        self.at = row
        self.draw()

    def on_mouse_scroll_up(self) -> None:
        self.move(-1)
        self.draw()

    def on_mouse_scroll_down(self) -> None:
        self.move(1)
        self.draw()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key, page = event.key, max(1, self.size.height - 4)
        self.wrong = ""
        match key:
            case "ctrl+c":
                self.interrupted = True
                self.exit(BACK)
            case "enter":
                self.choose()
            case "escape" if self.entry:
                self.entry = ""
            case "escape":
                self.exit(BACK)
            case "backspace":
                self.entry = self.entry[:-1]
            case "up" | "down" | "tab" | "shift+tab":
                self.move(STEPS[key])
            case "pageup" | "pagedown":
                self.move(page if key == "pagedown" else -page)
            case "home" | "end":
                self.move(1 if key == "end" else -1, to_end=True)
            case "left" | "right":
                self.alter(1 if key == "right" else -1)
            case "space" if not self.entry:
                self.alter(1)
            case _ if event.character and event.is_printable:
                self.entry += event.character
        self.draw()


def answer(menu: Menu) -> str:
    """Runs a menu on the terminal: the key of a row, or `BACK`."""
    found: Any = menu.run()
    if menu.interrupted:
        raise KeyboardInterrupt
    return found or BACK
