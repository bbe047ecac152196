# Which plain accesses are events: with --plain sc those to memory that races, with --plain sc-all those to all that is
# shared and written. Both find what comes of a race.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

# same FILE FILE: fails unless they tell of the same executions.
same() {
  python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(name))[0] for name in sys.argv[1:])
for key in ("complete", "graphs", "states"):
    assert a[key] == b[key], (key, a[key], b[key])
kinds = [sorted(bug["kind"] for bug in result["bugs"]) for result in (a, b)]
assert kinds[0] == kinds[1], kinds
END
}

cat >half.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked, flag;
static void* other(void* argument) {
  pthread_mutex_lock(&mutex);
  ++locked;
  pthread_mutex_unlock(&mutex);
  flag = 1;
  return argument;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&mutex);
  ++locked;
  int count = locked;
  pthread_mutex_unlock(&mutex);
  assert(!(flag == 1 && count == 1));
  pthread_join(thread, 0);
  assert(locked == 2);
}
END
for strategy in walk pct pos surw random optimal; do
  for plain in sc sc-all; do
    check 1 "$GRAPHFUZZ" half.c --plain $plain --model sc --strategy $strategy -n 1000 --json found.json
    json found.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
    has out 'flag=1'
    if [[ $plain == sc ]]; then hasnt out 'locked='; else has out 'locked='; fi
  done
done
# It is known where nothing is found out any more: in a replay, and in processes that take over what others know.
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/half.c-sc-assertion-*.json
has out 'flag=1'
check 1 "$GRAPHFUZZ" half.c --plain sc --model sc --exhaustive -j 2 --json found.json
json found.json 'r[0]["complete"] and [b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
# The same seed gives the same executions, whatever was learned on the way.
for strategy in walk pct mix; do
  for json in first second; do
    check 1 "$GRAPHFUZZ" half.c --plain sc --model sc --strategy $strategy --seed 3 -n 500 -q --json $json.json
  done
  same first.json second.json
  json first.json 'r[0]["executions"] == json.load(open("second.json"))[0]["executions"]'
done

# A race that is there in few executions: what is read then is found all the same, by searches that begin anew with it.
cat >rare.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int round, seen;
static int value;
static void* other(void* argument) {
  int late = atomic_load(&round) == 7;
  atomic_fetch_add(&seen, 1);
  if (late && atomic_load(&round) == 8) value = 1;
  return argument;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  for (int i = 1; i < 30; ++i) atomic_store(&round, i);
  assert(value == 0);
  pthread_join(thread, 0);
}
END
for plain in sc sc-all; do
  check 1 "$GRAPHFUZZ" rare.c --plain $plain --model sc --exhaustive --json $plain.json
  json $plain.json 'r[0]["complete"] and [b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
done

