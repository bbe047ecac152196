# Programs as the competition on software verification has them: functions that are one step by their names, functions
# that are `inline` and no more, errors that do nothing, numbers that may be any.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cat >declarations.h <<'END'
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
#define CHECK(e) if (!(e)) { ERROR: { reach_error(); abort(); } }
END

# A function that is one step is one also where compilers would inline it, and no loop makes it two.
cat >spin.c <<'END'
#include <pthread.h>
#include "declarations.h"
int taken, inside;
STEP(volatile int* lock, int* was) {
  *was = *lock;
  *lock = 1;
}
inline void enter(void) {
  int was;
  TAKE(&taken, &was);
  while (was) TAKE(&taken, &was);
}
inline void leave(void) { taken = 0; }
void* work(void* argument) {
  enter();
  ++inside;
  CHECK(inside == 1);
  --inside;
  leave();
  return argument;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END
step='-DTAKE=__VERIFIER_atomic_take -DSTEP=void/**/__VERIFIER_atomic_take'
two='-DTAKE=take -DSTEP=void/**/take'
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for options in "" "--plain sc" "--cflags -O2"; do
    flags=${options#--cflags }
    [[ $flags != "$options" ]] && options="" || flags=""
    # shellcheck disable=SC2086
    check 0 "$GRAPHFUZZ" spin.c --cc $compiler -m sc --unroll 3 -n 2000 --cflags "$flags $step" $options
    # shellcheck disable=SC2086
    check 1 "$GRAPHFUZZ" spin.c --cc $compiler -m sc --unroll 3 -n 2000 --cflags "$flags $two" $options
  done
done

# Functions of several sources are as they were.
echo 'inline int twice(int n) { return 2 * n; }' >twice.h
printf '#include "twice.h"\nextern inline int twice(int);\n' >twice.c
printf '#include "twice.h"\nint main(void) { return twice(0); }\n' >uses.c
check 0 "$GRAPHFUZZ" uses.c twice.c --cflags -O0
printf 'extern inline int twice(int n) { return 2 * n; }\nint main(void) { return twice(0); }\n' >both.c
check 0 "$GRAPHFUZZ" both.c --cflags -O0

# To call reach_error is the error, whatever it does; abort() is none then.
for body in "" "printf(\"\");" "assert(0);" "return;"; do
  cat >reach.c <<END
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static void unless(int holds) {
  if (!holds) { reach_error(); abort(); }
}
void reach_error(void) { $body }
int main(void) {
  if (__VERIFIER_nondet_int() != 0) abort();
  unless(REACHED);
}
END
  gcc -E -P reach.c -DREACHED=0 -o reach.i
  for options in "" "--cflags -O2" "--plain sc"; do
    # shellcheck disable=SC2086
    check 1 "$GRAPHFUZZ" reach.i -m sc --exhaustive $options
    has out 'Bug 1: assertion:'
  done
  check 1 "$GRAPHFUZZ" reach.c -m sc --exhaustive --cflags -DREACHED=0
  has out 'reach.c:9'
  check 0 "$GRAPHFUZZ" reach.c -m sc --exhaustive --cflags -DREACHED=1
done

# What only looks like its definition is none, and what it is declared beside is the program's.
cat >looks.c <<'END'
static void reach_error_not(void) {}
void reach_error(void);
static void (*functions[1])(void) = { &reach_error };
static int used = sizeof functions + 0 * sizeof &reach_error, other[] = { 1 };
int __VERIFIER_error(int number) { return number; }
int main(void) {
  reach_error_not();
  return used + other[0] == 0;
}
void reach_error(void) { functions[0](); }
END
check 0 "$GRAPHFUZZ" looks.c -m sc --exhaustive --cflags '-Wnested-externs -Wredundant-decls -Werror'
# Two functions of the same body, of which one is a section, are two.
cat >same.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
__attribute__((noinline)) void __VERIFIER_atomic_both(void) { x = 1; x = 2; }
__attribute__((noinline)) void both(void) { x = 1; x = 2; }
static void* look(void* argument) { assert(x != 1); return argument; }
int main(int count, char** arguments) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  if (count > 1) both(); else __VERIFIER_atomic_both();
  pthread_join(thread, 0);
  return arguments == 0;
}
END
for level in 1 2 3; do
  check 0 "$GRAPHFUZZ" same.c -m sc --exhaustive --cflags "-O$level"
  check 1 "$GRAPHFUZZ" same.c -m sc --exhaustive --cflags "-O$level" -- x
done

# Of a number that may be any, those are tried that the program asks about, however its code does: in a range, in a
# switch, next to a bound. What it does not ask about is not tried, and the other values still are.
cat >range.c <<'END'
#include <limits.h>
#include "declarations.h"
#include <graphfuzz/harness.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (!(n >= LOW && n <= HIGH)) abort();
  graphfuzz_note("n", n);
}
END
cat >past.c <<'END'
#include "declarations.h"
static volatile unsigned n;
int main(void) {
  n = __VERIFIER_nondet_uint();
  if (n > 1000 && n < 2000) CHECK(0);
}
END
cat >signs.c <<'END'
#include "declarations.h"
extern short __VERIFIER_nondet_short(void);
int main(void) {
#ifdef SHORT
  if (__VERIFIER_nondet_short() == -300) CHECK(0);
#else
  if (__VERIFIER_nondet_uint() == 3000000000u) CHECK(0);
#endif
}
END
for flags in -O0 -O1 -O2; do
  check 1 "$GRAPHFUZZ" signs.c -m sc --exhaustive --cflags $flags
  check 1 "$GRAPHFUZZ" signs.c -m sc --exhaustive --cflags "$flags -DSHORT"
  for range in "5 10" "-40 -7" "100 100" "-3 12"; do
    read -r low high <<<"$range"
    check 0 "$GRAPHFUZZ" range.c -m sc --exhaustive --cflags "$flags -DLOW=$low -DHIGH=$high" --json range.json
    has out " n=($low|$high);"
    json range.json 'r[0]["complete"]'
  done
  check 1 "$GRAPHFUZZ" past.c -m sc --exhaustive --cflags $flags
  check 1 "$GRAPHFUZZ" past.c -m sc --exhaustive --fork --cflags $flags
