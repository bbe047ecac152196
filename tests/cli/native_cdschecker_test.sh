# Programs as they were written for CDSChecker and C11Tester: their first function is user_main(), and a thread's
# function returns nothing.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cat >pass.c <<'END_OF_SOURCE'
#include <threads.h>
#include <stdatomic.h>
#include "librace.h"
#include "model-assert.h"
static atomic_int flag;
static unsigned letter;
static thrd_t threads[2];
static void write_it(void *argument) {
  MODEL_ASSERT(thrd_current().priv == threads[0].priv || argument);
  store_32(&letter, 7);
  atomic_store_explicit(&flag, 1, PUBLISH);
}
static void read_it(void *argument) {
  bool there = atomic_load_explicit(&flag, memory_order_acquire);
  if (there) MODEL_ASSERT(load_32(&letter) == 7 && argument == &flag);
  else thrd_yield();
}
int user_main(int count, char **arguments) {
  if (count > 1) MODEL_ASSERT(arguments[1][0] != 'b');
  thrd_create(&threads[0], (thrd_start_t)&write_it, &flag);
  thrd_create(&threads[1], (thrd_start_t)&read_it, &flag);
  thrd_join(threads[0]);
  thrd_join(threads[1]);
  return 3;  // which says nothing
}
END_OF_SOURCE
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  check 0 "$GRAPHFUZZ" pass.c --cc $compiler --exhaustive --cflags -DPUBLISH=memory_order_release --json pass.json
  json pass.json 'r[0]["complete"] and r[0]["graphs"] == 2'
  check 1 "$GRAPHFUZZ" pass.c --cc $compiler --exhaustive --cflags -DPUBLISH=memory_order_relaxed
  has out "race: data race on letter: P1's plain write \(pass.c:10\) and P2's plain read \(pass.c:15\)"
  check 1 "$GRAPHFUZZ" pass.c --cc $compiler --exhaustive --cflags '-DPUBLISH=memory_order_release -DNDEBUG' -- b
  has out "Bug 1: assertion: pass.c:19.*arguments"
done

# Several sources, of which one alone has user_main(), which may return nothing; a read whose value nobody uses.
cat >first.c <<'END_OF_SOURCE'
#include "libthreads.h"
void look(void *argument);
static int shared;
void change(void);
void user_main() {
  thrd_t thread;
  thrd_create(&thread, &look, &shared);
  change();
  thrd_join(thread);
}
END_OF_SOURCE
cat >second.c <<'END_OF_SOURCE'
#include <stddef.h>
#include "librace.h"
void look(void *argument) { load_32(argument); }
void change(void) {}
END_OF_SOURCE
check 0 "$GRAPHFUZZ" first.c second.c --exhaustive
sed -i 's/change(void) {}/change(void) { extern int shared; store_32(\&shared, 1); }/' second.c
sed -i 's/^static int/int/' first.c
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for level in 0 1 2; do
    check 1 "$GRAPHFUZZ" first.c second.c --cc $compiler --exhaustive --cflags -O$level
    has out 'race: data race on shared'
  done
done

# C++, whose <stdatomic.h> is there before C++23, too, and whose functions are user_main() by C's rules.
cat >counts.cc <<'END_OF_SOURCE'
#include <stdatomic.h>
#include <threads.h>
#include "model-assert.h"
atomic<int> *count;
atomic_int ended;
void add(void *) {
  count->fetch_add(1, memory_order_relaxed);
  atomic_fetch_add_explicit(&ended, 1, memory_order_release);
}
int user_main(int, char **) {
  count = new atomic<int>(0);
  thrd_t threads[2];
  for (thrd_t &thread : threads) thrd_create(&thread, add, nullptr);
  if (atomic_load_explicit(&ended, memory_order_acquire) == 2) MODEL_ASSERT(*count == EXPECTED);
  for (thrd_t &thread : threads) thrd_join(thread);
  delete count;
  return 0;
}
END_OF_SOURCE
for compiler in g++ clang++; do
  command -v $compiler >/dev/null || continue
  for standard in 11 20; do
    check 0 "$GRAPHFUZZ" counts.cc --cxx $compiler --exhaustive --cflags "-std=c++$standard -DEXPECTED=2"
    check 1 "$GRAPHFUZZ" counts.cc --cxx $compiler --exhaustive --cflags "-std=c++$standard -DEXPECTED=1"
    has out 'assertion: counts.cc:14'
  done
done

# A program that has both is its own, and one that has another function of a name like that has the system's headers.
cat >both.c <<'END_OF_SOURCE'
#include <threads.h>
static void nothing(void *argument) { (void)argument; }
static int user_main(int count) {
  thrd_t thread;
  thrd_create(&thread, nothing, 0);
  return thrd_join(thread) + count;
}
int main(void) { return user_main(0); }
END_OF_SOURCE
check 0 "$GRAPHFUZZ" both.c --exhaustive
cat >system.c <<'END_OF_SOURCE'
#include <threads.h>
static int end_user_main(void *argument) { return argument == 0; }
int main(void) {
  thrd_t thread;
  int result = 0;
  thrd_create(&thread, end_user_main, 0);
  thrd_join(thread, &result);
  return result - 1;
}
END_OF_SOURCE
check 0 "$GRAPHFUZZ" system.c --exhaustive