# It goes along with checkpoints and units.
check 1 "$GRAPHFUZZ" rare.c --plain sc --model sc --exhaustive --seed 1 -q --json whole.json
check "0|1|4" "$GRAPHFUZZ" rare.c --plain sc --model sc --exhaustive --seed 1 -q -n 5 --checkpoint kept
check 1 "$GRAPHFUZZ" resume kept -n 100000 -q --json parts.json
same whole.json parts.json
check "0|1|4" "$GRAPHFUZZ" split rare.c --plain sc --model sc --exhaustive --seed 1 --parts 3 -n 100000 -o units
for unit in units/*.unit; do check "0|1|4" "$GRAPHFUZZ" work "$unit" -o "$(basename "$unit").result" -q; done
check "0|1|4" "$GRAPHFUZZ" merge units/split.result ./*.unit.result -q -o all.result
check 1 "$GRAPHFUZZ" resume all.result -q --json parts.json
same whole.json parts.json

# Threads that wait for what others write plainly, wholly or besides something else, do not go round for ever.
cat >wait.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int flag, given_up;
static atomic_int ready;
static void* other(void* argument) {
  flag = 1;
  if (argument) given_up = 1;
  return argument;
}
int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, 0, other, argc > 1 ? &thread : 0);
  while (!flag) {}
  while (argc > 1 && !atomic_load(&ready) && !given_up) {}
  pthread_join(thread, 0);
}
END
for plain in sc sc-all relaxed; do
  for arguments in "" 1; do
    check 0 "$GRAPHFUZZ" wait.c --plain $plain --model sc --exhaustive --json found.json -- $arguments
    json found.json 'r[0]["complete"] and r[0]["graphs"] == 1'
  done
done

# Blocks of the heap, and what rc11 lets relaxed accesses read.
cat >heap.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct both { int x, y, kept; };
static int seen;
static void* other(void* argument) {
  struct both* block = argument;
  block->y = 1;
  seen = block->x;
  return argument;
}
int main() {
  struct both* block = calloc(1, sizeof(struct both));
  block->kept = 1;
  pthread_t thread;
  pthread_create(&thread, 0, other, block);
  block->x = 1;
  int too = block->y;
  pthread_join(thread, 0);
  assert(block->kept == 1 && (seen || too));
}
END
for plain in "" -all; do
  check 0 "$GRAPHFUZZ" heap.c --plain sc$plain --model sc --exhaustive
  check 0 "$GRAPHFUZZ" heap.c --plain sc$plain --model rc11 --exhaustive
  check 1 "$GRAPHFUZZ" heap.c --plain relaxed$plain --model rc11 --exhaustive --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
done

# What some access as a whole and others in parts is accessed part after part. Whoever comes in between does not change
# the parts that were read already, or those that are yet to be written.
cat >parts.c <<'END'
#include <graphfuzz/harness.h>
#include <pthread.h>
typedef union { unsigned char part[2]; unsigned short whole; } both;
static both is_read __attribute__((aligned(8))), is_written __attribute__((aligned(8)));
static void* other(void* argument) {
  is_read.part[0] = 1;
  is_read.part[1] = 1;
  is_written.part[1] = 2;
  return argument;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  unsigned short seen = is_read.whole;
  is_written.whole = 0x0101;
  graphfuzz_note("first", seen & 255);
  graphfuzz_note("second", seen >> 8);
  pthread_join(thread, 0);
  graphfuzz_note("last", is_written.part[1]);
}
END
cat >many-parts.c <<'END'
#include <graphfuzz/harness.h>
#include <pthread.h>
#include <string.h>
static unsigned char is_read[24] __attribute__((aligned(8))), is_written[24] __attribute__((aligned(8)));
static void* other(void* argument) {
  is_read[0] = 1;
  is_read[23] = 1;
  is_written[23] = 2;
  return argument;
}
int main() {
  pthread_t thread;
  unsigned char seen[24];
  pthread_create(&thread, 0, other, 0);
  memcpy(seen, is_read, 24);
  memset(is_written, 1, 24);
  graphfuzz_note("first", seen[0]);
  graphfuzz_note("second", seen[23]);
  pthread_join(thread, 0);
  graphfuzz_note("last", is_written[23]);
}
END
for program in parts many-parts; do
  check 0 "$GRAPHFUZZ" $program.c --plain sc --model sc --exhaustive --json found.json
  json found.json 'r[0]["complete"] and r[0]["graphs"] == 8 and r[0]["outcomes"] == 8'
done
for strategy in walk random; do
  check 0 "$GRAPHFUZZ" parts.c --plain sc --model sc --strategy $strategy --seed 1 -n 1000 --json found.json
  json found.json 'r[0]["outcomes"] == 8 and len(r[0]["bugs"]) == 0'
done

# A thread that waits for a plain write, in a loop without synchronisation, is no endless one: it is known to race by then.
# The other thread, which polls under the lock, is none either.
cat >phases.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int arriving = 1;
static int inside, seen;
static void lock(void) {
  while (pthread_mutex_trylock(&mutex)) {
  }
}
static void wait_for_other(void) {
  lock();
  while (!arriving) {
    pthread_mutex_unlock(&mutex);
    for (volatile int i = 0; !arriving && i < 3; i++) {
    }
    lock();
  }
  if (++inside == 2) arriving = 0;
  while (arriving) {
    pthread_mutex_unlock(&mutex);
    while (arriving) {
    }
    lock();
  }
  if (--inside == 0) arriving = 1;
  pthread_mutex_unlock(&mutex);
}
static void* work(void* argument) {
  __atomic_fetch_add(&seen, 1, __ATOMIC_RELAXED);
  wait_for_other();
  assert(__atomic_load_n(&seen, __ATOMIC_RELAXED) == 2);
  wait_for_other();
  return argument;
}
int main() {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
END
for strategy in walk mix; do
  check 0 "$GRAPHFUZZ" phases.c --plain sc --model sc --strategy $strategy --seed 1 -n 500 --json found.json
  json found.json 'not r[0]["truncated"] and [k["kind"] for k in r[0]["remarks"] if k["kind"] != "race"] == []'
done

# What is cleared as a whole has atomic members, and others: each member is a location, whoever comes first.
cat >cleared.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct counter {
  atomic_int* at;
  atomic_int value;
  int limit;
  char name[5];
}* c;
static void* add(void* unused) {
#ifdef NAMED
  c->name[3]++;
#endif
  assert(atomic_fetch_add(c->at, 1) >= c->limit);
  return unused;
}
int main(void) {
  pthread_t a, b;
  c = malloc(sizeof *c);
  memset(c, 0, sizeof *c);
  c->at = &c->value;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(c->value == 2);
}
END
for plain in watch sc sc-all; do
  check 0 "$GRAPHFUZZ" cleared.c -m sc --plain $plain --exhaustive --json cleared.json
  json cleared.json 'r[0]["complete"] and r[0]["graphs"] == 2'
done
# Under sc the increments have 4 graphs (one after the other, two ways, or both read 0, two ways), each with both orders
# of the updates.
for plain in sc sc-all; do
  check 0 "$GRAPHFUZZ" cleared.c -m sc --plain $plain --exhaustive --cflags -DNAMED --json $plain.json
  json $plain.json 'r[0]["complete"]'
done
python3 -c 'import json; a, b = (json.load(open(f))[0]["graphs"] for f in ("sc.json", "sc-all.json")); assert a == b == 8, (a, b)'

# Who clears two fields together does not tear them; nor does a smaller field beside them, or one that is atomic.
cat >torn.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static struct { int a, b; short c; char d; NEIGHBOUR e; } all;
static void* one(void* unused) { all.a = 0x0101; all.c = 0x0202; return unused; }
int main(void) {
  memset(&all, 0, sizeof all);
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  int a = all.a;
  short c = all.c;
  all.e++;
  pthread_join(thread, 0);
  assert((a == 0 || a == 0x0101) && (c == 0 || c == 0x0202));
}
END
for neighbour in char _Atomic\ char; do
  for options in '-m sc' '-m tso' '-m rc11 --plain relaxed' '-m sc --cc clang'; do
    case $options in *clang*) command -v clang >/dev/null || continue ;; esac
    check 0 "$GRAPHFUZZ" torn.c $options --exhaustive --cflags "'-DNEIGHBOUR=$neighbour' -O1" --json torn.json
    json torn.json 'r[0]["complete"] and r[0]["graphs"] == 4'  # each of a and c is old or new
  done
done

# Under models that know no races plain accesses are looked at all the same, where they race.
cat >buffering.c <<'END'
#include <assert.h>
#include <pthread.h>
static int x, y, r, s;
static void* one(void* unused) { x = 1; __asm__ volatile("" ::: "memory"); r = y; return unused; }
static void* two(void* unused) { y = 1; __asm__ volatile("" ::: "memory"); s = x; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r || s);
}
END
for model in tso pso ra relaxed; do
  check 1 "$GRAPHFUZZ" buffering.c -m $model --exhaustive --seed 1 --json buffering.json --replay-dir replays
  json buffering.json 'r[0]["graphs"] == 4 and {b["kind"] for b in r[0]["remarks"]} == {"race"}'
  check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("buffering.json"))[0]["bugs"][0]["replay"])')"
  has out 'assertion failed'
done
check 1 "$GRAPHFUZZ" buffering.c -m tso --exhaustive -j 2 --json buffering.json
json buffering.json 'r[0]["graphs"] == 4'
check 0 "$GRAPHFUZZ" buffering.c -m sc --exhaustive --json buffering.json
json buffering.json 'r[0]["graphs"] == 3 and r[0]["not_looked_for"] == []'
# If none is seen, that is said.
cat >locked.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* one(void* unused) {
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  one(0);
  pthread_join(thread, 0);
  return x != 2;
}
END
check 0 "$GRAPHFUZZ" locked.c -m tso --exhaustive
has out 'Not looked for: what data races lead to \(--plain relaxed\)\)$'
check 0 "$GRAPHFUZZ" locked.c -m tso --exhaustive --plain relaxed
hasnt out 'Not looked for'
check 0 "$GRAPHFUZZ" locked.c -m rc11 --exhaustive
hasnt out 'Not looked for'

# Who waits for a plain variable, again and again, is found to wait for it.
cat >busy.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static int data;
static void* one(void* unused) { data = 1; __sync_synchronize(); flag = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  while (!flag) {
  }
  assert(data == 1);
  pthread_join(thread, 0);
}
END
check 0 "$GRAPHFUZZ" busy.c -m sc --exhaustive --json busy.json
json busy.json 'r[0]["complete"] and r[0]["graphs"] == 1'

# Nor is it hidden that a program does not do the same each time.
cat >differs.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>
static atomic_int a;
static int x, r;
static void* one(void* unused) {
  x = 1;
  if (__rdtsc() & 64) atomic_store(&a, 1);
  else atomic_store(&a, 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  r = x;
  pthread_join(thread, 0);
}
END
check 0 "$GRAPHFUZZ" differs.c -m tso -n 20 --seed 1 --json differs.json
json differs.json '"unsupported" in {b["kind"] for b in r[0]["remarks"]} and not r[0]["complete"]'

# What the system has written is what others, and oneself, then read; what it has not written races with nobody.
cat >waits.c <<'END'
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>
static int ends[2], other;
static fd_set in, out;
static struct timeval left;
static struct pollfd fds[2];
static struct epoll_event events[8];
static void* one(void* unused) { events[7].data.fd = 1; fds[1].events = 0; RACE; return unused; }
int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  const int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLOUT, .data.fd = ends[1]};
  assert(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[1], &event) == 0);
  pthread_create(&thread, 0, one, 0);
  FD_SET(ends[0], &in);
  FD_SET(ends[1], &out);
  left.tv_sec = 3600;
  fds[0] = (struct pollfd){ends[1], POLLOUT, 0};
  assert(select(ends[1] + 1, &in, &out, 0, &left) == 1);
  assert(!FD_ISSET(ends[0], &in) && FD_ISSET(ends[1], &out) && left.tv_sec > 3500);
  assert(epoll_wait(epoll, events, 8, -1) == 1 && events[0].data.fd == ends[1]);
  assert(poll(fds, 1, -1) == 1 && fds[0].revents == POLLOUT);
  RACE;
  pthread_join(thread, 0);
}
END
check 0 "$GRAPHFUZZ" waits.c --exhaustive --cflags -DRACE=
for options in '-m rc11 --plain relaxed-all' '-m tso' '-m sc --plain sc-all'; do
  check 0 "$GRAPHFUZZ" waits.c $options --exhaustive --cflags -DRACE=other++
done

# A model in cat that says what a race is decides that itself: of plain accesses that are events, then, and of what is
# allocated and freed by what it calls hb.
rc11=$SOURCE_DIR/memory_models/rc11.cat
check 0 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/c/mp-plain-2.c" -m "$rc11" --exhaustive
check 1 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/c/mp-plain-2-broken-relaxed.c" -m "$rc11" --exhaustive --json found.json
json found.json '"race" in [b["kind"] for b in r[0]["bugs"]]'
has out 'W data=1 na'
hasnt out 'not explored'
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/mp-plain-2-broken-relaxed.c-*-race-*.json
# Where every read synchronises nothing races; where none does, what is synchronised races, too.
sed 's/^let sw = .*/let sw = rf/' "$rc11" >stronger.cat
sed 's/^let sw = .*/let sw = 0/' "$rc11" >weaker.cat
check 0 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/c/mp-plain-2-broken-relaxed.c" -m stronger.cat --exhaustive
check 1 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/c/mp-plain-2.c" -m weaker.cat --exhaustive --json found.json
json found.json '"race" in [b["kind"] for b in r[0]["bugs"]]'
cat >handed-over.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int*) box;
static atomic_int done;
static void* use(void* argument) {
  int* const block = atomic_load_explicit(&box, memory_order_acquire);
  if (block == 0) return argument;
  if (*block == 0) return argument;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}
