# What native programs may do wrong is found as what it is, with the line, the output of the program, and a replay that
# shows the same; nothing of it ends the campaign. The programs are those of tests/runtime/findings, which say in their
# headers what is expected.
# Takes minutes.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

programs=$SOURCE_DIR/tests/runtime/findings
[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

for program in "$programs"/*; do
  expected=$(sed -n 's,^// bug: ,,p' "$program")
  read -ra options <<<"$(sed -n 's,^// options: ,,p' "$program")"
  code=1
  [[ $expected == none ]] && code=0
  check $code "$GRAPHFUZZ" "$program" "${options[@]}" --exhaustive --json found.json
  # Nobody knows what would come after what is not supported. The line is one of the program, and all of it repeats.
  json found.json '
    ("'"$expected"'" == "none" and not r[0]["bugs"] or "'"$expected"'" in [b["kind"] for b in r[0]["bugs"]])
    and r[0]["complete"] == ("'"$expected"'" != "unsupported")
    and all("'"$(basename "$program")"':" in b["message"] or b["kind"] == "race" for b in r[0]["bugs"])
    and not any(b["differs"] for b in r[0]["bugs"])'
done

# What is freed is so under every model.
for model in sc tso ra relaxed; do
  check 1 "$GRAPHFUZZ" "$programs/wait_use_after_free.c" -m "$model" --exhaustive --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["use-after-free"]'
done

# A thread whose first act is a failure has failed once.
cat >at_once.c <<'END'
#include <assert.h>
#include <pthread.h>
static void* work(void* argument) {
  assert(argument != 0);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
END
check 1 "$GRAPHFUZZ" at_once.c --exhaustive
[[ $(grep -c 'error: at_once.c:4' out) == 2 ]]

# Executions that are long, each of which shows many races, hold nobody up for long when time is up: those that there was
# no time for are told of, without their traces.
cat >long.c <<'END'
#include <pthread.h>
enum { kThreads = 8, kTimes = 3000 };
static volatile int taken;
static int data;
static void* work(void* argument) {
  for (int i = 0; i < kTimes; ++i) {
    while (__sync_val_compare_and_swap(&taken, 0, 1) == 1);
    __sync_fetch_and_sub(&taken, 1);
    ++data;
  }
  return argument;
}
int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
}
END
check 1 "$GRAPHFUZZ" long.c -n 1  # compiles it, which is of the time, too
check 1 timeout 90 "$GRAPHFUZZ" long.c -t 2 --json found.json
json found.json 'len(r[0]["bugs"]) > 10 and all(b["kind"] == "race" for b in r[0]["bugs"])'
json found.json 'any(b["replay"] for b in r[0]["bugs"]) and any(b["replay"] is None for b in r[0]["bugs"])'
has out 'no replay file: time was up'
# What is done without events, too.
cat >touches.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void* work(void* argument) {
  for (int i = 0; i < 2000; ++i) {
    void* block = malloc(20000);
    memset(block, 0, 20000);
    free(block);
  }
  return argument;
}
int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 8; ++i) pthread_join(threads[i], 0);
}
END
check 4 timeout 60 "$GRAPHFUZZ" touches.c -t 2
has err 'touches.c: could not be read within 2 s'

# What libstdc++.so itself does with what others count would be seen wrongly, and somebody wait for ever.
cat >late.cpp <<'END'
#include <future>
#include <thread>
int main() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread other([&] { promise.set_value_at_thread_exit(1); });
  other.join();
  return result.get() - 1;
}
END
for level in -O0 -O2; do
  check 1 "$GRAPHFUZZ" late.cpp --cflags $level --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["unsupported"] and not r[0]["complete"]'
  has out 'set_value_at_thread_exit'
done

# Compilers give a lock on the stack the place of something else of other sizes.
cat >pool.cpp <<'END'
#include <iostream>
#include <memory_resource>
#include <syncstream>
#include <thread>
#include <vector>
int main() {
  std::thread writer([] { std::osyncstream(std::cout) << "a " << 1 << '\n'; });
  std::osyncstream(std::cout) << "b\n";
  writer.join();
  std::pmr::synchronized_pool_resource pool;
  std::pmr::monotonic_buffer_resource single;
  std::thread user([&] { std::pmr::vector<int> some({1, 2, 3}, &pool); });
  std::pmr::vector<int> more({1, 2}, &pool);
  std::pmr::vector<int> own({1, 2}, &single);
  user.join();
}
END
for level in -O1 -O3; do
  check 0 "$GRAPHFUZZ" pool.cpp --cflags $level
  has out '^No bug in any execution, and all of them were visited: never$'
done

# Old sources declare nothing: pointers are whole all the same, and a function of their own of that name is theirs.
cat >undeclared.c <<'END'
int main() {
  char* block = malloc(16);
  int* zeros = (int*)calloc(4, sizeof(int));
  zeros = (int*)realloc(zeros, 32);
  memset(block, 'x', 16);
  block[15] = 0;
  int wrong = block[14] != 'x' || zeros[3] != 0;
  free(block);
  free(zeros);
  return wrong;
}
END
cat >own.c <<'END'
static char room[64], *next = room;
static char* malloc(unsigned size) { return (next += size) - size; }
int main() {
  char* block = malloc(16);
  return block != room || malloc(8) != room + 16;
}
END
for program in undeclared.c own.c; do
  for flags in '-std=gnu89 -w' '-std=gnu89 -w -O2'; do
    check 0 "$GRAPHFUZZ" $program --exhaustive --cflags "$flags"
  done
done

# Output: in the report, in JSON, and in the replay.
check 1 "$GRAPHFUZZ" "$programs/output.cpp" --exhaustive --json found.json
for line in thread 'printf 1' 'cout 11' cerr fputs c write perror; do
  has out "^ +\| $line"
done
hasnt err .
json found.json 'r[0]["bugs"][0]["output"].startswith("thread\nprintf 1\ncout 11\ncerr\nfputs\nc\nwrite\nperror: ")'
check 1 "$GRAPHFUZZ" "$programs/output.cpp" --replay graphfuzz-replays/output.cpp-*.json --json again.json
has out '^ +\| cout 11'
json again.json '"cout 11\n" in r[0]["output"] and r[0]["differs"] is None'

# An easier execution with the same bug; events have their lines.
cat >noisy.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void* writer(void* argument) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_release);
  return argument;
}
static void* reader(void* argument) {
  int ready = atomic_load_explicit(&y, memory_order_relaxed);
  int value = atomic_load_explicit(&x, memory_order_relaxed);
  if (!ready) {
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 3, memory_order_relaxed);
  }
  assert(value != 0);
  return argument;
}
int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END
for seed in 1 2 3 4 5; do
  check 1 "$GRAPHFUZZ" noisy.c --strategy random --seed $seed -n 50 --stop-on-bug --json found.json
  file=$(python3 -c 'import json; print(json.load(open("found.json"))[0]["bugs"][0]["replay"])')
  check 1 "$GRAPHFUZZ" --replay "$file" --minimise --json minimised.json
  json minimised.json 'r[0]["minimised"]["after"]["events"] <= r[0]["minimised"]["before"]["events"]'
  json minimised.json 'r[0]["steps"] == 4 and r[0]["minimised"]["after"]["events"] <= 9'
  has out ' 12: R x=0 rlx '
  check 1 "$GRAPHFUZZ" --replay "${file%.json}-min.json"
  has out 'assertion failed: value != 0'
done
for processes in 1 2; do
  check 1 "$GRAPHFUZZ" noisy.c --strategy random --seed 1 -n 50 --minimise -j $processes --json minimised.json
  has out '^  Minimised from '
  json minimised.json 'all(bug["minimised"]["after"]["events"] <= 9 for bug in r[0]["bugs"])'
done

# Another place for each execution: where it has gone differently is told.
cat >clock.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* writer(void* argument) { atomic_store(&x, 1); return argument; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  for (int i = 0; i < 2; ++i) {
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    atomic_store(&x, (int)(low >> 4 & 0xff) + 2);
  }
  assert(atomic_load(&x) != 1);
  pthread_join(thread, 0);
}
END
check 1 "$GRAPHFUZZ" clock.c --strategy random -n 500 --json found.json
json found.json 'any(b["kind"] == "unsupported" and "each time" in b["message"] for b in r[0]["bugs"])'
has out 'It does not repeat: P0 came to a write of x at .*, and before to a'

# It would be run only once, and is run again all the same before "all" is said of it.
cat >once.c <<'END'
#include <stdatomic.h>
static atomic_int x;
int main() {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  atomic_store(&x, (int)(low >> 4 & 0xffff));
}
END
check 0 "$GRAPHFUZZ" once.c --exhaustive --json found.json
json found.json 'not r[0]["complete"] and "not do the same each time" in r[0]["remarks"][0]["message"]'
has out '^Left +unknown'

# However long it is: not only the end of it is run again.
cat >long.c <<'END'
#include <stdatomic.h>
static atomic_int x;
int main() {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  atomic_store(&x, (int)(low >> 4 & 0xffff));
  for (int i = 0; i < 1000; ++i) atomic_store(&x, i);
}
END
check 0 "$GRAPHFUZZ" long.c --exhaustive --json found.json
json found.json 'not r[0]["complete"] and "not do the same each time" in r[0]["remarks"][0]["message"]'

# Values are shown as of the type that they have.
cat >signs.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static struct { short low; unsigned char high; } parts;
static unsigned big = -2;
static atomic_int x;
static int plain = -1;
static void* writer(void* argument) {
  plain = -3;
  parts.low = -4;
  parts.high = 200;
  big = -5;
  atomic_store(&x, -6);
  return argument;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(atomic_load(&x) == 0 || plain + big + parts.low + parts.high == 0);
  pthread_join(thread, 0);
}
END
check 1 "$GRAPHFUZZ" signs.c --plain sc-all --model sc --exhaustive
has out 'initially .*plain=-1'
has out 'initially .*big=4294967294'
for write in plain=-3 parts.low=-4 parts.high=200 big=4294967291 x=-6; do
  has out "W $write sc"
done

# Mixed sizes are refused with the place.
cat >sizes.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static union { _Atomic int whole; _Atomic short half[2]; } parts;
static void* writer(void* argument) { atomic_store(&parts.whole, 5); return argument; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int half = atomic_load(&parts.half[1]);
  pthread_join(thread, 0);
  return half == 7;
}
END
check 2 "$GRAPHFUZZ" sizes.c
has err 'sizes.c:[48]:1: parts.*: .* is accessed as [24] bytes, and as [24] bytes at .*mixed sizes'

# What main returns is a bug unless it is intended.
cat >status.c <<'END'
#include <stdlib.h>
int main(int count, char** words) {
  (void)words;
  if (count == 2) exit(3);
  return count == 3 ? 0 : 3;
}
END
for arguments in '' '-- exit'; do
  check 1 "$GRAPHFUZZ" status.c --exhaustive --json found.json $arguments
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["exit"]'
  check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/status.c-rc11-exit-*.json
  rm graphfuzz-replays/status.c-*
  check 0 "$GRAPHFUZZ" status.c --exhaustive --exit-status 3 $arguments
  check 0 "$GRAPHFUZZ" status.c --exhaustive --exit-status any $arguments
  check 1 "$GRAPHFUZZ" status.c --exhaustive --exit-status 4 $arguments
  rm graphfuzz-replays/status.c-*
done
# Nothing is, too, if something else was wanted; the replay knows that.
check 1 "$GRAPHFUZZ" status.c --exhaustive --exit-status 3 -- no error
has out 'main returns 0'
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/status.c-rc11-exit-*.json
has out 'main returns 0'
check 0 "$GRAPHFUZZ" status.c --exhaustive --exit-status 0 -- no error
# So do a process for each run, and who goes on with a campaign.
check 0 "$GRAPHFUZZ" status.c --exhaustive --exit-status 3 --fork
check 1 "$GRAPHFUZZ" status.c --exhaustive --exit-status 4 --fork
check 0 "$GRAPHFUZZ" status.c --exhaustive --exit-status 3 --checkpoint status.checkpoint
check 0 "$GRAPHFUZZ" resume status.checkpoint
check 1 "$GRAPHFUZZ" status.c --exhaustive --exit-status 4 --checkpoint status.checkpoint
check 1 "$GRAPHFUZZ" resume status.checkpoint
# It is what the system makes of it.
echo 'int main() { return -1; }' >minus.c
check 0 "$GRAPHFUZZ" minus.c --exhaustive --exit-status 255
check 1 "$GRAPHFUZZ" minus.c --exhaustive --exit-status 254
has out 'main returns -1'
check 2 "$GRAPHFUZZ" status.c --exit-status 256
has err 'from 0 to 255, or any'

# When main returns, other threads run to their ends, or the program ends: whoever waits then does not do so for ever.
cat >daemon.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_int x;
static void* serve(void* argument) {
#ifdef FAILS
  assert(x == 0);
#endif
  pthread_mutex_lock(&lock);
  while (x < 2) pthread_cond_wait(&work, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}
static void at_end(void) { x = 1; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  atexit(at_end);
#ifdef CALLS
  exit(0);
#elif defined JOINS
  pthread_mutex_lock(&lock);
  x = 2;
  pthread_cond_broadcast(&work);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
#endif
  return STATUS;
}
END
check 1 "$GRAPHFUZZ" daemon.c --exhaustive --cflags -DSTATUS=0 --json found.json
json found.json '[b["kind"] for b in r[0]["bugs"]] != [] and [b["kind"] for b in r[0]["remarks"]] == ["main-returns"]'
has out '^Remark: main-returns: .*these run to their ends'
check 0 "$GRAPHFUZZ" daemon.c --exhaustive --cflags '-DSTATUS=0 -DCALLS' --json called.json
json called.json 'r[0]["remarks"] == []'
for how in "-j 1" --fork "-j 2"; do
  check 0 "$GRAPHFUZZ" daemon.c --exhaustive --cflags -DSTATUS=0 --after-main end --json ended.json $how
  has out '^Remark: main-returns: .*which ends the program'
  json ended.json 'r[0]["complete"] and r[0]["graphs"] == '"$(python3 -c 'import json; print(json.load(open("called.json"))[0]["graphs"])')"
done
check 0 "$GRAPHFUZZ" daemon.c --exhaustive --cflags '-DSTATUS=0 -DJOINS' --json joined.json
json joined.json 'r[0]["remarks"] == []'
check 1 "$GRAPHFUZZ" daemon.c --exhaustive --cflags -DSTATUS=3 --after-main end --json ended.json
json ended.json '[b["kind"] for b in r[0]["bugs"]] == ["exit"]'
# What a thread does is what it may do before the process is gone. Replays and checkpoints know the option.
rm -rf graphfuzz-replays
check 1 "$GRAPHFUZZ" daemon.c --exhaustive --cflags '-DSTATUS=0 -DFAILS' --after-main end --checkpoint daemon --json ended.json
json ended.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"]'
has "$(echo graphfuzz-replays/daemon.c-*.json)" '"after-main": "end"'
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/daemon.c-*.json
check 1 "$GRAPHFUZZ" resume daemon
has out 'which ends the program'
check 2 "$GRAPHFUZZ" daemon.c --after-main stop

# A bug of an execution that a loop's bound has cut off: the others have gone on after that, and do in the replay.
cat >cut_off.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turns, x, y;
static void* turn(void* argument) {
  while (atomic_load(&turns) < 100) atomic_fetch_add(&turns, 1);
  return argument;
}
static void* check(void* argument) {
  if (atomic_load(&turns) < 2) return argument;
  atomic_store(&x, 1);
  assert(atomic_load(&y) == 0);
  return argument;
}
int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, turn, 0);
  pthread_create(&threads[1], 0, check, 0);
  if (atomic_load(&x) == 1) atomic_store(&y, 1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
END
for strategy in "--strategy optimal" --exhaustive; do
  rm -rf graphfuzz-replays
  check 1 "$GRAPHFUZZ" cut_off.c --unroll 2 $strategy --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"] and not r[0]["bugs"][0]["differs"]'
  check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/cut_off.c-rc11-assertion-*.json --json again.json
  json again.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"] and r[0]["differs"] is None'
  hasnt out 'does not fit'
done

# Of compiled programs graphs have a thread read late what was overwritten, schedules read what was written last.
cat >flags.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void* one(void* arg) {
  x = 1;
  while (y) {
  }
  x = 0;
  return arg;
}
static void* two(void* arg) {
  y = 1;
  while (x) {
  }
  y = 0;
  return arg;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
END
check 0 "$GRAPHFUZZ" flags.c -m sc --exhaustive --json result.json
json result.json 'r[0]["bugs"] == []'
check 1 "$GRAPHFUZZ" flags.c -m sc --exhaustive --liveness --json result.json
json result.json '{b["kind"] for b in r[0]["bugs"]} == {"liveness"}'
check 1 "$GRAPHFUZZ" flags.c -m sc --strategy walk -n 100 --seed 1 --json result.json
json result.json '{b["kind"] for b in r[0]["bugs"]} == {"liveness"}'

# What a thread does between two atomic accesses may depend on a plain read that races: where executions are built by
# going back, it comes to another access than before. The race is told, and that not all was seen.
cat >diverges.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

static int stopped;
static atomic_int x, turn;

static void* reads(void* argument) {
  atomic_fetch_add(&x, 1);
  if (stopped) atomic_fetch_add(&x, 2);
  atomic_exchange(&turn, 2);
  return argument;
}

static void* writes(void* argument) {
  if (atomic_exchange(&turn, 3) == 0) {
    stopped = 1;
    atomic_fetch_add(&x, 8);
  }
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, reads, 0);
  pthread_create(&other, 0, writes, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
END
for seed in 1 2 3 4 5 6; do
  check 1 "$GRAPHFUZZ" diverges.c --seed $seed --json result.json
  json result.json '{b["kind"] for b in r[0]["bugs"]} == {"race"}'
  json result.json 'r[0]["complete"] == ("unsupported" not in [m["kind"] for m in r[0]["remarks"]])'
done
check 1 "$GRAPHFUZZ" diverges.c --seed 3 --json result.json
json result.json 'not r[0]["complete"] and "come to something else" in r[0]["remarks"][0]["message"]'

# Where the threads came to it, and where the block is from.
cat >stacks.c <<'END'
#include <pthread.h>
#include <stdlib.h>
int *block, kept;
static int other;
__attribute__((noinline)) static int* make(void) {
  return calloc(1, 4);
}
__attribute__((noinline)) static void drop(void) {
  free(block);
}
__attribute__((noinline)) static void look(void) {
  kept = *block;
  ++other;
}
static void* work(void* argument) {
  look();
  return argument;
}
int main(void) {
  pthread_t thread;
  block = make();
  pthread_create(&thread, 0, work, 0);
  drop();
  ++other;
  pthread_join(thread, 0);
}
END
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  check 1 "$GRAPHFUZZ" stacks.c --cc $compiler --exhaustive --json stacks.json
  json stacks.json '{b["kind"]: [s["frames"] for s in b["stacks"]] for b in r[0]["bugs"]} == {
    "use-after-free": [["stacks.c:12", "stacks.c:16"], ["stacks.c:9", "stacks.c:23"], ["stacks.c:6", "stacks.c:21"]],
    "race": [["stacks.c:13", "stacks.c:16"], ["stacks.c:24"]]}'
  has out 'free: stacks.c:9, called from stacks.c:23$'
  has out '^Memory +at most [0-9]+ MiB$'
done

# Other programs are not run, processes and threads of others not begun, nor their signals sent: each such call is
# refused, and the others are seen.
cat >refused.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <graphfuzz/harness.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
extern char** environ;
int main(void) {
  char* words[] = {"/bin/true", 0};
  pid_t pid;
  timer_t timer;
  switch (graphfuzz_choose(18)) {
    case 0: return execv(words[0], words);
    case 1: return execve(words[0], words, environ);
    case 2: return execvp("true", words);
    case 3: return execvpe("true", words, environ);
    case 4: return fexecve(open(words[0], O_RDONLY), words, environ);
    case 5: return execl(words[0], "true", (char*)0);
    case 6: return execlp("true", "true", (char*)0);
    case 7: return posix_spawn(&pid, words[0], 0, 0, words, environ);
    case 8: return posix_spawnp(&pid, "true", 0, 0, words, environ);
    case 9: return vfork();
    case 10: return popen("true", "r") == 0;
    case 11: return daemon(0, 0);
    case 12: return kill(getppid(), SIGTERM);
    case 13: return kill(-1, SIGTERM);
    case 14: return pause();
    case 15: return timer_create(CLOCK_REALTIME, 0, &timer);
    case 16: return (int)syscall(SYS_alarm, 1);
    default: return (int)syscall(SYS_rt_sigqueueinfo, getpid(), SIGKILL, 0);
  }
}
END
check 1 "$GRAPHFUZZ" refused.c --exhaustive --json refused.json
json refused.json 'sorted(b["message"].split("unsupported: ")[-1].split("(")[0] for b in r[0]["bugs"]) == sorted(
  "execv execve execvp execvpe fexecve execl execlp posix_spawn posix_spawnp vfork popen daemon kill kill pause \
  timer_create syscall syscall".split())'

# A signal that a timer would send does not come, which is said.
cat >alarm.c <<'END'
#include <unistd.h>
int main(void) {
  alarm(1);
  sleep(2);
  return 0;
}
END
for how in "" --fork "-j 2"; do
  check 0 "$GRAPHFUZZ" alarm.c --exhaustive --json alarm.json $how
  json alarm.json '[m["kind"] for m in r[0]["remarks"]] == ["timers"] and "alarm" in r[0]["remarks"][0]["message"]'
done
