# Native programs in several processes, in parts, stopped and gone on with: the same graphs as in one run. What ends a
# worker costs a part of the work at most.
set -eu
shopt -s nullglob
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache
programs=$SOURCE_DIR/litmus/c

# same FILE FILE: fails unless they tell of the same graphs, all of them.
same() {
  python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(name))[0] for name in sys.argv[1:])
assert a["complete"] and b["complete"], (a["complete"], b["complete"], b["lost"])
for key in ("graphs", "positive", "negative", "states"):
    assert a[key] == b[key], (key, a[key], b[key])
assert sorted(x["kind"] for x in a["bugs"]) == sorted(x["kind"] for x in b["bugs"]), (a["bugs"], b["bugs"])
END
}

whole() { "$GRAPHFUZZ" --exhaustive "$1" --seed 1 -q --json whole.json >out || [[ $? == 1 ]]; }

# Main waits in a loop, too: what its state is does not depend on what the engine has computed before.
cat >main-waits.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void* add(void* argument) {
  int old = atomic_load_explicit(&count, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&count, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
  add(0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
END
for workers in 1 2; do
  check 0 "$GRAPHFUZZ" --exhaustive main-waits.c --seed 1 -q -j $workers --json counted.json
  json counted.json 'r[0]["graphs"] == 6 and r[0]["complete"]'
done

for program in ttas-lock-3 treiber-stack-3 ms-queue-3 seqlock-3; do
  file=$(ls "$programs/$program".c*)
  whole "$file"
  for workers in 2 3; do
    "$GRAPHFUZZ" --exhaustive "$file" --seed 1 -q -j $workers --json parts.json >out || [[ $? == 1 ]]
    same whole.json parts.json
  done

  # In files.
  rm -rf units ./*.result kept
  check 0 "$GRAPHFUZZ" split --exhaustive "$file" --seed 1 --parts 2 -n 100000 -o units
  number=0
  for unit in units/*.unit; do
    number=$((number + 1))
    check 0 "$GRAPHFUZZ" work "$unit" -o $number.result -q
  done
  check 0 "$GRAPHFUZZ" merge units/split.result ./*.result -q --json parts.json
  same whole.json parts.json

  # Stopped.
  check "0|4" "$GRAPHFUZZ" --exhaustive "$file" --seed 1 -q -n 7 --checkpoint kept
  check 0 "$GRAPHFUZZ" resume kept -n 100000 -q --json parts.json
  same whole.json parts.json
done
# Under sc, where plain accesses that race are explored without being asked for.
check "0|4" "$GRAPHFUZZ" --exhaustive "$programs/ttas-lock-3.c" --model sc --seed 1 -q -n 2 --checkpoint kept-sc
check 0 "$GRAPHFUZZ" resume kept-sc -n 100000 -q --json parts.json
json parts.json 'r[0]["complete"]'

# As one that samples: the workers' graphs are put together.
check 0 "$GRAPHFUZZ" "$programs/ttas-lock-3.c" --strategy mix -n 20000 --seed 1 -q -j 2 --json sampled.json
json sampled.json 'r[0]["graphs"] == 36'

# Races that are lived through are remarked on, whoever has run the program.
raced() { json "$1" '[b["kind"] for b in r[0]["remarks"]] == ["race"] and "tail" in r[0]["remarks"][0]["message"]'; }
racing=("$programs/pthread/wsq-bad.c" --plain sc --model sc --seed 1)
for strategy in optimal walk; do
  for workers in 1 2; do
    check 1 "$GRAPHFUZZ" "${racing[@]}" --strategy $strategy -n 500 -q -j $workers --json parts.json
    raced parts.json
    rm -f kept
    check "0|1" "$GRAPHFUZZ" "${racing[@]}" --strategy $strategy -n 2 -q -j $workers --checkpoint kept
    check "0|1" "$GRAPHFUZZ" resume kept -n 100 -q --json parts.json
    raced parts.json
  done
done
rm -rf units
check "0|1" "$GRAPHFUZZ" split "${racing[@]}" --exhaustive --parts 2 -n 1000 -o units
check "0|1" "$GRAPHFUZZ" merge units/split.result -q --json parts.json
raced parts.json

# What it was built with, and what it was given, goes along.
mkdir sources
cat >sources/steps.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int steps;
static void* go(void* argument) {
  for (int i = 0; i < steps; ++i) atomic_fetch_add(&x, STEP);
  atomic_store(&y, 1);
  return argument;
}
int main(int argc, char** argv) {
  steps = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t a, b;
  pthread_create(&a, 0, go, 0);
  pthread_create(&b, 0, go, 0);
  assert(atomic_load(&y) == 0 || atomic_load(&x) != BAD);
}
END
check 1 "$GRAPHFUZZ" --exhaustive sources/steps.c --cflags "-DSTEP=2 -DBAD=6" --seed 1 -q --json whole.json -- 2
check "0|1|4" "$GRAPHFUZZ" --exhaustive sources/steps.c --cflags "-DSTEP=2 -DBAD=6" --seed 1 -q -n 5 --checkpoint kept -- 2
mkdir -p elsewhere
cd elsewhere
check 1 "$GRAPHFUZZ" resume ../kept -n 100000 -q --json ../parts.json --checkpoint ../kept2
for replay in ../graphfuzz-replays/steps.c-*assert*.json; do
  check 1 "$GRAPHFUZZ" --replay "$replay"
  has out 'assertion'
done
cd ..
same whole.json parts.json
check "0|1" "$GRAPHFUZZ" split --exhaustive sources/steps.c --cflags "-DSTEP=2 -DBAD=6" --seed 1 -p 2 -n 20 -o built -- 2
unit=$(ls built/*.unit | head -n 1)
check "0|1" "$GRAPHFUZZ" work "$unit" -o 1.result

# Another program by the same name is refused; reports need none.
sed -i 's/y) == 0/y) == 1/' sources/steps.c
check 2 "$GRAPHFUZZ" resume kept
has err 'kept: sources/steps.c is not what it was'
check 2 "$GRAPHFUZZ" work "$unit" -o 2.result
has err 'is not what it was'
for replay in graphfuzz-replays/steps.c-*assert*.json; do
  "$GRAPHFUZZ" --replay "$replay" >out 2>err || true
  has err 'is not what it was'
done
rm sources/steps.c
check 2 "$GRAPHFUZZ" resume kept
has err 'kept: is about sources/steps.c, which is not there'
check "0|1|4" "$GRAPHFUZZ" merge built/split.result 1.result -q

# What is seen in one graph of many makes all executions others: whoever merges is told, and who resumes that begins anew.
cat >late.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flags[10];
static int count;
static void* raise(void* argument) {
  for (int i = 0; i < 10; ++i) atomic_store_explicit(&flags[i], 1, memory_order_relaxed);
  return argument;
}
static void* look(void* argument) {
  int seen = 0;
  for (int i = 0; i < 10; ++i) seen |= atomic_load_explicit(&flags[i], memory_order_relaxed) << i;
  if (seen == 0x155) atomic_fetch_add((atomic_int*)&count, 1);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  ++count;
  pthread_create(&threads[0], 0, raise, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END
check 0 "$GRAPHFUZZ" split late.c --exhaustive --parts 2 -n 3 --seed 1 -o late
for unit in late/*.unit; do check 0 "$GRAPHFUZZ" work "$unit" -n 100000 -o "$unit.result"; done
check 0 "$GRAPHFUZZ" merge late/split.result late/*.unit.result -o late/all -q
has err 'warning: something was learned of the program that changes its executions'
check 0 "$GRAPHFUZZ" resume late/all -n 100000 -q --json late.json
json late.json 'r[0]["complete"] and r[0]["graphs"] == 1024'

# One that ends its process in a way that nobody can catch, once: nothing is lost.
cat >kills.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
// Nobody stands in for this.
static void kill_process(void) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_kill), "D"(syscall(SYS_getpid)), "S"(SIGKILL) : "rcx", "r11", "memory");
}
static atomic_int x, y;
static void* writer(void* argument) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_store(&x, 2);
  atomic_store(&y, 2);
  return argument;
}
static void* reader(void* argument) {
  if (atomic_load(&y) == 1 && atomic_load(&x) == 2 && atomic_load(&y) == 2 &&
      syscall(SYS_mkdir, MARK, 0700) >= 0) {
    kill_process();
  }
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, reader, 0);
}
END
mkdir mark
check 0 "$GRAPHFUZZ" --exhaustive kills.c --cflags '-DMARK=\"mark\"' --seed 1 -q --json whole.json
rmdir mark
check 0 "$GRAPHFUZZ" --exhaustive kills.c --cflags '-DMARK=\"mark\"' --seed 1 -q -j 2 --json parts.json
has err 'was killed by signal 9 .*; another one tries it'
same whole.json parts.json

# Always: what is lost is told.
cat >dies.c <<'END'
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
// Nobody stands in for this.
static void kill_process(void) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_kill), "D"(syscall(SYS_getpid)), "S"(SIGKILL) : "rcx", "r11", "memory");
}
int main(void) { kill_process(); }
END
check 4 "$GRAPHFUZZ" --exhaustive dies.c --seed 1 -q -j 2 --json lost.json
has err 'was killed by signal 9 .*, twice'
json lost.json 'not r[0]["complete"] and "killed by signal 9" in r[0]["lost"]'

# Ctrl-C, as soon as it can be: when it is still to be found out what there is to know.
cat >slow.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* go(void* argument) {
  for (int i = 0; i < 3000; ++i) atomic_fetch_add(&x, 1);
  return argument;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, go, 0);
}
END
for workers in 1 2; do
  for delay in 0.6 1.5; do
    "$GRAPHFUZZ" --exhaustive slow.c --seed 1 -q -j $workers >out 2>err &
    campaign=$!
    sleep $delay
    kill -INT $campaign
    start=$(date +%s%N)
    wait $campaign || true
    took=$((($(date +%s%N) - start) / 1000000))
    [[ $took -lt 1500 ]] || { echo "Ctrl-C took $took ms with $workers workers"; exit 1; }
  done
done

# A witness of an outcome, as it is listed or without its last semicolon.
cat >note.c <<'END'
#include <graphfuzz/harness.h>
int main(void) { graphfuzz_note("r", graphfuzz_choose(3)); }
END
for state in 'r=1;' 'r=1'; do
  check 1 "$GRAPHFUZZ" witness note.c --state "$state" -o witness.json
done
check 0 "$GRAPHFUZZ" witness note.c --state 'r=3' -o witness.json
