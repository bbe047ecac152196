"""The published figures that ours are set beside, as their authors state them; but for GENMC_SPEEDS
nothing here was measured by us.

The fuzzing work on top of GenMC and C11Tester gives unique graphs after a
number of iterations, and iterations to the first bug (mean of 20 runs). Its programs are in C, on other machines, and
larger than ours; what can be compared is by what factor guided search beats its own random baseline.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Graphs:
    """Unique graphs of one published program. `ours`: the program of this evaluation that is set beside it, or None."""
    program: str
    tool: str
    iterations: int | None  # None: not stated in our source
    baseline: int
    guided: dict  # strategy name -> unique graphs
    ours: str | None
    differs: str


@dataclass(frozen=True)
class FirstBug:
    """Mean iterations to the first bug. `baseline` None: never found."""
    program: str
    baseline: int | None
    guided: int
    differs: str


@dataclass(frozen=True)
class Speed:
    """Complete graphs per CPU second of GenMC 0.11 under rc11, with its default reductions; measured on this project's
    machines, but not by this evaluation. `ours`: of `beside.PROGRAMS`."""
    program: str
    graphs: int
    per_second: int
    ours: str
    differs: str


def _cuts(revisit, minimal, maximal):
    return {"revisit": revisit, "minimal": minimal, "maximal": maximal}


NO_PROGRAM = "no program of this kind and size here"

GRAPHS = [
    Graphs("ring buffer", "GenMC", None, 6953, _cuts(16449, 30803, 49290), "spsc-ring",
           "ours has one producer, one consumer and two cells, and only a handful of graphs"),
    Graphs("linuxrwlocks", "GenMC", None, 9658, _cuts(10699, 27459, 20666), "rwlock-2-2",
           "ours: 2 writers and 2 readers, one critical section each"),
    Graphs("mpmc queue", "GenMC", None, 23145, _cuts(49506, 53003, 66422), None, NO_PROGRAM),
    Graphs("ms-queue", "GenMC", None, 13746, _cuts(31404, 23078, 32792), None, NO_PROGRAM),
    Graphs("treiber stack", "GenMC", None, 9029, _cuts(28005, 41201, 53892), "treiber-push-pop",
           "ours: two pushes and one pop without a retry, tens of graphs"),
    Graphs("ttas lock", "GenMC", None, 8633, _cuts(8982, 10430, 10245), "ttas-lock-6",
           "failed turns of a spin loop are events there and none here"),
    Graphs("barrier", "C11Tester", 10000, 6969, {"fuzzer": 7741}, "barrier-4-2",
           "ours: 4 threads, 2 rounds, waiting without events"),
    Graphs("chase-lev deque", "C11Tester", 10000, 6244, {"fuzzer": 8505}, None, NO_PROGRAM),
    Graphs("mpmc queue", "C11Tester", 10000, 4185, {"fuzzer": 6373}, None, NO_PROGRAM),
    Graphs("linuxrwlocks", "C11Tester", 10000, 981, {"fuzzer": 1225}, "rwlock-2-2",
           "ours: 2 writers and 2 readers, one critical section each"),
    Graphs("mcs-lock", "C11Tester", 10000, 9703, {"fuzzer": 9994}, "mcs-lock-2",
           "ours: two threads, one turn each, and only a handful of graphs"),
    Graphs("dekker", "C11Tester", 10000, 395, {"fuzzer": 494}, "dekker",
           "ours: one turn each, waiting without events, and only a handful of graphs"),
    Graphs("rwlock", "C11Tester", 10000, 9998, {"fuzzer": 9997}, "rwlock-2-2",
           "another lock: ours is the one of Linux, 2 writers and 2 readers"),
    Graphs("seqlock", "C11Tester", 10000, 6137, {"fuzzer": 7962}, "seqlock-4-2",
           "ours: 4 writes, 2 readers that do not retry"),
    Graphs("bipartite buffer", "C11Tester", 10000, 297, {"fuzzer": 340}, None, NO_PROGRAM),
    Graphs("left-right", "C11Tester", 10000, 5378, {"fuzzer": 6678}, None, NO_PROGRAM),
    Graphs("ring buffer", "C11Tester", 10000, 328, {"fuzzer": 576}, "spsc-ring",
           "ours has one producer, one consumer and two cells, and only a handful of graphs"),
]

_AFTER_DESCRIPTION = "litmus version built after the description; the C program is not public"

FIRST_BUG = {
    "long-race": FirstBug("long-race", None, 453, _AFTER_DESCRIPTION + "; both have exactly 9 graphs"),
    "mp": FirstBug("mp", 686, 210, _AFTER_DESCRIPTION + "; ours has five writers"),
    "P1": FirstBug("P1", 678, 48, _AFTER_DESCRIPTION + "; ours has 101 graphs, one of them the bug"),
    "reorder_10": FirstBug("reorder_10", 176, 81,
                           "after SCTBench, with atomics; how many threads and what they check follows SCTBench"),
}

_SAME = "the same algorithm and number of threads, written anew"

GENMC_SPEEDS = [
    Speed("ttaslock 4", 576, 8400, "ttas-4", _SAME),
    Speed("mcs 3", 66, 2200, "mcs-3", _SAME),
    Speed("treiber 3 writers 2 readers", 6036, 2900, "treiber-3-2", _SAME),
    Speed("ms-queue 3", 90, 465, "ms-queue-2-1", _SAME + "; 2 put in, 1 takes out"),
    Speed("mpmc 2x2", 236, 2000, "mpmc-2-2", "ours has 2 cells, and fewer graphs"),
    Speed("seqlock 3 readers 2 writers", 54, 954, "seqlock-2-3", _SAME),
    Speed("szymanski 3", 1068, 1300, "szymanski-3", _SAME),
    Speed("lamport 3", 9216, 10000, "lamport-3", _SAME),
    Speed("ticketlock 7", 5040, 6700, "ticket-7", _SAME),
]
