"""Random programs whose threads start and join others, in rounds and nested, have the same graphs by all searches: the
default one, whichever its seed, the exhaustive one, one that is stopped and resumed, and executions at random, which
know nothing of the other searches' trees.

usage: random_threads_test.py [FIRST LAST]     seeds; 1 to 24
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
static pthread_t threads[16];
"""
MANY = 1000  # graphs: programs that have more are too large to be seen at random


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.threads = 0
        self.accesses = 0
        self.functions = []
        body = self.body(0)
        self.text = HEAD + "".join(self.functions) + f"int main(void) {{\n{body}  return 0;\n}}\n"

    def access(self):
        self.accesses += 1
        value = f"&values[{self.rng.randint(0, 1)}]"
        return self.rng.choice([f"atomic_load_explicit({value}, memory_order_relaxed)", f"atomic_fetch_add({value}, 1)",
                                f"atomic_store({value}, {self.accesses})"])

    def body(self, depth):
        """Rounds of threads, each joined, in an order of its own, before the next; some only by whoever ends last."""
        lines = []
        for _ in range(self.rng.randint(1, 4 if depth == 0 else 2)):
            if self.rng.random() < (0.3 if depth == 0 else 0.8) and self.accesses < 11:
                lines.append(self.access() + ";")
            started = []
            if depth < 2:
                for _ in range(self.rng.randint(0 if depth else 1, 2)):
                    if self.threads < 8 and self.accesses < 11:
                        started.append(self.thread(depth))
            lines += [f"pthread_create(&threads[{t}], 0, thread{t}, 0);" for t in started]
            self.rng.shuffle(started)
            lines += [f"pthread_join(threads[{t}], 0);" if self.rng.random() < 0.85 else f"pthread_detach(threads[{t}]);"
                      for t in started]
        return "".join(f"  {line}\n" for line in lines)

    def thread(self, depth):
        number = self.threads
        self.threads += 1
        body = self.body(depth + 1)
        self.functions.append(f"static void* thread{number}(void* a) {{\n{body}  return a;\n}}\n")
        return number


def run(arguments):
    """What the report says, or what went wrong."""
    done = subprocess.run([os.environ["GRAPHFUZZ"], *arguments, "-q", "--json=-"], capture_output=True, text=True,
                          timeout=200)
    if done.returncode not in (0, 4):
        return f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"
    return json.loads(done.stdout)[0]


def graphs(report):
    return report if isinstance(report, str) else (report["complete"], report["graphs"])


def check(seed, folder):
    path = Path(folder) / f"threads{seed}.c"
    path.write_text(Program(seed).text)
    model = ["rc11", "sc", "tso", "ra"][seed % 4]
    common = [str(path), "--model", model]
    expected = graphs(run([*common, "--exhaustive"]))
    found = {}
    for number in (1, 2, 3):
        found[f"seed {number}"] = graphs(run([*common, "-n", "100000", "--seed", str(number)]))
    kept = Path(folder) / f"kept{seed}"
    if isinstance(expected[1], int) and expected[1] > 4:
        run([*common, "--seed", "1", "-n", str(expected[1] // 3), "--checkpoint", str(kept)])
        found["resumed"] = graphs(run(["resume", str(kept), "-n", "100000"]))
    if isinstance(expected[1], int) and expected[1] < MANY:
        at_random = run([*common, "--strategy", "random", "--seed", "1", "-n", str(100 * expected[1] + 1000)])
        # Rare ones may not come up.
        enough = isinstance(at_random, dict) and 0.3 * expected[1] <= at_random["graphs"] <= expected[1]
        found["random"] = expected if enough else graphs(at_random)
    if expected[0] is True and all(f == expected for f in found.values()):
        return expected[1]
    print(f"seed {seed}: {model}: exhaustive {expected}, found {found}\n{path.read_text()}")
    return None


if __name__ == "__main__":
    sys.exit(seeds.main(check, 24, "graphs", 200))
