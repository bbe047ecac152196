# Sections of the competition on software verification (__VERIFIER_atomic_begin, _end). One that makes a single access is
# that access: a program that is written with them has the graphs, the waiting loops and the outcomes of the same one
# with atomic objects. Where one makes several, they keep each other out.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cat >access.h <<'END'
#include <assert.h>
#include <pthread.h>
#ifdef ATOMIC
#include <stdatomic.h>
#define SHARED static atomic_int
#define GET(from, to) to = atomic_load(&from)
#define PUT(to, value) atomic_store(&to, value)
#else
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define SHARED static int
#define GET(from, to)        \
  __VERIFIER_atomic_begin(); \
  to = from;                 \
  __VERIFIER_atomic_end()
#define PUT(to, value)       \
  __VERIFIER_atomic_begin(); \
  to = value;                \
  __VERIFIER_atomic_end()
#endif
END
cat >peterson.c <<'END'
#include "access.h"
SHARED wants[2], last, inside;
static void* enter(void* argument) {
  const int me = argument != 0;
  int other, who;
  PUT(wants[me], 1);
#ifndef BROKEN
  PUT(last, me);
#endif
  GET(wants[1 - me], other);
  GET(last, who);
  while (other && who == me) {
    GET(wants[1 - me], other);
    GET(last, who);
  }
  PUT(inside, me);
  GET(inside, who);
  assert(who == me);
  PUT(wants[me], 0);
  return 0;
}
int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, enter, 0);
  pthread_create(&threads[1], 0, enter, threads);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END

# counts NAME OPTION…: what an exhaustive search finds.
counts() {
  local name=$1
  shift
  "$GRAPHFUZZ" peterson.c --model sc --exhaustive "$@" --json "$name.json" >out 2>err || [[ $? -eq 1 ]]
  python3 - "$name.json" <<'END'
import json, sys
r = json.load(open(sys.argv[1]))[0]
print(r["complete"], r["graphs"], sorted(b["kind"] for b in r["bugs"]))
END
}
for flags in "" -DBROKEN; do
  atomic=$(counts atomic --cflags "-DATOMIC $flags")
  [[ $atomic == True* ]] || { echo "expected all graphs, found $atomic"; exit 1; }
  for options in "" "--plain sc" "-j 2" --fork "--cc clang"; do
    [[ $options != *clang* ]] || command -v clang >/dev/null || continue
    # shellcheck disable=SC2086
    found=$(counts sections --cflags "-O1 $flags" $options)
    expected=$atomic
    # Clang makes one of the reads before the loop and those in it.
    [[ $options != *clang* ]] || expected=$(counts atomic --cflags "-O1 -DATOMIC $flags" $options)
    [[ $found == "$expected" ]] || { echo "$flags $options: expected $expected as with atomic objects, found $found"; exit 1; }
  done
done
[[ $atomic == *assertion* ]] || { echo "expected the broken one to fail, found $atomic"; exit 1; }
check 0 "$GRAPHFUZZ" peterson.c --model sc --strategy walk -n 1000
check 1 "$GRAPHFUZZ" peterson.c --model sc --strategy walk -n 1000 --cflags -DBROKEN
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/peterson.c-sc-assertion-*.json

# Several accesses in one: no increment is lost, also where a section of one access may come in between.
cat >several.c <<'END'
#include "access.h"
SHARED count;
static void* add(void* argument) {
  int now;
  __VERIFIER_atomic_begin();
  now = count;
  count = now + 1;
  __VERIFIER_atomic_end();
  return argument;
}
int main() {
  pthread_t thread;
  int all;
  pthread_create(&thread, 0, add, 0);
  PUT(count, 5);
  pthread_join(thread, 0);
  GET(count, all);
  assert(all == 5 || all == LATER);
}
END
for options in "" "-j 2" --fork; do
  # shellcheck disable=SC2086
  check 0 "$GRAPHFUZZ" several.c --model sc --exhaustive --cflags -DLATER=6 --json several.json $options
  json several.json 'r[0]["complete"] and r[0]["graphs"] == 2'
  # shellcheck disable=SC2086
  check 1 "$GRAPHFUZZ" several.c --model sc --exhaustive --cflags -DLATER=1 $options
done

# Who ends the program in a section lets nobody see what it has done there.
cat >exits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <graphfuzz/harness.h>
static atomic_int x;
static void* end(void* argument) {
  graphfuzz_begin_atomic();
  x = 1;
  exit(0);
  return argument;
}
static void* look(void* argument) {
  assert(x == 0);
  return argument;
}
int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, end, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END
check 0 "$GRAPHFUZZ" exits.c --model sc --exhaustive --json exits.json
json exits.json 'r[0]["complete"] and r[0]["graphs"] == 1 and r[0]["blocked"] == 1'
