"""What a waiting thread goes by: an iteration of its loop is taken back only if nothing of it matters later. Here one
matters, in memory or registers that are used in a way that is not seen at once, or in what the library or the system
keeps of the thread, and an assertion has to fail. GRAPHFUZZ: the executable."""

import json
import os
import shutil
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

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <graphfuzz/harness.h>
#define HIDDEN __attribute__((noinline))
static atomic_int x;
static void waits(void);
static void prepares(void);
static void* second(void* none) { prepares(); x = 1; x = 3; return none; }
static void* first(void* none) { waits(); return none; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return pthread_join(b, 0);
}
"""
NOTHING = "static void prepares(void) {}\n"

# The thread does something if it has read 1, before it reads 3: what goes before the loop, what it does, and what is not
# so then.
KEPT = {
    "locked once more": ("pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_mutex_lock(&m);",
                         "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m) || pthread_mutex_unlock(&m) == EPERM"),
    "value of a key": ("pthread_key_t k; pthread_key_create(&k, 0);", "pthread_setspecific(k, &k);",
                       "!pthread_getspecific(k)"),
    "error of a library": ("errno = 0;", "close(-1);", "errno == 0"),
    "error of a hook": ("sem_t s; sem_init(&s, 0, 0); errno = 0;", "sem_trywait(&s);", "errno == 0"),
    "rounding": ("", "fesetround(FE_UPWARD);", "fegetround() != FE_UPWARD"),
    "mask of files": ("umask(0);", "umask(077);", "umask(0) == 0"),
    "position in a file": ('int fd = open("text", O_RDONLY);', "lseek(fd, 3, SEEK_SET);",
                           "lseek(fd, 0, SEEK_CUR) == 0"),
    "what is read": ('FILE* f = fopen("text", "r");', "getc(f);", "getc(f) == '1'"),
    "position behind a write": ('int fd = open("out", O_RDWR | O_CREAT, 0600); lseek(fd, 3, SEEK_SET); write(fd, "x", 1);',
                                "lseek(fd, 3, SEEK_SET);", "lseek(fd, 0, SEEK_CUR) == 4"),
    "position behind a line": ('FILE* f = fopen("out", "w"); fputs("header", f);', "rewind(f);", "ftell(f) == 6"),
    "position of two": ('int fd = open("text", O_RDONLY), copy = dup(fd);', "lseek(copy, 3, SEEK_SET);",
                        "lseek(fd, 0, SEEK_CUR) == 0"),
    "position of a stream's": ('FILE* f = fopen("text", "r"); setvbuf(f, 0, _IONBF, 0); getc(f);',
                               "lseek(fileno(f), 0, SEEK_SET);", "getc(f) == '2'"),
    "which file it is": ('int fd = open("text", O_RDONLY);', 'close(fd); assert(open("/dev/null", O_RDONLY) == fd);',
                         'lseek(fd, 0, SEEK_END) == 10'),
    "which stream it is": ('FILE* f = fdopen(open("text", O_RDONLY), "r");',
                           'fclose(f); f = fdopen(open("/dev/null", O_RDONLY), "r");', "getc(f) == '1'"),
    "which pipe it is": ("int p[2]; pipe2(p, 0);", "close(p[0]); close(p[1]); pipe2(p, O_NONBLOCK);",
                         "!(fcntl(p[0], F_GETFL) & O_NONBLOCK)"),
    "blanks before what is no number": (
        'int p[2], k; pipe(p); write(p[1], "  a", 3); close(p[1]); FILE* f = fdopen(p[0], "r");', 'fscanf(f, "%d", &k);',
        "getc(f) == ' '"),
    "mode of a file": ('int fd = open("out", O_RDWR | O_CREAT, 0600); struct stat s;', "fchmod(fd, 0400);",
                       "!fstat(fd, &s) && (s.st_mode & 0777) == 0600"),
    "what is open": ('int fd = open("text", O_RDONLY);', "close(fd);", "fcntl(fd, F_GETFD) >= 0"),
    "entries of a folder": ('DIR* d = opendir("/"); readdir(d); long one = telldir(d); rewinddir(d);', "readdir(d);",
                            "readdir(d) && telldir(d) == one"),
    "end of a file": ('FILE* f = fopen("text", "r"); fseek(f, 0, SEEK_END);', "getc(f);", "!feof(f)"),
    "cancellation": ("int s;", "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);",
                     "!pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &s) && s == PTHREAD_CANCEL_ENABLE"),
    "environment": ("", 'setenv("GRAPHFUZZ_SEEN", "1", 1);', '!getenv("GRAPHFUZZ_SEEN")'),
    "folder": ('assert(chdir("/") == 0);', 'assert(chdir("/tmp") == 0);', "!getcwd(0, 0)[1]"),
    "handler": ("signal(SIGUSR1, SIG_DFL);", "signal(SIGUSR1, SIG_IGN);", "signal(SIGUSR1, SIG_DFL) == SIG_DFL"),
    "blocked signals": ("sigset_t s, b; sigemptyset(&s); sigaddset(&s, SIGUSR1);", "pthread_sigmask(SIG_BLOCK, &s, 0);",
                        "pthread_sigmask(SIG_BLOCK, 0, &b) || !sigismember(&b, SIGUSR1)"),
    "seed": ("srand(1); int second = (rand(), rand()); srand(1);", "srand(1); rand();", "rand() != second"),
}

# What changes nothing, or changes it back: before the loop, and in it.
SAME = {
    "end of a file": ('int fd = open("text", O_RDONLY); char c; lseek(fd, 0, SEEK_END);', "read(fd, &c, 1);"),
    "end of a stream": ('FILE* f = fopen("text", "r"); while (getc(f) != EOF) {}', "getc(f);"),
    "nothing to read": ("int fds[2]; char c; pipe2(fds, O_NONBLOCK); errno = EAGAIN;", "read(fds[0], &c, 1);"),
    "position that is asked for": ('int fd = open("text", O_RDONLY);', "lseek(fd, 0, SEEK_CUR);"),
    "handler that is asked for": ("struct sigaction old; sigaction(SIGUSR1, 0, &old);", "sigaction(SIGUSR1, 0, &old);"),
    "locale that is asked for": ("", "setlocale(LC_ALL, 0);"),
    "no such file": ("errno = ENOENT;", 'open("no such file", O_RDONLY); unlink("no such file");'),
    "file that is read anew": ('char c = \'1\'; int fd = open("text", O_RDONLY); close(fd);',
                               'fd = open("text", O_RDONLY); read(fd, &c, 1); close(fd);'),
    "stream that is read anew": ("", 'FILE* f = fopen("text", "r"); getc(f); fclose(f);'),
    "folder that is gone back in": ('DIR* d = opendir("/"); readdir(d);', "rewinddir(d); readdir(d);"),
    "file that is gone back in": ('int fd = open("text", O_RDONLY); char c = \'1\';', "read(fd, &c, 1); lseek(fd, 0, SEEK_SET);"),
    "handler that is put back": ("signal(SIGUSR1, SIG_DFL);", "signal(SIGUSR1, SIG_IGN); signal(SIGUSR1, SIG_DFL);"),
    "mask that is put back": ("umask(0);", "umask(077); umask(0);"),
}

# What the loop is in, where something is gone by that one does not see.
CODE = {
    "switch": ("""static int* volatile shown;
