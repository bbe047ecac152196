#!/usr/bin/env python3
"""Random programs with sections that nobody else comes into (graphfuzz_begin_atomic and _end), and accesses outside of
them, have under sc the outcomes that come of running their sections as a whole, in every order: found out here, by
taking one step of one thread after the other. What runs schedules or samples finds none but these.

usage: random_sections_test.py [FIRST LAST]     seeds; 1 to 16
Environment: GRAPHFUZZ, SANITIZE. Exit code 77 (skipped): the runtime is not built.
"""
# Runs two programs at a time.

import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import seeds

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <graphfuzz/harness.h>
static TYPE values[2];
"""
MOST = 1 << 20  # numbers are less
SAMPLERS = ("random", "walk", "pct", "pos", "mix")


def accesses(rng, numbers, count):
    """("read", register, variable): the register is 16 times as much and what is read, ("write", variable, register or
    None, number): the sum of both, ("assume", register, number): the last thing read is less than that"""
    result = []
    for _ in range(count):
        if rng.random() < 0.5:
            result.append(("read", rng.randrange(2), rng.randrange(2)))
        else:
            register = rng.randrange(2) if rng.random() < 0.4 else None
            result.append(("write", rng.randrange(2), register, next(numbers)))
    return result


def program(rng):
    """Threads of steps, each of which nobody comes into."""
    threads = []
    numbers = itertools.count(1)
    for thread in range(rng.randint(2, 3)):
        steps = []
        if thread == 0 or rng.random() < 0.6:
            steps.append(accesses(rng, numbers, rng.randint(2, 4)))
            if rng.random() < 0.2:
                steps[-1].insert(rng.randint(0, len(steps[-1])), ("assume", rng.randrange(2), rng.randint(1, 5)))
        for _ in range(rng.randint(0 if steps else 1, 2)):
            steps.insert(rng.randint(0, len(steps)), accesses(rng, numbers, 1))
        threads.append(steps)
    return threads


def outcomes(threads):
    """Of all orders of steps: variables and registers. An assumption that is false ends all."""
    found, seen = set(), set()

    def go(positions, values, registers):
        if (positions, values, registers) in seen:
            return
        seen.add((positions, values, registers))
        if all(at == len(steps) for at, steps in zip(positions, threads)):
            found.add(values + tuple(r for of_thread in registers for r in of_thread))
        for thread, steps in enumerate(threads):
            if positions[thread] == len(steps):
                continue
            memory, own = list(values), list(registers[thread])
            holds = True
            for kind, *rest in steps[positions[thread]]:
                if kind == "read":
                    own[rest[0]] = (own[rest[0]] * 16 + memory[rest[1]]) % MOST
                elif kind == "write":
                    memory[rest[0]] = (rest[2] + (own[rest[1]] if rest[1] is not None else 0)) % MOST
                else:
                    holds = holds and own[rest[0]] % 16 < rest[1]
            if holds:
                go(tuple(at + (t == thread) for t, at in enumerate(positions)), tuple(memory),
                   tuple(tuple(own) if t == thread else of_thread for t, of_thread in enumerate(registers)))

    go((0,) * len(threads), (0,) * 2, ((0, 0),) * len(threads))
    return found


def source(threads, kind):
    text = HEAD.replace("TYPE", kind)
    for thread, steps in enumerate(threads):
        text += f"static void* thread{thread}(void* argument) {{\n  int r[2] = {{0, 0}};\n"
        for step in steps:
            lines = []
            for what, *rest in step:
                if what == "read":
                    lines.append(f"r[{rest[0]}] = (r[{rest[0]}] * 16 + values[{rest[1]}]) % {MOST};")
                elif what == "write":
                    lines.append(f"values[{rest[0]}] = ({rest[2]}{'' if rest[1] is None else f' + r[{rest[1]}]'}) % {MOST};")
                else:
                    lines.append(f"graphfuzz_assume(r[{rest[0]}] % 16 < {rest[1]});")
            if len(step) > 1:
                lines = ["graphfuzz_begin_atomic();", *lines, "graphfuzz_end_atomic();"]
            text += "".join(f"  {line}\n" for line in lines)
        text += "".join(f'  graphfuzz_note("{thread}r{r}", r[{r}]);\n' for r in range(2)) + "  return argument;\n}\n"
    text += f"int main(void) {{\n  pthread_t threads[{len(threads)}];\n"
    text += "".join(f"  pthread_create(&threads[{t}], 0, thread{t}, 0);\n" for t in range(len(threads)))
    text += "".join(f"  pthread_join(threads[{t}], 0);\n" for t in range(len(threads)))
    return text + "".join(f'  graphfuzz_note("v{v}", values[{v}]);\n' for v in range(2)) + "  return 0;\n}\n"


def search(path, options):
    """What is found: is it complete, and the outcomes, in the order of `outcomes`."""
    done = subprocess.run([os.environ["GRAPHFUZZ"], str(path), "--model", "sc", "--json=-", "-q", *options],
                          capture_output=True, text=True, timeout=200)
    if done.returncode not in (0, 4):  # 4: all executions were blocked
        return f"exit code {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}", set()
    report = json.loads(done.stdout)[0]
    found = set()
    for state in report["states"]:
        values = dict(part.strip().split("=") for part in state.split(";") if "=" in part)
        found.add(tuple(int(values[name]) for name in sorted(values, key=lambda n: (n[0] != "v", n))))
    return report.get("complete", False), found


def check(seed, folder):
    rng = random.Random(seed)
    threads = program(rng)
    path = Path(folder) / f"random{seed}.c"
    path.write_text(source(threads, "atomic_int" if seed % 2 else "int"))
    kind = [] if seed % 2 else ["--plain", "sc"]
    options = ["-j", "2"] if seed % 3 == 0 else ["--fork"] if seed % 3 == 1 else []
    expected = outcomes(threads)
    complete, found = search(path, ["--exhaustive", *kind, *options])
    right = complete is True and found == expected
    if not right:
        print(f"seed {seed}: {complete}, missing {sorted(expected - found)}, too many {sorted(found - expected)}")
    sampler = SAMPLERS[seed % len(SAMPLERS)]
    complete, found = search(path, [*kind, "--strategy", sampler, "-n", "500", "--seed", str(seed)])
    if not isinstance(complete, bool) or found - expected or (expected and not found):
        print(f"seed {seed}, {sampler}: {complete}, {len(found)} found, too many {sorted(found - expected)}")
        right = False
    if not right:
        print(path.read_text())
    return len(expected) if right else None


if __name__ == "__main__":
    sys.exit(seeds.main(check, 16, "outcomes", 5))
