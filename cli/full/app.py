"""The full screen itself: panes, keys and mouse.

In: what is to be drawn, and questions. Out: typed lines, into a queue that the session reads in a thread of
its own. Nothing is decided here: a click or a key becomes what somebody could have typed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread

from attrs import evolve
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Offset, Size
from textual.timer import Timer

from cli.full.drawing import asked_lines, entry_line, lit, moved, pointed_component, rule_lines, told_lines
from cli.full.ink import Ink
from cli.full.layout import Area, Plan, Stand, planned
from cli.full.log import CHAPTER, LogLines
from cli.full.options import OPTION, OptionLines, Picked, matching, pointed, to_type
from cli.full.pane import Pane
from cli.screen.pieces import Line, Piece, line, width_of_line

INTERRUPT, END = "\x03", "\x04"  # in the queue: Ctrl-C, and that there is no more screen
KEYS = {"f1": "?", "f2": "rules", "f3": "score"}
NARROWEST_PANEL = 20
Panel = Callable[[int], tuple[Line, ...]]  # what a panel says, in lines of so many columns
SMALLEST = (40, 12)  # columns and rows; on less nothing can be read
SOON = 0.03  # seconds after which a table without a question is worth drawing
PARTS = ("table", "log", "own", "question")


class Full(App[None]):
    """`stand` is what is drawn; without one there is only the question (`asked`), in the middle."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base above; overflow: hidden; }
    Pane { position: absolute; layer: base; }
    #panel { layer: above; border: round $primary; display: none; background: $panel; }
    """
    BINDINGS = []  # noqa: RUF012 - textual wants a list; every key is taken in `on_key`

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self.run_session = run
        self.typed: SimpleQueue[str] = SimpleQueue()
        self.ink = Ink()
        self.stand: Stand | None = None
        self.plan: Plan | None = None
        self.planned_for: Stand | None = None
        self.asked = ""  # what is asked apart from the question of the game
        self.entry = ""  # what is being typed
        self.status = ""
        self.waits = False  # for a line
        self.expanded = False  # the log is shown in full
        self.panel: Panel | None = None
        self.panel_lines: tuple[Line, ...] = ()
        self.window = Size(0, 0)
        self.worker: Thread | None = None
        self.soon: Timer | None = None  # draws what is seen while nobody is asked

    def compose(self) -> ComposeResult:
        for name in ("rules", *PARTS, "entry", "panel"):  # the last ones lie above
            yield Pane(self.ink, name)

    def on_mount(self) -> None:
        self.window = self.size
        self.draw()
        self.worker = Thread(target=self.run_session, daemon=True)
        self.worker.start()

    def pane(self, name: str) -> Pane:
        return self.query_one(f"#{name}", Pane)

    # ------------------------------------------------------------ what the session says
    def show(self, stand: Stand | None, asked: str, status: str, panel: Panel | None, waits: bool) -> None:
        """Everything that is to be seen from now on."""
        self._forget_soon()
        is_new = stand is None or self.stand is None or stand.scene is not self.stand.scene
        self.stand, self.asked, self.status, self.waits = stand, asked, status, waits
        if is_new:
            self.expanded = False
        if stand is None or asked:  # what was half typed is not for this question, or not for these eyes
            self.entry = ""
        self.open_panel(panel)
        self.draw(log_at_end=is_new)

    def show_soon(self, stand: Stand | None) -> None:
        """What is to be seen while nobody is asked. Most bots answer at once: drawn now, the table would only
        hold up the next question."""
        self._forget_soon()
        self.soon = self.set_timer(SOON, lambda: self.show(stand, "", "", None, False))

    def _forget_soon(self) -> None:
        if self.soon is not None:
            self.soon.stop()
            self.soon = None

    def open_panel(self, told: Panel | None) -> None:
        lines = told(max(NARROWEST_PANEL, self.window.width - 8)) if told is not None else ()
        self.panel, self.panel_lines = told if lines else None, lines
        panel = self.pane("panel")
        panel.display = bool(lines)
        if lines:
            width, height = self.window
            wide = min(width - 2, max(map(width_of_line, lines), default=0) + 5)
            wide = max(wide, min(60, width - 2))
            high = min(height - 2, len(lines) + 2)
            panel.styles.width, panel.styles.height = wide, high
            panel.styles.offset = Offset((width - wide) // 2, max(0, (height - high) // 2))
            panel.scroll_to(0, 0, animate=False)
            panel.show(tuple((Piece(" "), *each) for each in lines))

    # ------------------------------------------------------------ drawing
    def on_resize(self, event: events.Resize) -> None:
        self.window = event.size
        self.draw(log_at_end=True)
        self.open_panel(self.panel)

    def draw(self, log_at_end: bool = False) -> None:
        width, height = self.window
        if not width or not height:
            return
        if width < SMALLEST[0] or height < SMALLEST[1]:
            self._draw_too_small(width, height)
            return
        if self.stand is None:
            self._draw_only_question(width, height)
            return
        plan = self._planned(self.stand, width, height - 1)
        offered, hot = lit(self.stand, self.waits)
        for name in PARTS:
            area: Area = getattr(plan, name)
            pane = self.pane(name)
            self._place(pane, area)
            lines = area.lines
            if name == "log" and self.expanded:
                lines = tuple(self._log_lines(area.width))
            if name == "question":
                pane.show(lines, frozenset(), frozenset())
                self._follow_highlight(pane, area)
            elif name == "log":
                pane.show(lines, at_end=log_at_end)
            else:
                pane.show(lines, offered, hot)
        self._draw_rules(plan)
        self._draw_entry(width, height)

    def _planned(self, stand: Stand, width: int, height: int) -> Plan:
        """Where everything stands; a letter that is typed changes nothing of it."""
        plan = self.plan
        if plan is None or self.planned_for is not stand or (plan.width, plan.height) != (width, height):
            self.plan = plan = planned(stand, width, height)
            self.planned_for = stand
        return plan

    def _log_lines(self, width: int) -> list[Line]:
        assert self.stand is not None
        return LogLines(self.stand.log, width - 1, self.stand.painter, self.stand.say).whole()

    def _place(self, pane: Pane, area: Area) -> None:
        pane.display = area.height > 0
        pane.styles.offset = Offset(area.x, area.y)
        pane.styles.width, pane.styles.height = area.width, area.height

    def _draw_rules(self, plan: Plan) -> None:
        pane = self.pane("rules")
        self._place(pane, Area(0, 0, plan.width, plan.height, ()))
        pane.show(rule_lines(plan))

    def _draw_only_question(self, width: int, height: int) -> None:
        """Nothing but what is asked: the table is for somebody else's eyes."""
        for name in PARTS:
            self.pane(name).display = False
        pane = self.pane("rules")
        self._place(pane, Area(0, 0, width, height - 1, ()))
        pane.show(asked_lines(self.asked, width, height))
        self._draw_entry(width, height)

    def _draw_too_small(self, width: int, height: int) -> None:
        for name in (*PARTS, "entry"):
            self.pane(name).display = False
        pane = self.pane("rules")
        self._place(pane, Area(0, 0, width, height, ()))
        pane.show((line(f"{width}x{height} < {SMALLEST[0]}x{SMALLEST[1]}", "wrong"),))

    def _draw_entry(self, width: int, height: int) -> None:
        pane = self.pane("entry")
        self._place(pane, Area(0, height - 1, width, 1, ()))
        pane.show((entry_line(self.stand, self.asked, self.entry, self.status, self.waits, width),))

    def _follow_highlight(self, pane: Pane, area: Area) -> None:
        assert self.stand is not None
        if self.stand.choices is None or self.stand.picked.at is None or not area.hidden:
            return
        options = OptionLines(self.stand.choices, self.stand.picked, area.width, self.stand.painter)
        titles = len(area.lines) - options.rows
        row = titles + options.row_of(self.stand.picked.at)
        pane.scroll_to(0, max(0, row - area.height + 1), animate=False)

    # ------------------------------------------------------------ answering
    def send(self, text: str) -> None:
        """Gives a line to the session, which says what is to be seen then."""
        if self.waits:
            self.waits = False
            self.entry = ""
            self.typed.put(text)

    def submit(self) -> None:
        """Enter: what was typed, or else the highlighted line."""
        stand = self.stand
        if self.entry or stand is None or stand.choices is None or self.asked:
            self.send(self.entry)
        elif stand.choices.request.several:
            self.send(" ".join(str(number + 1) for number in stand.picked.chosen))
        elif stand.picked.at is not None:
            self.send(to_type(stand.choices, stand.picked.at))
        else:
            self.status = stand.choices.how
            self.draw()

    def pick(self, number: int) -> None:
        """A line was clicked: it is chosen, or one of several is put in or out."""
        stand = self.stand
        if stand is None or stand.choices is None or self.asked:
            return
        if not stand.choices.request.several:
            self.send(to_type(stand.choices, number))
            return
        chosen = stand.picked.chosen
        chosen = tuple(n for n in chosen if n != number) if number in chosen else (*chosen, number)
        self.stand = evolve(stand, picked=Picked(number, chosen))
        self.draw()

    def on_pane_pointed(self, message: Pane.Pointed) -> None:
        if message.pane == "panel":
            return
        for ref in message.refs:
            if ref.startswith(OPTION):
                self.pick(int(ref.removeprefix(OPTION)))
                return
            if ref.startswith(CHAPTER) and self.stand is not None:
                self.stand = evolve(self.stand, log=self.stand.log.toggled(int(ref.removeprefix(CHAPTER))))
                self.expanded = True
                self.draw()
                return
            if ref == "key:f1":
                self.send("?")
                return
        self._point(message.refs)

    def _point(self, refs: tuple[str, ...]) -> None:
        """Something on the table was clicked: the options about it, or what it is."""
        stand = self.stand
        if stand is None or self.asked:
            return
        found = pointed(stand.choices, refs) if stand.choices is not None and self.waits else []
        if not found:
            self.tell_about(refs)
            return
        assert stand.choices is not None
        choices = stand.choices
        if choices.request.several:
            numbers = [n for n, item in enumerate(choices.menu.items) if item.ways[0].index in found]
            self.pick(numbers[0])
        elif len(found) == 1:
            self.send(choices.options[found[0]].key)
        else:
            names = [choices.say("full.pointed", len(found))]
            choices.menu.narrow(", ".join(names), [w for w in choices.menu.ways if w.index in set(found)])
            self.stand = evolve(stand, picked=Picked())
            self.draw()

    def tell_about(self, refs: tuple[str, ...]) -> None:
        """What the definition tells about a thing that was clicked."""
        assert self.stand is not None
        component = pointed_component(self.stand, refs)
        if component is None:
            return
        self.open_panel(partial(told_lines, self.stand, component))
        if self.panel is None:
            self.send(f"/? {component.name}")

    # ------------------------------------------------------------ keys
    def on_paste(self, event: events.Paste) -> None:
        self.type_in(event.text.partition("\n")[0])

    def type_in(self, text: str) -> None:
        self.entry += "".join(c for c in text if c.isprintable())
        self.status = ""
        stand = self.stand
        if stand is not None and stand.choices is not None and not stand.choices.request.several:
            found = matching(stand.choices, self.entry)
            at = found[0] if len(found) == 1 else None
            if at != stand.picked.at:
                self.stand = evolve(stand, picked=evolve(stand.picked, at=at))
        self.draw()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key = event.key
        if key in ("ctrl+c", "ctrl+q"):
            self.typed.put(INTERRUPT)
        elif self.panel_lines and key in KEYS and self.waits and not self.asked:
            self.send(f"/{KEYS[key]}")  # from one panel to another
        elif self.panel_lines:
            self._key_in_panel(key)
            if event.character and event.is_printable and key != "space":
                self.type_in(event.character)
        elif key == "enter":
            self.submit()
        elif key == "escape":
            self._escape()
        elif key == "backspace":
            self.entry = self.entry[:-1]
            self.draw()
        elif key == "ctrl+u":
            self.entry = ""
            self.draw()
        elif key in KEYS and not self.asked:
            self.send(f"/{KEYS[key]}")
        elif key == "f4" and self.stand is not None:
            self.stand = evolve(self.stand, log=self.stand.log.all_folded())
            self.expanded = True
            self.draw()
        elif key in ("pageup", "pagedown"):
            self._scroll_log(key)
        elif key in ("ctrl+up", "ctrl+down"):
            self.pane("table").scroll_relative(y=-3 if key == "ctrl+up" else 3, animate=False)
        elif key in ("up", "down", "left", "right", "tab", "home", "end"):
            self._move(key)
        elif key == "space" and not self.entry and self._several() and self._at() is not None:
            self.pick(self._at() or 0)
        elif event.character and event.is_printable:
            self.type_in(event.character)

    def _several(self) -> bool:
        stand = self.stand
        return stand is not None and stand.choices is not None and stand.choices.request.several

    def _at(self) -> int | None:
        return self.stand.picked.at if self.stand is not None else None

    def _key_in_panel(self, key: str) -> None:
        panel = self.pane("panel")
        steps = {"up": -1, "down": 1, "pageup": 2 - panel.size.height, "pagedown": panel.size.height - 2}
        if key in steps and len(self.panel_lines) > panel.size.height - 2:
            panel.scroll_relative(y=steps[key], animate=False)
        elif key == "home":
            panel.scroll_home(animate=False)
        elif key == "end":
            panel.scroll_end(animate=False)
        else:
            self.open_panel(None)
            self.draw()

    def _escape(self) -> None:
        """Takes back what was typed, or goes one step back in a menu."""
        stand = self.stand
        deep = stand is not None and stand.choices is not None and stand.choices.menu.is_deep
        if deep and not self.entry:
            self.send("")
            return
        self.entry = self.status = ""
        self.draw()

    def _scroll_log(self, key: str) -> None:
        log = self.pane("log")
        height = log.size.height
        top = log.scroll_offset.y
        if not self.expanded and self.stand is not None:
            self.expanded = True
            self.draw()
            top = len(log.lines) - height
        top = max(0, top - height + 1 if key == "pageup" else min(top + height - 1, len(log.lines) - height))
        log.call_after_refresh(log.scroll_to, 0, top, animate=False, force=True)

    def _move(self, key: str) -> None:
        found = moved(self.stand, key, self.window.width) if self.stand is not None else None
        if found is not None:
            self.entry, self.stand = "", found
            self.draw()
