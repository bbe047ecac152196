"""graphfuzz minimize on C programs: what it writes replays, shows the same bug, and has no more switches between threads
than there must be, as an exhaustive search of our own says, or as is reasoned below. GRAPHFUZZ: the executable."""

import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from collections import deque
from pathlib import Path

runtime = os.environ.get("RUNTIME_FOLDER")
if not runtime or not Path(runtime, "libgraphfuzz-runtime.so").exists():
    print("there is no runtime for native programs")
    sys.exit(77)
GRAPHFUZZ = os.environ["GRAPHFUZZ"]


def c_program(threads):
    """Of operations such as "lock a", "unlock a" and "add n", which are events, each one."""
    mutexes = sorted({op.split()[1] for thread in threads for op in thread if "lock" in op})
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "static atomic_int n;"]
    lines += [f"static pthread_mutex_t {m} = PTHREAD_MUTEX_INITIALIZER;" for m in mutexes]
    for i, thread in enumerate(threads):
        lines.append(f"static void* thread{i}(void* none) {{")
        for op, name in map(str.split, thread):
            lines.append("  atomic_fetch_add(&n, 1);" if op == "add" else f"  pthread_mutex_{op}(&{name});")
        lines.append("  return none;\n}")
    lines.append(f"int main(void) {{\n  pthread_t threads[{len(threads)}];")
    lines += [f"  pthread_create(&threads[{i}], 0, thread{i}, 0);" for i in range(len(threads))]
    lines += [f"  pthread_join(threads[{i}], 0);" for i in range(len(threads))]
    return "\n".join(lines) + "\n  return 0;\n}\n"


def fewest_switches(threads):
    """{the states in which all threads have ended or wait: the least number of switches on the way there}; a state is how
    many operations each thread has done. A search by numbers of switches over all schedules."""
    start = (tuple(0 for _ in threads), None)
    found, queue, ends = {start: 0}, deque([start]), {}
    while queue:
        state = queue.popleft()
        done, last = state
        held = set()
        for thread, count in zip(threads, done):
            ops = [op.split() for op in thread[:count]]
            held |= {name for op, name in ops if ops.count(["lock", name]) > ops.count(["unlock", name])}
        able = [t for t, thread in enumerate(threads) if done[t] < len(thread) and
                not (thread[done[t]].startswith("lock") and thread[done[t]].split()[1] in held)]
        if not able:
            ends[done] = min(found[state], ends.get(done, found[state]))
        for t in able:
            switches = found[state] + (last not in (None, t))
            following = (done[:t] + (done[t] + 1,) + done[t + 1:], t)
            if switches < found.get(following, 1 << 30):
                found[following] = switches
                (queue.appendleft if t == last else queue.append)(following)
    return ends


def locking(*words):
    """"n ab" is: something of its own, then a and b are locked, and unlocked."""
    thread = []
    for word in words:
        if word == "n":
            thread.append("add n")
        else:
            thread += [f"lock {m}" for m in word] + [f"unlock {m}" for m in reversed(word)]
    return thread


