"""Parametrised families of litmus tests, written by the evaluation so that size can be varied.

Each function gives the text of one test in the dialect of litmus/. All are free of bugs; their conditions name one
outcome each, because the dialect wants a condition.
"""


def _test(name, comment, locations, threads, condition):
    """Puts a test together. `locations`: name -> C type; `threads`: a list of lists of statements."""
    parameters = ", ".join(f"{kind}* {location}" for location, kind in locations.items())
    lines = [f"C {name}", f'"{comment}"', "", "{ " + " ".join(f"{location}=0;" for location in locations) + " }", ""]
    for number, statements in enumerate(threads):
        lines += [f"P{number} ({parameters}) {{", *("  " + statement for statement in statements), "}", ""]
    return "\n".join([*lines, condition, ""])


def _store(location, value, order="relaxed"):
    return f"atomic_store_explicit({location}, {value}, memory_order_{order});"


def _load(location, order="relaxed"):
    return f"atomic_load_explicit({location}, memory_order_{order})"


def ladder(name, threads, steps):
    """A ring of threads that store their next number and look at the neighbour's; SB is the ladder of 2 threads, 1 step."""
    bodies = []
    for thread in range(threads):
        body = []
        for step in range(1, steps + 1):
            body += [_store(f"x{thread}", step), f"int r{step} = {_load(f'x{(thread + 1) % threads}')};"]
        bodies.append(body)
    return _test(name, f"A ring of {threads} threads, {steps} steps each: store the own number, read the neighbour's.",
                 {f"x{thread}": "atomic_int" for thread in range(threads)}, bodies, "exists (0:r1=0 /\\ 1:r1=0)")


def fibonacci(name, steps):
    """Two threads that add each other's number to their own, after fib_bench of SV-COMP."""
    def body(own, other):
        statements = []
        for step in range(1, steps + 1):
            statements += [f"int r{step} = {_load(other)};", _store(own, f"r{step} + {step}")]
        return statements
    return _test(name, f"Two threads read each other's number and store a greater one, {steps} times each.",
                 {"x": "atomic_int", "y": "atomic_int"}, [body("x", "y"), body("y", "x")], "exists (0:r1=0 /\\ 1:r1=0)")


def readers_and_writers(name, writers, readers, reads):
    """Writers of one location that store a number each, and readers that look several times."""
    writing = [[_store("x", number)] for number in range(1, writers + 1)]
    reading = [[f"int r{look} = {_load('x')};" for look in range(1, reads + 1)] for _ in range(readers)]
    return _test(name, f"{writers} writers of one location, {readers} readers that look {reads} times.",
                 {"x": "atomic_int"}, writing + reading, f"exists ({writers}:r1=1)")


def ttas_lock(name, threads):
    """litmus/ttas-lock-2 for more threads."""
    body = ["int r0 = 0;", "while (!r0) {", f"  while ({_load('l')} != 0) {{}}", "  int e = 0;",
            "  r0 = atomic_compare_exchange_strong_explicit(l, &e, 1, memory_order_acquire, memory_order_relaxed);", "}",
            "int r1 = *c;", "*c = r1 + 1;", _store("l", 0, "release")]
    return _test(name, f"Test-and-test-and-set spin lock, {threads} threads.", {"l": "atomic_int", "c": "int"},
                 [body] * threads, f"forall (c={threads})")


def rwlock(name, writers, readers):
    """litmus/linux-rwlock-2 for more threads; the lock is free at 0, where the original has the bias."""
    def taking(amount, taken, free):
        return [f"int t = atomic_fetch_sub_explicit(l, {amount}, memory_order_acquire);", f"while ({taken}) {{",
                f"  atomic_fetch_add_explicit(l, {amount}, memory_order_relaxed);",
                f"  while ({_load('l')} {free}) {{}}",
                f"  t = atomic_fetch_sub_explicit(l, {amount}, memory_order_acquire);", "}"]
    writing = taking(16, "t != 0", "!= 0") + ["*d = *d + 1;",
                                              "atomic_fetch_add_explicit(l, 16, memory_order_release);"]
    reading = taking(1, "t <= 0 - 16", "<= 0 - 16") + ["int r0 = *d;",
                                                       "atomic_fetch_add_explicit(l, 1, memory_order_release);"]
    return _test(name, f"Reader-writer lock with a bias, as in Linux: {writers} writers, {readers} readers.",
                 {"l": "atomic_int", "d": "int"}, [writing] * writers + [reading] * readers, f"forall (d={writers})")


def barrier(name, threads, rounds):
    """A counting barrier passed several times: every thread says where it is, waits for all, and looks at its neighbour."""
    bodies = []
    for thread in range(threads):
        body = []
        for turn in range(1, rounds + 1):
            body += [_store(f"x{thread}", turn), "atomic_fetch_add_explicit(n, 1, memory_order_acq_rel);",
                     f"while ({_load('n', 'acquire')} < {threads * turn}) {{}}",
                     f"int r{turn} = {_load(f'x{(thread + 1) % threads}')};"]
        bodies.append(body)
    locations = {f"x{thread}": "atomic_int" for thread in range(threads)} | {"n": "atomic_int"}
    return _test(name, f"Counting barrier, {threads} threads, {rounds} rounds.", locations, bodies, "forall (~(0:r1=0))")


def seqlock(name, writes, readers):
    """litmus/seqlock with several writes by one writer, and several readers."""
    writing = []
    for number in range(1, writes + 1):
        writing += [_store("seq", 2 * number - 1), "atomic_thread_fence(memory_order_release);", _store("d1", number),
                    _store("d2", number), _store("seq", 2 * number, "release")]
    reading = [f"int s1 = {_load('seq', 'acquire')};", f"int r1 = {_load('d1')};", f"int r2 = {_load('d2')};",
               "atomic_thread_fence(memory_order_acquire);", f"int s2 = {_load('seq')};",
               "int ok = s1 == s2 && s1 % 2 == 0 && r1 != r2;"]
    return _test(name, f"Sequence lock: {writes} writes, {readers} readers.",
                 {location: "atomic_int" for location in ("seq", "d1", "d2")}, [writing] + [reading] * readers,
                 "~exists (1:ok=1)")
