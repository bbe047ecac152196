# The engine goes back in a running program to try out what threads would do, and does everything again where it cannot.
# Both come to the same.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache
programs=$SOURCE_DIR/tests/runtime/marks

cat >same.py <<'END'
import json, sys
ONLY = ("executions", "blocked", "truncated", "graphs", "graphs_rf", "states", "verdict", "bugs")
one, other = (json.load(open(file))[0] for file in sys.argv[1:])
for key in ONLY:
    assert one[key] == other[key], f"{key}: {one[key]}\n{other[key]}"
END
# compare_both PROGRAM OPTIONS WORDS: with and without going back, which a file that is open keeps the engine from.
compare_both() {
  check 0 "$GRAPHFUZZ" "$programs/$1" $2 --seed 1 --json back.json -- $3
  check 0 "$GRAPHFUZZ" "$programs/$1" $2 --seed 1 --json again.json -- $3 open
  python3 same.py back.json again.json || { echo "$*"; exit 1; }
}
for options in '--strategy random' '--strategy mix' '--plain sc --model sc --strategy pct' '--model tso --strategy random'; do
  compare_both long_waits.cpp "$options -n 100" ''
  json back.json 'len(r[0]["states"]) > 20'
  compare_both ends.cpp "$options -n 50" ''
  compare_both ends.cpp "$options -n 20" blocks
  compare_both words.cpp "$options -n 20" ''
done

# Where a thread was long ago is found, however much it has read since: an iteration of many reads waits, and one that
# counts does not.
cat >polls.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
enum { kFlags = 40, kTries = 50 };
static atomic_int flags[kFlags], x;
static void* write_last(void* argument) {
  atomic_store(&flags[kFlags - 1], 1);
  atomic_store(&x, 1);
  return argument;
}
int main(int count, char** words) {
  (void)words;
  pthread_t thread;
  for (int i = 0; i < kFlags - 1; i++) atomic_init(&flags[i], 1);
  pthread_create(&thread, 0, write_last, 0);
  if (count == 1) {
    int ready;
    do {
      ready = 1;
      for (int i = 0; i < kFlags; i++) ready &= atomic_load(&flags[i]);
    } while (!ready);
  } else {
    int tries = 0;
    while (tries < kTries && atomic_load(&x) == 0) tries++;
  }
  pthread_join(thread, 0);
  return 0;
}
END
check 0 "$GRAPHFUZZ" polls.c --exhaustive --json waits.json
json waits.json 'r[0]["complete"] and r[0]["graphs"] == 1'
check 0 "$GRAPHFUZZ" polls.c --exhaustive --json counts.json -- tries
json counts.json 'r[0]["complete"] and r[0]["graphs"] == 51'
