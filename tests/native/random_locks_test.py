"""Random programs with nested mutexes, trylock and branches have as many graphs, under sc, as the same programs with
locks of compare-exchange loops: what is learned of who takes a mutex costs none.

usage: random_locks_test.py [FIRST LAST]     seeds; 1 to 20
Environment: GRAPHFUZZ, SANITIZE. Exit code 77 (skipped): the runtime is not built.
"""
# Runs two programs at a time.

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import seeds

HEAD = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int values[2];
#define GET(i) atomic_load(&values[i])
#define PUT(i) atomic_store(&values[i], ME + 1)
#ifdef LOOPS
static atomic_int locks[4];
static int try_lock(int i) {
  int expected = 0;
  return atomic_compare_exchange_strong(&locks[i], &expected, 1);
}
#define LOCK(i) do { int free = 0; while (!atomic_compare_exchange_strong(&locks[i], &free, 1)) free = 0; } while (0)
#define TRY(i) try_lock(i)
#define UNLOCK(i) atomic_store(&locks[i], 0)
#else
static pthread_mutex_t locks[4];
#define LOCK(i) pthread_mutex_lock(&locks[i])
#define TRY(i) (pthread_mutex_trylock(&locks[i]) == 0)
#define UNLOCK(i) pthread_mutex_unlock(&locks[i])
#endif
"""


def statements(rng, locks, held=(), depth=0):
    """Locks are taken in the order of their numbers, so that there is no deadlock."""
    def inner():
        return statements(rng, locks, held, depth + 1) if depth < 2 else [f"PUT({rng.randint(0, 1)});"]

    result = []
    for _ in range(rng.randint(1, 2 if depth else 3)):
        kind = rng.random()
        free = range(max(held, default=-1) + 1, locks)
        if kind < 0.45 and free:
            lock = rng.choice(free)
            body = statements(rng, locks, (*held, lock), depth + 1) if depth < 2 else [f"PUT({rng.randint(0, 1)});"]
            result += [f"LOCK({lock});", *body, f"UNLOCK({lock});"]
        elif kind < 0.6 and free:
            lock = rng.choice(free)
            result.append(f"if (TRY({lock})) {{ PUT({rng.randint(0, 1)}); UNLOCK({lock}); }}")
        elif kind < 0.8:
            result += [f"if (GET({rng.randint(0, 1)}) == {rng.randint(0, 2)}) {{", *inner(), "}"]
        else:
            result.append(f"PUT({rng.randint(0, 1)});")
    return result


def program(seed):
    rng = random.Random(seed)
    threads, locks = rng.randint(2, 4), rng.randint(1, 4)
    text = HEAD
    for t in range(threads):
        body = "\n  ".join(statements(rng, locks))
        text += f"static void* thread{t}(void* argument) {{\n  enum {{ ME = {t} }};\n  {body}\n  return argument;\n}}\n"
    text += f"int main(void) {{\n  enum {{ ME = 7 }};\n  pthread_t threads[{threads}];\n"
    late = rng.random() < 0.4  # the last one begins when others may have taken a lock
    for t in range(threads):
        if late and t == threads - 1:
            text += "  LOCK(0);\n  PUT(0);\n  UNLOCK(0);\n"
        text += f"  pthread_create(&threads[{t}], 0, thread{t}, 0);\n"
    text += "".join(f"  pthread_join(threads[{t}], 0);\n" for t in range(threads))
    return text + "  return 0;\n}\n"


def search(path, flags, options):
    """Is it complete, and how many graphs are there?"""
    done = subprocess.run([os.environ["GRAPHFUZZ"], str(path), "--model", "sc", "--exhaustive", "--json=-", "-q",
                           "-t", "60", "--cflags", flags, *options], capture_output=True, text=True, timeout=200)
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"
    report = json.loads(done.stdout)[0]
    return report["complete"], report["graphs"]


def check(seed, folder):
    path = Path(folder) / f"random{seed}.c"
    path.write_text(program(seed))
    expected = search(path, "-DLOOPS", [])
    found = search(path, "", ["-j", "2"] if seed % 4 == 0 else ["--fork"] if seed % 4 == 1 else [])
    if found == expected and expected[0] is True:
        return expected[1]
    print(f"seed {seed}: expected {expected} with loops, found {found} with mutexes\n{path.read_text()}")
    return None


if __name__ == "__main__":
    sys.exit(seeds.main(check, 20, "graphs", 50))
