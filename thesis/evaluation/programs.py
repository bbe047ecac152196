"""The programs of the evaluation, in one table: what is run, under which model, and what is known about it."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import counting, families

PROJECT = Path(__file__).resolve().parents[2]
LITMUS = PROJECT / "litmus"


@dataclass(frozen=True)
class Program:
    """One row of the table.

    `name` is unique and names files. `test` is the file in litmus/ without suffix, or None for a member of a family,
    which `generate(name)` writes. `expected` is the number of graphs worked out without graphfuzz, if somebody did.
    """
    name: str
    model: str
    group: str
    test: str | None = None
    generate: Callable[[str], str] | None = None
    expected: int | None = None

    def text(self):
        return self.generate(self.name) if self.generate else (LITMUS / f"{self.test}.litmus").read_text()

    def file(self, folder):
        """The path of the test; a member of a family is first written into `folder`."""
        if not self.generate:
            return LITMUS / f"{self.test}.litmus"
        path = folder / f"{self.name}.litmus"
        text = self.text()
        if not path.exists() or path.read_text() != text:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return path

    def has_bug(self):
        """Does the test say that this model has a bug? (`Bug-MODEL=` lines, which the test suite checks.)"""
        return re.search(rf"^Bug-{re.escape(self.model)}=", self.text(), re.MULTILINE) is not None

    def digest(self):
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]


def _litmus(group, *rows):
    """A row is a test's name, or (name, expected number of graphs)."""
    pairs = [row if isinstance(row, tuple) else (row, None) for row in rows]
    return [Program(name, "rc11", group, test=name, expected=expected) for name, expected in pairs]


def _schedules(*rows):
    """Programs with bugs under sc, where strategies that choose schedules stand beside those that choose graphs."""
    return [Program(f"{name}-sc", "sc", "schedules", test=name, expected=expected) for name, expected in rows]


def _family(name, expected, function, *sizes, model="rc11"):
    return Program(name, model, "families", generate=lambda n: function(n, *sizes), expected=expected)


PROGRAMS = [
    *_litmus("bug hunts", ("long-race", 9), ("mp", counting.mp(5)), ("P1", 101), ("reorder_10", counting.reorder(10)),
             "mp-sequence", *((f"long-assert-{n}", counting.long_assert(n)) for n in (3, 5, 6, 7, 8, 9))),
    *_litmus("locks", ("ttas-lock-2", counting.ttas_lock(2)), ("ttas-lock-3", counting.ttas_lock(3)),
             "ttas-lock-2+rlx", "tas-lock-2", ("ticket-lock-2", 2), ("ticket-lock-3", 6), "ticket-lock-2+store",
             "mcs-lock-2", "mcs-lock-2+rlx", "linux-rwlock-2", "linux-rwlock-2w", "linux-rwlock-2+rlx"),
    *_litmus("mutual exclusion", "dekker", "dekker+broken", "peterson+rlx", "szymanski", "szymanski+rlx"),
    *_litmus("synchronisation", "seqlock", "seqlock+broken", "barrier", "barrier+rlx", "spsc-ring", "treiber-push-pop"),
    *_schedules(("long-race", 9), ("P1", 101), ("mp", None), ("mp-2", None), ("mp-sequence", None),
                ("long-assert-3", None), ("long-assert-6", None), ("reorder_10", None), ("mutex-deadlock", 2)),
    _family("ladder-2-2", counting.ladder(2, 2), families.ladder, 2, 2),
    _family("ladder-2-2-sc", None, families.ladder, 2, 2, model="sc"),
    _family("ladder-3-3", counting.ladder(3, 3), families.ladder, 3, 3),
    _family("ladder-3-3-tso", None, families.ladder, 3, 3, model="tso"),
    _family("ladder-6-6", None, families.ladder, 6, 6),
    _family("fib-4", counting.fibonacci(4), families.fibonacci, 4),
    _family("fib-6", counting.fibonacci(6), families.fibonacci, 6),
    _family("fib-20", counting.fibonacci(20), families.fibonacci, 20),
    _family("rw-3-2-2", counting.readers_and_writers(3, 2, 2), families.readers_and_writers, 3, 2, 2),
    _family("rw-4-2-2", counting.readers_and_writers(4, 2, 2), families.readers_and_writers, 4, 2, 2),
    _family("rw-8-4-2", counting.readers_and_writers(8, 4, 2), families.readers_and_writers, 8, 4, 2),
    _family("ttas-lock-4", counting.ttas_lock(4), families.ttas_lock, 4),
    _family("ttas-lock-6", counting.ttas_lock(6), families.ttas_lock, 6),
    _family("rwlock-1-2", None, families.rwlock, 1, 2),
    _family("rwlock-2-2", None, families.rwlock, 2, 2),
    _family("barrier-3-2", None, families.barrier, 3, 2),
    _family("barrier-4-2", None, families.barrier, 4, 2),
    _family("seqlock-2-2", None, families.seqlock, 2, 2),
    _family("seqlock-4-2", None, families.seqlock, 4, 2),
]

# What --quick runs: the four claims about bugs, something that waits, and a family; each with few events.
QUICK = ["long-race", "mp", "P1", "reorder_10", "ttas-lock-3", "rw-3-2-2", "dekker+broken"]

BY_NAME = {program.name: program for program in PROGRAMS}
