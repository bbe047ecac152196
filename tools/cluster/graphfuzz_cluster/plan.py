"""Which unit is worked on next, for how long, and into how many parts what it leaves over is to be taken apart.

It knows neither machines nor a clock, so that the cluster (campaign.py) and the simulation (simulate) go by the same.
"""

from __future__ import annotations

import dataclasses
from collections import deque

# A unit that has failed so often is lost.
MOST_FAILURES = 3
# What is left over of a unit that has failed once, so that no more is lost than what begins with what ends `work`.
PARTS_OF_TRIED = 8
# Units that wait for each worker when there is enough to do.
WAITING_FOR_EACH = 2
# Where little waits, units take less time, so that there soon is something for everybody.
SHORT, SHORT_FOR_EACH = 0.2, 1 / 500
# Units that sample begin anew, but for their prefixes, and have forgotten what they have seen: they are longer.
LONG = 10.0
# Seconds for a unit: at least, and for each worker, since the results of all of them come to one place.
LEAST_SECONDS = 2.0
SECONDS_FOR_EACH = 1 / 100
# Where results are large (many states), units are longer: so many times what one costs its worker besides, and, for each
# worker, what it takes to keep a result, since that is done in one place.
WORTH, WORTH_FOR_EACH = 20.0, 4.0
# How much the newest unit counts in what they cost.
NEWEST = 0.25


def first_parts(slots: int) -> int:
    """How many units the work is taken apart into before anybody works: what that takes is done by one."""
    return max(1, min(4 * slots, 64))


def at_once(slots: int) -> int:
    """How many orders are under way at most: some more than work, so that nobody waits for the next one."""
    return slots + max(1, slots // 4) if slots else 0


@dataclasses.dataclass
class Unit:
    name: str
    data: bytes
    failures: int = 0


@dataclasses.dataclass
class Order:
    """Work on a unit: for so many seconds, or executions (None: no bound); what is left over in so many parts."""

    unit: Unit
    seconds: float
    executions: int | None
    parts: int


class Plan:
    def __init__(self, tree: bool, executions: int | None, seconds: float = LEAST_SECONDS) -> None:
        """`tree`: is it a tree of executions that is gone through; `executions`: how many there may be, None: no bound;
        `seconds`: for a unit, at least."""
        self.tree = tree
        self.left = executions
        self.least_seconds = seconds
        self.waiting: deque[Unit] = deque()
        self.running: dict[str, Order] = {}
        self.lost: list[Unit] = []
        self._costs: tuple[float, float] | None = None

    def cost(self, besides: float, keeping: float) -> None:
        """What a unit took its worker besides its time, and what it takes to keep a result, in seconds."""
        old = self._costs or (besides, keeping)
        self._costs = (old[0] + NEWEST * (besides - old[0]), old[1] + NEWEST * (keeping - old[1]))

    def add(self, units: list[Unit]) -> None:
        self.waiting.extend(units)

    def idle(self) -> bool:
        return not self.running and (not self.waiting or self.left == 0)

    def next(self, slots: int, time_left: float) -> Order | None:
        """For one more of the `slots` that work; nothing if none waits, or no more executions are allowed."""
        if not self.waiting or self.left == 0:
            return None
        unit = self.waiting.popleft()
        order = Order(unit, min(self._seconds(slots), time_left), self._granted(slots), self._parts(slots))
        if unit.failures:
            order.executions = 1
            order.parts = max(order.parts, PARTS_OF_TRIED)
        if self.left is not None:
            self.left -= order.executions or 0
        self.running[unit.name] = order
        return order

    def done(self, order: Order, executions: int, rest: list[Unit]) -> None:
        """The order was carried out: so many executions, these units left over."""
        self._end(order, executions)
        self.waiting.extend(rest)

    def back(self, order: Order) -> None:
        """Nobody works on it any more, which is not its fault."""
        self._end(order, 0)
        self.waiting.appendleft(order.unit)

    def failed(self, order: Order) -> bool:
        """Work on it has failed. Returns whether it is tried once more; else it is lost."""
        self._end(order, 0)
        order.unit.failures += 1
        again = order.unit.failures < MOST_FAILURES
        if again:
            self.waiting.appendleft(order.unit)
        else:
            self.lost.append(order.unit)
        return again

    def _end(self, order: Order, executions: int) -> None:
        del self.running[order.unit.name]
        if self.left is not None:
            self.left += max((order.executions or 0) - executions, 0)

    def _short(self, slots: int) -> bool:
        return len(self.waiting) < slots

    def _peers(self, slots: int) -> int:
        """How many will be worked on at the same time."""
        return min(slots, len(self.running) + len(self.waiting) + 1)

    def _seconds(self, slots: int) -> float:
        if not self.tree:
            return LONG * max(self.least_seconds, slots * SECONDS_FOR_EACH)
        if self._short(slots):
            return max(self.least_seconds * SHORT, self._peers(slots) * SHORT_FOR_EACH)
        besides, keeping = self._costs or (0.0, 0.0)
        return max(self.least_seconds, slots * SECONDS_FOR_EACH, WORTH * besides, slots * WORTH_FOR_EACH * keeping)

    def _granted(self, slots: int) -> int | None:
        return None if self.left is None else max(self.left // (2 * slots), 1)

    def _parts(self, slots: int) -> int:
        if not self._short(slots):
            return 1
        return max(2, -(-WAITING_FOR_EACH * slots // self._peers(slots)))