done

# Programs for Dartagnan.
cat >spins.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <dat3m.h>
static atomic_int x;
static void* set(void* argument) {
  x = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  __VERIFIER_loop_bound(3);
  for (int i = 0; i < 2; ++i) {}
  await_while(x == 0) {}
  __VERIFIER_assert(x == 1);
}
END
check 0 "$GRAPHFUZZ" spins.c --exhaustive --json spins.json
json spins.json 'r[0]["complete"] and r[0]["graphs"] == 1'

# Of what may be any value some are tried: nothing is said of the others. All of a bool's are, and of a choice of ours.
cat >any.c <<'END'
#include <graphfuzz/harness.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
#ifdef ALL
  return __VERIFIER_nondet_bool() + (int)graphfuzz_choose(3) > 3;
#else
  const long one = __VERIFIER_nondet_int();
  return one * one + __VERIFIER_nondet_uchar() == 5929;  // of 77, which is not tried
#endif
}
END
for options in "" "--exhaustive" "-j 2 --exhaustive" "--fork --exhaustive"; do
  # shellcheck disable=SC2086
  check 0 "$GRAPHFUZZ" any.c $options --json found.json --html found.html
  has out '^No bug in any execution with the values that are tried, and all of them were visited: never$'
  has out '^Remark: .*of the values of __VERIFIER_nondet_int, __VERIFIER_nondet_uchar, some are tried'
  json found.json '[m["kind"] for m in r[0]["remarks"]] == ["values"] and r[0]["complete"]'
  grep -q 'No bug in any execution with the values that are tried' found.html
  # shellcheck disable=SC2086
  check 0 "$GRAPHFUZZ" any.c $options --cflags -DALL --json found.json
  has out '^No bug in any execution, and all of them were visited: never$'
  json found.json 'r[0]["remarks"] == []'
done
check 0 "$GRAPHFUZZ" any.c --exhaustive -n 2 --checkpoint some.gfc
check 0 "$GRAPHFUZZ" resume some.gfc -n 1000
has out '^Remark: .*of the values of __VERIFIER_nondet_int'

# Where __VERIFIER_error is the error, abort() is none.
cat >assumes.c <<'END_OF_SOURCE'
extern void abort(void);
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
volatile int wrong = WRONG;
int main(void) {
  if (__VERIFIER_nondet_bool()) abort();
  if (wrong) __VERIFIER_error();
}
END_OF_SOURCE
check 0 "$GRAPHFUZZ" assumes.c --exhaustive --cflags -DWRONG=0
check 1 "$GRAPHFUZZ" assumes.c --exhaustive --cflags -DWRONG=1 --json assumes.json
json assumes.json 'len(r[0]["bugs"]) == 1'

# Numbers of each type that the competition has: 0 is among them, and the program is told of each.
cat >types.c <<'END_OF_SOURCE'
#include <graphfuzz/harness.h>
#define TYPE(T, NAME)                 \
  case __LINE__: {                    \
    extern T __VERIFIER_nondet_##NAME(void); \
    if (__VERIFIER_nondet_##NAME() == 0) graphfuzz_note(#NAME, 0); \
    break;                            \
  }
int main(void) {
  switch ((int)graphfuzz_choose(COUNT) + FIRST) {
#line 1
    TYPE(_Bool, bool)
    TYPE(char, char)
    TYPE(unsigned char, uchar)
    TYPE(short, short)
    TYPE(unsigned short, ushort)
    TYPE(int, int)
    TYPE(unsigned, uint)
    TYPE(long, long)
    TYPE(unsigned long, ulong)
    TYPE(long long, longlong)
    TYPE(unsigned long long, ulonglong)
    TYPE(float, float)
    TYPE(double, double)
    TYPE(void*, pointer)
    TYPE(long, loff_t)
    TYPE(unsigned long, size_t)
    TYPE(unsigned char, unsigned_char)
    TYPE(unsigned, unsigned_int)
    TYPE(unsigned long, unsigned_long)
  }
  return 0;
}
END_OF_SOURCE
check 0 "$GRAPHFUZZ" types.c --exhaustive --cflags '-DCOUNT=19 -DFIRST=1' --json types.json
for type in bool char uchar short ushort int uint long ulong longlong ulonglong float double pointer loff_t size_t \
  unsigned_char unsigned_int unsigned_long; do
  has out " $type=0;"
done
