# --fork: the same results as in process, library state as at the start, and programs that end their process.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache
programs=$SOURCE_DIR/tests/runtime

# The same findings, outcomes and numbers.
cat >same.py <<'END'
import json, sys
ONLY = ("executions", "blocked", "truncated", "graphs", "graphs_rf", "states", "verdict", "complete")
def told(file):
    result = json.load(open(file))[0]
    bugs = sorted((b["kind"], b["message"], b["count"], b["trace"], b["output"], b["differs"]) for b in result["bugs"])
    return {k: result[k] for k in ONLY}, bugs
one, other = (told(file) for file in sys.argv[1:])
assert one == other, f"{one}\n{other}"
END
compared=0
for program in "$SOURCE_DIR"/litmus/c/{bounded-buffer-2.cpp,cas-lock-2-broken-relaxed.cpp,chase-lev-2-broken-no-take-fence.c,pthread/account-bad.c,pthread/circular-buffer-bad.c} \
  "$programs"/findings/{ends_exception.cpp,hang_plain.c,output.cpp,overflow.c,signal_null_atomic.c,process_state.c,syscall_exit.c} \
  "$programs"/programs/{containers.cpp,global-objects.cpp,cond-timedwait.c,create-nested.c,double-free.c,key-destructor.c}; do
  check '0|1' "$GRAPHFUZZ" "$program" --seed 1 -n 200 --json here.json
  check '0|1' "$GRAPHFUZZ" "$program" --seed 1 -n 200 --json forked.json --fork
  test ! -s err || { cat err; exit 1; }
  python3 same.py here.json forked.json || { echo "$program"; exit 1; }
  compared=$((compared + 1))
done
test "$compared" = 18

# State of a library: the first run leaves it to the next, but not with a process for each.
check 1 "$GRAPHFUZZ" "$programs/fork/library_state.c" --exhaustive --json here.json
json here.json 'r[0]["bugs"]'
check 0 "$GRAPHFUZZ" "$programs/fork/library_state.c" --exhaustive --json forked.json --fork
json forked.json 'r[0]["complete"] and r[0]["graphs"] == 2 and not r[0]["bugs"]'

# The end of the process is a failure of the thread, and everything else is explored.
check 1 "$GRAPHFUZZ" "$programs/fork/ends_itself.c" --exhaustive --json found.json --fork
json found.json '[b["kind"] for b in r[0]["bugs"]] == ["exit"] and r[0]["complete"]'
json found.json '"ends_itself.c:" in r[0]["bugs"][0]["message"] and "code 5" in r[0]["bugs"][0]["message"]'
json found.json 'r[0]["graphs"] == 2'  # of x = 0, in which main reads either
check 1 "$GRAPHFUZZ" "$programs/fork/ends_itself.c" --exhaustive --json found.json --fork -- kill
json found.json '[b["kind"] for b in r[0]["bugs"]] == ["signal"] and "SIGKILL" in r[0]["bugs"][0]["message"]'
# Its replay knows that it is run so.
check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/ends_itself.c-rc11-exit-*.json
has out 'code 5'

# Files are closed by system calls: those of the engine stay open, but where nobody sees the call, which is no signal.
cat >closes.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
static long unseen(long number, long a, long b, long c) {
  long result = number;
  __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
int main(int count, char** words) {
  (void)words;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY, 0);
  assert(file >= 0 && syscall(SYS_close, file) == 0 && syscall(SYS_close, file) == -1);
  for (int i = 0; i < 300; ++i) syscall(SYS_close, i);
  assert(syscall(SYS_close_range, 0U, ~0U, 0) == 0);
  if (count > 1) unseen(SYS_close_range, 0, 0xffff, 0);
  return 0;
}
END
for how in "" --fork; do
  check 0 "$GRAPHFUZZ" closes.c --exhaustive $how
  has out '^No bug'
done
check 1 "$GRAPHFUZZ" closes.c --exhaustive --fork --json found.json -- unseen
json found.json '[b["kind"] for b in r[0]["bugs"]] == ["unsupported"] and "does not answer" in r[0]["bugs"][0]["message"]'

# A heap that there is no address space for is said to be that, in whatever process.
for how in "-j 1" --fork "-j 2"; do
  (
    ulimit -v 4000000
    check 2 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/c/treiber-freed-2-broken.c" $how
    has err 'there is no address space for the heap of the program'
  )
done