HIDDEN static void show(int* p) { shown = p; }
HIDDEN static int look(void) { return *shown; }
HIDDEN static void other(int i) { __asm__ volatile("" ::"r"(i) : "memory"); }
int kind = 3;
static void waits(void) {
  int n = 0, v;
  switch (kind) {
    case 0: other(5); break;
    case 1: other(17); break;
    case 2: other(1); other(8); break;
    case 3: show(&n); break;
    case 4: other(6); other(7); break;
    case 5: other(2); other(2); other(2); break;
  }
  while ((v = x) != 3) n = v;
  if (shown) assert(look() != 1);
}
""", NOTHING),
    "label": ("""static int* volatile shown;
HIDDEN static void show(int* p) { shown = p; }
HIDDEN static int look(void) { return *shown; }
int kind = 1;
static void waits(void) {
  static void* labels[] = {&&a, &&b, &&c};
  int n = 0, v;
  if (kind == 7) goto c;
  goto *labels[kind];
a:
  kind++;
  goto c;
b:
  show(&n);
c:
  while ((v = x) != 3) n = v;
  if (shown) assert(look() != 1);
}
""", NOTHING),
    "index of the thread's": ("""static __thread signed char seen[16] = {0, 7};
static void waits(void) {
  long n = 0;
  for (int v; (v = x) != 3;) {
    if (v == 1) n = 1;
    __asm__("" : "+r"(n));
  }
  assert(seen[n] != 7);
}
""", NOTHING),
    "function in a variable": ("""HIDDEN static void nothing(void) { __asm__ volatile(""); }
void (*handler)(void) = abort;
static void waits(void) {
  int n = 0, v;
  while ((v = x) != 3) n = v;
  handler();
  assert(n != 1);
}
""", "static void prepares(void) { handler = nothing; }\n"),
    "argument in memory": ("""struct numbers { long a[3]; };
