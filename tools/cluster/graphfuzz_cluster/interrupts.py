"""Ctrl-C where it is looked for."""

import signal
from types import FrameType


class Interrupts:
    """The first SIGINT or SIGTERM is heard by look(): an exception out of nowhere may end up in a destructor of
    somebody else's, which drops it. The second does not wait for that."""

    def __init__(self) -> None:
        self._heard = False
        self._before = {number: signal.signal(number, self._hear) for number in (signal.SIGINT, signal.SIGTERM)}

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._heard:
            raise KeyboardInterrupt
        self._heard = True

    def look(self) -> None:
        """Raises KeyboardInterrupt if there was one."""
        if self._heard:
            raise KeyboardInterrupt

    def close(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
