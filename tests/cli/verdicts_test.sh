# Exit codes and what is printed for what a campaign finds.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" --strategy mix exists.litmus
has out '^Test SB Allowed$'
has out '^States 4$'
has out '^P0:r0=0; P1:r0=0;$'
has out '^Ok$'
has out '^Positive: 1 Negative: 3$'
has out '^Observation SB Sometimes 1 3$'
has out 'seed [0-9]+'

check 0 "$GRAPHFUZZ" --strategy mix --model sc -n 500 exists.litmus
has out '^States 3$'
has out '^No\?$'
has out '^Not observed in 500 executions$'

check 1 "$GRAPHFUZZ" --strategy mix forbidden.litmus
has out '^Test SB Forbidden$'
has out '^Positive: 3 Negative: 1$'
check 0 "$GRAPHFUZZ" --strategy mix safe.litmus
check 0 "$GRAPHFUZZ" --strategy mix --model sc forbidden.litmus
check 1 "$GRAPHFUZZ" --strategy mix required.litmus
has out 'counterexample'

check 1 "$GRAPHFUZZ" --strategy mix race.litmus
has out '^Undef$'
has out 'Bug 1: race:'
check 0 "$GRAPHFUZZ" --strategy mix --model sc race.litmus

check 1 "$GRAPHFUZZ" --strategy mix --stop-on-bug assertion.litmus
has out 'assertion.litmus:6:3: assertion failed'
has out 'reads from [0-9]'

check 1 "$GRAPHFUZZ" --strategy mix --color always race.litmus
has out $'\x1b'
check 1 "$GRAPHFUZZ" --strategy mix --color auto race.litmus
hasnt out $'\x1b'

# "No" only where it is proven, in the table, the block and the JSON; what is left has a column.
check 0 "$GRAPHFUZZ" --model sc -n 2 --json open.json exists.litmus exists.litmus
has out '^SB +sc +No\? .* %'
has out '^\? not proven'
json open.json 'r[0]["verdict"] == "open" and r[0]["condition_verdict"] == "No?" and not r[0]["complete"]'
check 0 "$GRAPHFUZZ" --model sc --json proven.json exists.litmus safe.litmus
has out '^SB +sc +No .* nothing '
json proven.json '[t["verdict"] for t in r] == ["excluded", "shown"]'

# Nothing was decided: no execution came to its end.
cat >bounded.litmus <<'END'
C bounded
{}
P0 (atomic_int* x) {
  for (int i = 0; i < 100; i++) {
    atomic_fetch_add_explicit(x,1,memory_order_relaxed);
    if (atomic_load_explicit(x,memory_order_relaxed) == 200) i = 200;
  }
}
exists (x=200)
END
sed 's/int i = 0; i < 100; i++/int i = atomic_load_explicit(x,memory_order_relaxed); i < 100; i = atomic_fetch_add_explicit(x,1,memory_order_relaxed)/' bounded.litmus >looping.litmus
check 4 "$GRAPHFUZZ" --json nothing.json looping.litmus
has out '^Nothing is decided: no execution came to its end'
has out '^Observation bounded Never\? '
json nothing.json 'r[0]["verdict"] == "open" and r[0]["truncated"] == r[0]["executions"]'
check 4 "$GRAPHFUZZ" looping.litmus exists.litmus
has out '^bounded +rc11 +No\?'

# Work that was kept in a file, or put together from parts, has the same words and the same exit code.
check 4 "$GRAPHFUZZ" looping.litmus --checkpoint kept
check 4 "$GRAPHFUZZ" resume kept
has out '^Nothing is decided: no execution came to its end'
has out '^Observation bounded Never\? '
check 4 "$GRAPHFUZZ" resume kept -q
has out '^bounded +rc11 +No\?'
"$GRAPHFUZZ" split --exhaustive looping.litmus --parts 2 -o looping -q >out || true
for unit in looping/*.unit; do
  test ! -e "$unit" || "$GRAPHFUZZ" work "$unit" -o "$unit.result" -q >out || true
done
check 4 "$GRAPHFUZZ" merge looping/*.result
has out '^Nothing is decided: no execution came to its end'
check 0 "$GRAPHFUZZ" -m sc -n 2 exists.litmus --checkpoint kept
has out '^No\?$'
check 0 "$GRAPHFUZZ" resume kept
has out '^No\?$'
has out '^Observation SB Never\? '
check 0 "$GRAPHFUZZ" resume kept -n 100
has out '^No$'
has out '^Observation SB Never '
check 0 "$GRAPHFUZZ" split -m sc --strategy mix -n 10 exists.litmus --parts 2 -o parts -q
for unit in parts/*.unit; do check 0 "$GRAPHFUZZ" work "$unit" -o "$unit.result" -q; done
check 0 "$GRAPHFUZZ" merge parts/*.result
has out '^No\?$'
has out '^Observation SB Never\? '

# Too short a time has no rate: the start of the process is most of it. A longer one has.
check 0 "$GRAPHFUZZ" --seed 1 --json rate.json exists.litmus
json rate.json 'r[0]["seconds"] < 0.1' 2>err && hasnt out 'per second'
has out '^Executions +4 in '
check 0 "$GRAPHFUZZ" --strategy random -t 300ms exists.litmus
has out '^Executions +[0-9]+ in 0\.[0-9]+ s, [0-9]+ per second$'

# A thread that spins for ever is no bug by default, but has a mark in the table, quiet or not.
cat >spin.litmus <<'END'
C spin
{}
P0 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_relaxed) != 1) {} }
P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
exists (x=2)
END
check 0 "$GRAPHFUZZ" -q spin.litmus
has out '^spin +rc11 .* 0\+1$'
has out '^\+ remarks: '
check 0 "$GRAPHFUZZ" spin.litmus exists.litmus
has out '^spin +rc11 .* 0\+1$'
check 0 "$GRAPHFUZZ" -q exists.litmus
hasnt out 'remarks'

# A campaign that the user stops before it has found or proven anything has decided nothing.
check 0 python3 - "$GRAPHFUZZ" <<'END'
import signal, subprocess, sys, time
for arguments, code in ((["-m", "sc", "--strategy", "random", "-t", "100", "exists.litmus"], 4),
                        (["--strategy", "random", "-t", "100", "exists.litmus"], 0),
                        (["--strategy", "random", "-t", "100", "exists.litmus", "safe.litmus"], 4)):
    run = subprocess.Popen([sys.argv[1]] + arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=30)
    assert run.returncode == code, (arguments, run.returncode, code, out, err)
END

[[ -z ${SANITIZE-} ]] || exit 0  # there is no runtime of C programs then
# A program in C with a bug is not "Ok", whatever else is asked of it.
cat >bug.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* set(void* argument) { x = 1; return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  assert(x == 0);
  pthread_join(thread, 0);
}
END
check 1 "$GRAPHFUZZ" bug.c --json bug.json
has out '^No$'
json bug.json '(r[0]["verdict"], r[0]["condition_verdict"]) == ("excluded", "No")'
check 1 "$GRAPHFUZZ" -q bug.c
has out '^bug.c +rc11 +No '
sed 's/assert(x == 0)/assert(x < 2)/' bug.c >fine.c
check 0 "$GRAPHFUZZ" fine.c
has out '^Ok$'
