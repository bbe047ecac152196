"""Threads that poll under a lock wait: random programs have as many graphs, and the same states, as with an assumption
in the place of each loop. Where somebody could see that others poll, or what is looked for races, they have the states,
and the races, of the same programs with loops that count, which are no waits. GRAPHFUZZ: the executable."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

runtime = os.environ.get("RUNTIME_FOLDER")
if not runtime or not Path(runtime, "libgraphfuzz-runtime.so").exists():
    print("there is no runtime for native programs")
    sys.exit(77)
GRAPHFUZZ = os.environ["GRAPHFUZZ"]

# How a lock is declared, taken, taken to look, given back, and tried.
LOCKS = {
    "mutex": ("pthread_mutex_t {} = PTHREAD_MUTEX_INITIALIZER;", "mutex_lock", "mutex_lock", "mutex_unlock",
              "mutex_trylock"),
    "recursive": ("pthread_mutex_t {} = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", "mutex_lock", "mutex_lock",
                  "mutex_unlock", "mutex_trylock"),
    "initialised": ("pthread_mutex_t {};", "mutex_lock", "mutex_lock", "mutex_unlock", "mutex_trylock"),
    "spin": ("pthread_spinlock_t {};", "spin_lock", "spin_lock", "spin_unlock", "spin_trylock"),
    "write": ("pthread_rwlock_t {} = PTHREAD_RWLOCK_INITIALIZER;", "rwlock_wrlock", "rwlock_wrlock", "rwlock_unlock",
              "rwlock_trywrlock"),
    "read": ("pthread_rwlock_t {} = PTHREAD_RWLOCK_INITIALIZER;", "rwlock_wrlock", "rwlock_rdlock", "rwlock_unlock",
             "rwlock_trywrlock"),
}
INITIALISERS = {"initialised": "pthread_mutex_init(&{}, 0);", "spin": "pthread_spin_init(&{}, 0);"}
# What the loops begin with, and what comes when they have looked in vain.
LOOPS = {
    "polls": "#define LOOP for (;;)\n#define IN_VAIN\n",
    "assumes": "#define LOOP for (;;)\n#define IN_VAIN graphfuzz_assume(0);\n",
    "counts": "#define LOOP for (long n = 0;; n++)\n#define IN_VAIN if (n > 1000) graphfuzz_assume(0);\n",
}


class Writer:
    """Of a random program, in which threads set, read and poll variables under the lock that these belong to."""

    def __init__(self, generator, tries=False, leaves_out=False):
        self.random = generator
        self.kind = generator.choice(list(LOCKS))
        self.declaration, self.take, self.look, self.give, self.attempt = LOCKS[self.kind]
        self.variables = {f"m{i}": [f"x{i}", f"y{i}"] for i in range(generator.choice([1, 1, 2]))}
        self.notes = self.polls = 0
        self.tries, self.leaves_out = tries, leaves_out

    def note(self, value):
        self.notes += 1
        return f'graphfuzz_note("r{self.notes}", {value});'

    def section(self, lock, statement):
        if self.leaves_out and self.random.randrange(3) == 0:
            self.leaves_out = False
            return f"{statement};"
        return f"pthread_{self.take}(&{lock}); {statement}; pthread_{self.give}(&{lock});"

    def poll(self, lock, variable):
        self.polls += 1
        sought = f"{variable} {self.random.choice(['== 1', '== 2', '>= 1', '!= 0', '== 0'])}"
        pause = self.random.choice(["", " sched_yield();", " usleep(5);", " nap();"])
        look, give = f"pthread_{self.look}(&{lock});", f"pthread_{self.give}(&{lock});"
        form = self.random.randrange(3)
        if form == 0:
            return f"LOOP {{ {look} int found = {sought}; {give} if (found) break;{pause} IN_VAIN }}"
        if form == 1:
            return f"LOOP {{ {look} if ({sought}) {{ {give} break; }} {give}{pause} IN_VAIN }}"
        return (f"LOOP {{ {look} int found = {sought}, value = {variable}; {give} "
                f"if (found) {{ {self.note('value')} break; }}{pause} IN_VAIN }}")

    def statement(self):
        lock = self.random.choice(list(self.variables))
        variable = self.random.choice(self.variables[lock])
        kind = self.random.randrange(9 if self.tries else 8)
        if kind <= 2:
            changes = [f"{variable} = {self.random.choice([1, 2])}", f"{variable} = !{variable}", f"{variable}++"]
            return self.section(lock, self.random.choice(changes))
        if kind <= 4 and self.polls < 3:
            return self.poll(lock, variable)
        if kind <= 5:
            return "{ " + self.section(lock, f"int read = {variable}") + " " + self.note("read") + " }"
        if kind == 6:
            return "atomic_store_explicit(&f, 1, memory_order_relaxed);"
        if kind == 7:
            return self.note("atomic_load_explicit(&f, memory_order_relaxed)")
        return (f"if (pthread_{self.attempt}(&{lock}) == 0) {{ pthread_{self.give}(&{lock}); {self.note(1)} }} "
                f"else {{ {self.note(2)} }}")

    def program(self):
        lines = ["#define _GNU_SOURCE", "#include <graphfuzz/harness.h>", "#include <pthread.h>", "#include <sched.h>",
                 "#include <stdatomic.h>", "#include <time.h>", "#include <unistd.h>", "static atomic_int f;",
                 "static void nap(void) { struct timespec t = {0, 1000}; nanosleep(&t, 0); }"]
        for lock, variables in self.variables.items():
            lines += ["static " + self.declaration.format(lock), f"static int {', '.join(variables)};"]
        threads = self.random.choice([2, 2, 3])
        for i in range(threads):
            lines.append(f"static void* thread{i}(void* none) {{")
            lines += [self.statement() for _ in range(self.random.choice([1, 2, 2, 3]))]
            lines.append("return none; }")
        lines.append(f"int main(void) {{ (void)nap; pthread_t t[{threads}];")
        for lock, variables in self.variables.items():
            lines.append(INITIALISERS.get(self.kind, "").format(lock) + f" {variables[0]} = {self.random.randrange(2)};")
        lines += [f"pthread_create(&t[{i}], 0, thread{i}, 0);" for i in range(threads)]
        lines += [f"pthread_join(t[{i}], 0);" for i in range(threads)]
        return "\n".join(lines + ["return 0; }"]) + "\n"


def random_program(generator, **what):
    """One that polls and, if it is to, tries or leaves a lock out."""
    while True:
        writer = Writer(generator, **what)
        text = writer.program()
        if writer.polls and not writer.leaves_out and (not writer.tries or writer.attempt in text):
            return text


class Polling(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def explore(self, text, loops, level, *options):
        source = Path(self.folder.name, f"{loops}.c")
        source.write_text(LOOPS[loops] + text)
        run = subprocess.run([GRAPHFUZZ, str(source), "--exhaustive", "-j", "1", "--json", "-",
                              "--cflags", level, *options], capture_output=True, text=True, cwd=self.folder.name)
        self.assertIn("{", run.stdout, text + run.stderr)
        found = json.JSONDecoder().raw_decode(run.stdout[run.stdout.index("{"):])[0]
        self.assertTrue(found["complete"], text)
        found["states"].sort()
        return found

    def test_there_are_as_many_graphs_as_with_assumptions(self):
        graphs = 0
        for seed in range(18):
            generator = random.Random(seed)
            text, level = random_program(generator), generator.choice(["-O0", "-O1", "-O2"])
            polls, assumes = (self.explore(text, loops, level) for loops in ("polls", "assumes"))
            self.assertEqual((polls["graphs"], polls["states"]), (assumes["graphs"], assumes["states"]),
                             f"{level}\n{text}")
            self.assertEqual(polls["truncated"], 0, text)
            graphs += polls["graphs"]
        self.assertGreater(graphs, 40)

    def test_whoever_tries_a_lock_sees_who_polls(self):
        for seed in range(6):
            generator = random.Random(seed)
            text, level = random_program(generator, tries=True), generator.choice(["-O0", "-O1", "-O2"])
            polls, counts = (self.explore(text, loops, level, "--unroll", "3") for loops in ("polls", "counts"))
            self.assertEqual(polls["states"], counts["states"], f"{level}\n{text}")

    def test_races_of_looks_in_vain_are_found(self):
        races = 0
        for seed in range(16):
            generator = random.Random(seed)
            text, level = random_program(generator, leaves_out=True), generator.choice(["-O0", "-O1", "-O2"])
            polls, counts = (self.explore(text, loops, level, "--unroll", "3") for loops in ("polls", "counts"))
            raced = [any(bug["kind"] == "race" for bug in found["bugs"]) for found in (polls, counts)]
            self.assertEqual(raced[0], raced[1], f"{level}\n{text}")
            races += raced[0]
        self.assertGreater(races, 2)

    def test_who_never_finds_what_it_looks_for_polls_for_ever(self):
        text = """#include <pthread.h>