class Minimize(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.environ["XDG_CACHE_HOME"] = self.folder.name + "/cache"
        os.chdir(self.folder.name)

    def run_tool(self, *words, codes=(1,)):
        done = subprocess.run([GRAPHFUZZ, *words, "--json", "out.json"], capture_output=True, text=True, timeout=300)
        self.assertIn(done.returncode, codes, f"{words}\n{done.stdout}{done.stderr}")
        return json.loads(Path("out.json").read_text())

    def minimized(self, text, kind, *options, seeds=(1,)):
        """[(before, after)], of all bugs of this kind that were found; what was written is replayed."""
        Path("program.c").write_text(text)
        told = []
        for seed in seeds:
            result, = self.run_tool("program.c", "--strategy", "random", "--seed", str(seed), "-n", "300", *options, codes=(0, 1))
            for bug in result["bugs"]:
                if bug["kind"] != kind:
                    continue
                small = self.run_tool("minimize", bug["replay"], "-o", "small.json", "--seed", "1")
                self.assertTrue(small["minimised"]["all_tried"])
                self.assertIn(bug["message"].split(" (")[0], small["minimised"]["bug"])
                self.assertIsNone(small["program"])
                again, = self.run_tool("--replay", "small.json")
                self.assertTrue(again["possible"])
                self.assertEqual(again["steps_taken"], again["steps"])
                self.assertIn(small["minimised"]["bug"], [f"{b['kind']}: {b['message']}" for b in again["bugs"]])
                before, after = small["minimised"]["before"], small["minimised"]["after"]
                self.assertLessEqual((after["switches"], after["events"]), (before["switches"], before["events"]))
                self.assertLessEqual(after["events"], before["events"])
                told.append((before, after))
        return told

    def test_deadlock(self):
        """The others do what they have to do first, in one go each; then one locks a, and the other locks b."""
        threads = [locking("n", "ab", "n"), ["add n", "lock b", "add n", "lock a", "unlock a", "unlock b"], locking("n", "n")]
        ends = {done: switches for done, switches in fewest_switches(threads).items() if done != (6, 6, 2)}
        self.assertEqual(ends, {(2, 3, 2): 2})
        (before, after), = self.minimized(c_program(threads), "deadlock")
        self.assertGreater(before["switches"], 2)
        self.assertEqual(after["switches"], 2)

    def test_random_deadlocks(self):
        """Of some programs with three locks: as few switches as there can be, in a state of all that are that bug."""
        random.seed(7)
        words = ["".join(p) for n in (1, 2, 3) for p in itertools.permutations("abc", n)] + ["n"] * 4
        tried = shorter = 0
        while tried < 8:
            threads = [locking(*random.choices(words, k=random.randint(1, 3))) for _ in range(random.randint(2, 4))]
            whole = tuple(map(len, threads))
            ends = {done: n for done, n in fewest_switches(threads).items() if done != whole}
            if len(ends) != 1:  # or it would have to be told which of them a bug is
                continue
            tried += 1
            for before, after in self.minimized(c_program(threads), "deadlock"):
                self.assertEqual(after["switches"], min(ends.values()), (threads, before, after))
                shorter += after["switches"] < before["switches"]
        self.assertGreater(shorter, 3)

    def test_race_and_assertion(self):
        """The writer is through before the reader begins, who sees y, which is relaxed: so he races with the write of
        data, and of x may read what was before the write. The third thread comes to its end, too, even if the reader has
        failed an assertion. Each of the three has events, so that there are two switches at least, and two are enough."""
        text = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static int data;
static void* writer(void* none) {
  data = 1;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return none;
}
static void* reader(void* none) {
  for (int i = 0; i < 3 && !atomic_load_explicit(&y, memory_order_relaxed); ++i) atomic_fetch_add(&z, 1);
  if (!atomic_load_explicit(&y, memory_order_relaxed)) return none;
#ifdef RACE
  int seen = data;
  atomic_fetch_add(&z, seen);
#else
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
#endif
  return none;
}
static void* other(void* none) {
  atomic_fetch_add(&z, 1);
  atomic_fetch_add(&z, 1);
  return none;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_create(&threads[2], 0, other, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
        for kind, define in (("race", "#define RACE\n"), ("assertion", "")):
            found = self.minimized(define + text, kind, seeds=(1, 2, 3))
            self.assertGreaterEqual(len(found), 3, kind)
            for _, after in found:
                self.assertEqual(after["switches"], 2, kind)

    def test_going_round_is_not_easier(self):
        """Who polls may go round until the execution is given up: that is one switch, and thousands of events. What is
        looked at races, so that each look is events."""
        text = """#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int* other;
static void* writer(void* none) {
  WRITE;
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return none;
}
static void* poller(void* none) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (done || *other == 7) break;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_unlock(&m);
  return none;
}
int main(void) {
  other = malloc(sizeof *other);
  *other = 1;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, poller, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
        for kind, write in (("race", "*other = 2"), ("use-after-free", "free(other)")):
            program = f"#define WRITE {write}\n{text}"
            found = self.minimized(program, kind, seeds=(1, 2, 3))
            self.assertGreater(max(before["events"] for before, _ in found), 12)
            for _, after in found:  # the poller looks, once, then is the writer through, and then the poller
                self.assertEqual((after["switches"], after["events"]), (2, 12), kind)
            replay = json.loads(Path("small.json").read_text())
            self.assertLess(len(replay["steps"]), 20, kind)
            # While a campaign is run, and of its replay file.
            result, = self.run_tool("program.c", "--strategy", "random", "--seed", "1", "-n", "300", "--minimise")
            bug, = [bug for bug in result["bugs"] if bug["kind"] == kind]
            self.assertLessEqual(bug["minimised"]["after"]["events"], 12)
            again, = self.run_tool("--replay", bug["replay"], "--minimise", "-n", "20")
            self.assertLessEqual(again["minimised"]["after"]["events"], 12)


if __name__ == "__main__":
    unittest.main()