static struct numbers* shown;
HIDDEN static void show(struct numbers* p) { __asm__ volatile("" ::: "memory"); shown = p; }
HIDDEN static long look(void) { __asm__ volatile("" ::: "memory"); return shown->a[1]; }
HIDDEN static long waits_with(struct numbers numbers) {
  show(&numbers);
  struct numbers* p = shown;
  for (int v; (v = x) != 3;) p->a[1] = v;
  return look();
}
static void waits(void) {
  struct numbers numbers = {{0, 0, 0}};
  assert(waits_with(numbers) != 1);
}
""", NOTHING),
    "nested function": ("""static void waits(void) {
  int n = 0, v, order[2] = {2, 1};
  int compare(const void* a, const void* b) { return (n == 1 ? 1 : -1) * (*(int*)a - *(int*)b); }
  while ((v = x) != 3) n = v;
  qsort(order, 2, sizeof *order, compare);
  assert(order[0] != 1);
}
""", NOTHING),  # of GCC alone
}


DEADLINE = """static void prepares(void) {}
static void waits(void) {
  time_t end = time(0) + 2;
  int late = 0;
  while (x != %d) {
    if (time(0) > end) {
      late = 1;
      break;
    }
    sleep(1);
  }
  graphfuzz_note("late", late);
}
"""
COMPILERS = ["gcc"] + (["clang"] if shutil.which("clang") else [])


class State(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        Path(self.folder.name, "text").write_text("123456789\n")

    def explore(self, text, level, compiler="gcc", model="sc"):
        source = Path(self.folder.name, "program.c")
        source.write_text(HEAD + text)
        run = subprocess.run([GRAPHFUZZ, str(source), "--exhaustive", "-m", model, "-j", "1", "-n", "1000", "--json",
                              "-", "--cflags", level, "--ldflags", "-lm"], capture_output=True, text=True,
                             cwd=self.folder.name, env={**os.environ, "CC": compiler})
        self.assertIn("{", run.stdout, text + run.stderr)
        return json.JSONDecoder().raw_decode(run.stdout[run.stdout.index("{"):])[0]

    def kinds(self, *arguments):
        return [bug["kind"] for bug in self.explore(*arguments)["bugs"]]

    def test_what_is_kept_of_a_thread_is_of_its_state(self):
        for name, (before, change, so) in KEPT.items():
            text = f"""static void prepares(void) {{}}
static void waits(void) {{
  {before}
  for (int v; (v = x) != 3;) {{
    if (v == 1) {{ {change} }}
  }}
  int so = {so};
  assert(so);
}}
"""
            for level in ("-O0", "-O2"):
                with self.subTest(name, level=level):
                    self.assertEqual(self.kinds(text, level), ["assertion"], text)

    def test_what_is_as_it_was_makes_no_difference(self):
        for name, (before, again) in SAME.items():
            text = f"""static void prepares(void) {{}}
static void waits(void) {{
  {before}
  while (x != 3) {{ {again} }}
}}
"""
            for level in ("-O0", "-O2"):
                with self.subTest(name, level=level):
                    found = self.explore(text, level)
                    self.assertTrue(found["complete"])
                    self.assertEqual([], found["bugs"])
                    self.assertEqual(1, found["graphs"], text)

    def test_code_that_is_not_seen_at_once(self):
        for name, (text, prepares) in CODE.items():
            for compiler in COMPILERS if name != "nested function" else ["gcc"]:
                for level in ("-O0", "-O1", "-O2"):
                    with self.subTest(name, compiler=compiler, level=level):
                        self.assertEqual(self.kinds(text + prepares, level, compiler), ["assertion"], text)

    def test_who_waits_until_a_time_has_come_gives_up(self):
        for level in ("-O0", "-O2"):
            found = self.explore(DEADLINE % 3, level)
            self.assertTrue(found["complete"])
            self.assertEqual([], found["bugs"])
            self.assertEqual(2, len(found["states"]), found["states"])
            never = self.explore(DEADLINE % 4, level)
            self.assertTrue(never["complete"])
            self.assertEqual([], never["bugs"])
            self.assertEqual(1, len(never["states"]), never["states"])

    def test_what_failed_attempts_to_set_a_lock_access_is_looked_at(self):
        text = """static atomic_int lock;
static int data;
static void prepares(void) {
  while (atomic_exchange(&lock, 1)) {}
  data = 1;
  atomic_store(&lock, 0);
}
static void waits(void) {
  while (atomic_exchange(&lock, 1))
    if (%s) return;
  atomic_store(&lock, 0);
}
"""
        for level in ("-O0", "-O2"):
            self.assertEqual(["race"], self.kinds(text % "data == 7", level, "gcc", "rc11"))
            self.assertEqual([], self.kinds(text % "x == 7", level))

    def test_how_long_one_has_slept_is_of_no_interest(self):
        text = """static void prepares(void) {}
static void waits(void) {
  while (x != 3) usleep(100);
}
"""
        for level in ("-O0", "-O2"):
            found = self.explore(text, level)
            self.assertTrue(found["complete"])
            self.assertEqual(1, found["graphs"])


if __name__ == "__main__":
    unittest.main()