#include <graphfuzz/harness.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* other(void* none) { pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return none; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  LOOP { pthread_mutex_lock(&m); int found = x == 1; pthread_mutex_unlock(&m); if (found) break; IN_VAIN }
  return pthread_join(t, 0);
}
"""
        found = self.explore(text, "polls", "-O1")
        self.assertEqual([bug["kind"] for bug in found["bugs"]], ["liveness"])
        self.assertRegex(found["bugs"][0]["message"], r"P0 polls for ever at polls\.c:\d+:1: it takes m again")
        replay = subprocess.run([GRAPHFUZZ, "polls.c", "--replay", found["bugs"][0]["replay"]], capture_output=True,
                                text=True, cwd=self.folder.name)
        self.assertEqual(replay.returncode, 1, replay.stdout + replay.stderr)
        self.assertTrue(re.search("polls for ever", replay.stdout), replay.stdout)

    def test_where_it_polls_is_told_without_lines(self):
        """In a library without debug information, which is not instrumented: by its function."""
        write = lambda name, text: Path(self.folder.name, name).write_text(text)
        write("library.c", """#include <pthread.h>
void wait_for(pthread_mutex_t* m, const int* x) {
  for (;;) {
    pthread_mutex_lock(m);
    int found = *x;
    pthread_mutex_unlock(m);
    if (found) return;
  }
}
""")
        write("main.c", """#include <pthread.h>