int main() {
  pthread_t thread;
  int* const block = malloc(sizeof *block);
  *block = 1;
  pthread_create(&thread, 0, use, 0);
  atomic_store_explicit(&box, block, memory_order_release);
  if (atomic_load_explicit(&done, memory_order_relaxed) == 1) free(block);
  pthread_join(thread, 0);
}
END
sed 's/\<hb\>/happens/g' "$rc11" >nameless.cat
for model in rc11 "$rc11"; do
  check 1 "$GRAPHFUZZ" handed-over.c -m "$model" --exhaustive --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["race"]'
done
for model in stronger.cat nameless.cat; do
  check 0 "$GRAPHFUZZ" handed-over.c -m "$model" --exhaustive
done

# Volatile accesses are plain ones, which race, or relaxed atomic ones, which do not, and are seen in any order.
cat >volatile.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile int flag, data;
static void* one(void* unused) { data = 1; flag = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  const int seen = flag, value = data;
  assert(!REORDERED || !seen || value);
  pthread_join(thread, 0);
}
END
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  check 1 "$GRAPHFUZZ" volatile.c --cc $compiler --exhaustive --cflags -DREORDERED=0 --json volatile.json
  json volatile.json '{b["kind"] for b in r[0]["bugs"]} == {"race"}'
  check 0 "$GRAPHFUZZ" volatile.c --cc $compiler --exhaustive --cflags -DREORDERED=0 --volatile relaxed --json volatile.json
  json volatile.json 'r[0]["graphs"] == 4 and r[0]["complete"]'
  check 1 "$GRAPHFUZZ" volatile.c --cc $compiler --exhaustive --cflags -DREORDERED=1 --volatile relaxed --json volatile.json
  json volatile.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
done

# Schedules are for sc alone, and say how deep they look.
check 2 "$GRAPHFUZZ" half.c --strategy pct -m rc11
has err 'enough under sc alone'
check 1 "$GRAPHFUZZ" half.c --plain sc --model sc --strategy pct --depth 2 -n 100 --seed 1
has out '^Strategy +pct of depth 2'
