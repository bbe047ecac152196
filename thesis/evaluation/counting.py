"""How many execution graphs a program has under rc11, worked out from the definitions without running graphfuzz.

A graph is threads, labels, rf and mo; porf = (po | rf)+ is acyclic. Where accesses are
relaxed, coherence is what restricts rf: a thread's reads of one location never step back in mo.
"""

import itertools
import math


def readers_and_writers(writers, readers, reads):
    """Each writer stores once to x, each reader loads x `reads` times.

    writers! orders of mo; per reader, a non-decreasing sequence of positions in it, the initial write being the first.
    """
    return math.factorial(writers) * math.comb(writers + reads, reads) ** readers


def fibonacci(steps):
    """Two threads, each `steps` times x = x + y and y = x + y: pairs of monotone sequences without a porf cycle.

    (2n+1)! (2n)! / (n! (n+1)!)^2, the numbers of OEIS A000891; the unit test compares with `two_threads` below.
    """
    n = steps
    return math.factorial(2 * n + 1) * math.factorial(2 * n) // (math.factorial(n) * math.factorial(n + 1)) ** 2


def long_assert(threads):
    """`threads` times a store to x and a fetch_add of y; a checker reads x once and y `threads` times."""
    n = threads
    return math.factorial(n) ** 2 * (n + 1) * math.comb(2 * n, n)


def mp(writers):
    """Each writer stores the flag and counts itself by a release fetch_add; the reader sees one of writers + 1 counts,
    and looks at the flag (one choice: its last write) only if the count is complete."""
    return math.factorial(writers) ** 2 * (writers + 1)


def reorder(setters):
    """Each setter stores a and b; a checker reads each once."""
    return (math.factorial(setters) * (setters + 1)) ** 2


def ttas_lock(threads):
    """Test-and-test-and-set lock whose waiting takes no events (doc/decisions/0003-waits-take-no-events.md).

    threads! orders of the critical sections; whoever is the k-th saw the lock free at one of k moments before trying.
    """
    return math.factorial(threads) ** 2


def monotone_sequences(length, highest):
    """All non-decreasing sequences of `length` numbers from 0 to `highest`."""
    return list(itertools.combinations_with_replacement(range(highest + 1), length))


def ladder(threads, steps):
    """A ring: thread i does `steps` times { x_i = next number; read x_(i+1) }. Counted by brute force.

    Every location has one writer (one mo) and one reader: what is left are the reads' values, a monotone sequence per
    thread, without porf cycle. The time is comb(2 * steps, steps) ** threads.
    """
    sequences = monotone_sequences(steps, steps)
    return sum(_ladder_is_acyclic(reads) for reads in itertools.product(sequences, repeat=threads))


def _ladder_is_acyclic(reads):
    """`reads[i][k]`: the number that thread i's k-th read sees. Runs what can run until all is done or nothing can."""
    threads, steps = len(reads), len(reads[0])
    done = [0] * threads  # reads done; before its k-th read (from 0) thread i has made its stores 1 to k + 1
    progress = True
    while progress:
        progress = False
        for thread in range(threads):
            writer = (thread + 1) % threads
            while done[thread] < steps and reads[thread][done[thread]] <= min(done[writer] + 1, steps):
                done[thread] += 1
                progress = True
    return all(count == steps for count in done)


def two_threads(steps):
    """`fibonacci` by brute force, for the unit test: thread 1's read i sees write a[i] of thread 2, and the reverse.

    A porf cycle: write j comes after its thread's read j, so that i sees j only if read j saw a write before i's own.
    """
    sequences = monotone_sequences(steps, steps)
    return sum(all(j == 0 or b[j - 1] <= i for i, j in enumerate(a)) for a in sequences for b in sequences)