void wait_for(pthread_mutex_t*, const int*);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* other(void* none) { wait_for(&m, &x); return none; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  return pthread_join(t, 0);
}
""")
        run = lambda *words: subprocess.run(words, capture_output=True, text=True, cwd=self.folder.name)
        self.assertEqual(run("gcc", "-O1", "-shared", "-fPIC", "library.c", "-o", "libwaits.so").returncode, 0)
        built = run(GRAPHFUZZ + "-cc", "main.c", "-L.", "-lwaits", "-Wl,-rpath,$ORIGIN", "-o", "main")
        self.assertEqual(built.returncode, 0, built.stderr)
        told = run(GRAPHFUZZ, "--exhaustive", "./main")
        self.assertRegex(told.stdout, r"liveness: P1 polls for ever at wait_for\+\d+: it takes m again")
        stripped = run("strip", "libwaits.so")
        self.assertEqual(stripped.returncode, 0, stripped.stderr)
        told = run(GRAPHFUZZ, "--exhaustive", "./main")
        self.assertRegex(told.stdout, r"liveness: P1 polls for ever at wait_for\+\d+: it takes m again")

    def look(self, body, level, *options):
        """Kinds of bugs, and how many graphs there are, of a program with one lock and a loop that polls it."""
        source = Path(self.folder.name, "look.c")
        source.write_text("""#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOCK pthread_mutex_lock(&m)
#define UNLOCK pthread_mutex_unlock(&m)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, other, *p;
static atomic_int flag;
""" + body)
        run = subprocess.run([GRAPHFUZZ, str(source), "-j", "1", "--json", "-", "--cflags", level, *options],
                             capture_output=True, text=True, cwd=self.folder.name)
        self.assertIn("{", run.stdout, body + run.stderr)
        found = json.JSONDecoder().raw_decode(run.stdout[run.stdout.index("{"):])[0]
        return {bug["kind"] for bug in found["bugs"]}, found["graphs"], found["complete"]

    def test_what_a_look_in_vain_uses_has_not_been_freed(self):
        program = """
