"""What a stranger may ask of the server, and how often.

In: a clock and what is asked for. Out: yes or no. All numbers stand here, so that they can be read together
with docs/web.md.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from attrs import define, field, frozen


@frozen
class Limits:
    """All bounds of a server."""

    message_bytes: int = 8_192  # of one message to the server
    messages_at_once: int = 100  # of one connection, after which it has to wait
    messages_a_second: float = 50.0
    tables: int = 5_000  # that are kept; the finished and forgotten ones go away
    tables_at_once: int = 20  # asked for by one address, after which it has to wait
    tables_a_second: float = 0.2
    tables_in_memory: int = 500  # the others are played again from their answers when somebody looks
    connections: int = 2_000  # of seats and watchers; fewer where the system allows few open files
    requests: int = 200  # connections beside these, for pages and what they ask for
    coming: int = 32  # that are taken at once from those who wait to be let in
    connections_of_a_table: int = 40
    replies_unread: int = 40  # that wait for a slow reader; a scene is always the newest one
    asking_at_once: int = 100  # questions about games that wait for their answers
    addresses: int = 10_000  # that are remembered
    finished_days: float = 7.0  # until a finished table goes away
    forgotten_days: float = 60.0  # until a table goes away that nobody has touched
    name_length: int = 30  # characters
    bot_seconds: float = 10.0  # that a bot may think, after which it plays by chance
    workshop_bytes: int = 2_000_000  # of the texts of one definition that is being written
    check_seconds: float = 60.0  # that checking or compiling it may take
    test_seconds: float = 180.0  # that its scenarios may take, all together


@define
class Bucket:
    """So many at once, and so many a second after that."""

    most: float
    a_second: float
    clock: Callable[[], float] = monotonic
    left: float = field(init=False)
    seen: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left, self.seen = self.most, self.clock()

    def take(self) -> bool:
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.seen) * self.a_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define
class Buckets:
    """A bucket for each address; the oldest is forgotten when there are too many."""

    most: float
    a_second: float
    addresses: int
    clock: Callable[[], float] = monotonic
    kept: dict[str, Bucket] = field(factory=dict)

    def take(self, address: str) -> bool:
        bucket = self.kept.pop(address, None) or Bucket(self.most, self.a_second, self.clock)
        self.kept[address] = bucket  # the last one asked for is the last one forgotten
        if len(self.kept) > self.addresses:
            del self.kept[next(iter(self.kept))]
        return bucket.take()