static void* frees(void* none) {{ {} return none; }}
static void* polls(void* none) {{ for (;;) {{ LOCK; if ({}) break; UNLOCK; }} UNLOCK; return none; }}
int main(void) {{
  pthread_t a, b;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, frees, 0);
  pthread_create(&b, 0, polls, 0);
  return pthread_join(a, 0) || pthread_join(b, 0);
}}
"""
        use = {"use-after-free"}
        cases = [
            # It is found again, or never; what is looked for is not there any more; another block has taken its place.
            ("LOCK; free(p); UNLOCK; LOCK; done = 1; UNLOCK;", "done || *p == 7", use, 2),
            ("LOCK; free(p); UNLOCK;", "*p == 7", use | {"liveness"}, 0),
            ("LOCK; int* q = realloc(p, 4096); (void)q; UNLOCK; LOCK; done = 1; UNLOCK;", "done || *p == 7", use, 2),
            ("LOCK; free(p); p = 0; UNLOCK;", "!p || *p == 7", set(), 1),
            ("LOCK; p = realloc(p, 4096); *p = 7; UNLOCK;", "*p == 7", set(), 1),
        ]
        for level in ("-O0", "-O2"):
            for frees, sought, bugs, graphs in cases:
                self.assertEqual(self.look(program.format(frees, sought), level, "--exhaustive"), (bugs, graphs, True),
                                 f"{level} {frees} {sought}")
        walk = self.look(program.format(*cases[1][:2]), "-O1", "--strategy", "random", "-n", "20")
        self.assertIn("use-after-free", walk[0])

    def test_what_a_thread_that_waits_has_freed_itself_it_does_not_use(self):
        bugs, _, complete = self.look("""
static void* sets(void* none) { flag = 1; return none; }
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, 0, sets, 0);
  free(p);
  while (!flag) if (*p == 7) return 0;
  return pthread_join(t, 0);
}
""", "-O0", "--exhaustive")
        self.assertEqual((bugs, complete), ({"use-after-free"}, True))

    def test_whoever_starts_one_that_polls_runs_beside_it_from_then_on(self):
        program = """
static void* polls(void* none) {{ for (;;) {{ LOCK; if ({}) break; UNLOCK; {} }} UNLOCK; return none; }}
static void* idles(void* none) {{ return none; }}
int main(void) {{
  pthread_t a = 0, b;
  p = malloc(sizeof *p);
  *p = 1;
  {}
  pthread_create(&b, 0, polls, 0);
  {}
  LOCK; done = 1; UNLOCK;
  return pthread_join(b, 0) || (a != 0 && pthread_join(a, 0));
}}
"""
        races = [
            ("done || other == 7", "", "", "other = 1;", "race"),
            ("done", "if (other == 7) return 0;", "", "other = 1;", "race"),
            ("done || *p == 7", "", "", "free(p);", "use-after-free"),
        ]
        for sought, outside, before, after, bug in races:
            bugs = self.look(program.format(sought, outside, before, after), "-O1", "--exhaustive", "--unroll", "3")[0]
            self.assertEqual(bugs, {bug}, f"{sought} {outside} {after}")
        # What comes before it begins, also beside another thread, or under the lock, leaves it a wait.
        idle = "pthread_create(&a, 0, idles, 0);"
        waits = [("other = 1;", ""), (f"{idle} other = 1;", ""), ("", "LOCK; other = 1; UNLOCK;"),
                 (f"{idle} free(p); p = malloc(4); *p = 1;", "")]
        for before, after in waits:
            text = program.format("done || other == 7 || *p == 7", "", before, after)
            self.assertEqual(self.look(text, "-O1", "--exhaustive"), (set(), 1, True), f"{before} {after}")


if __name__ == "__main__":
    unittest.main()
