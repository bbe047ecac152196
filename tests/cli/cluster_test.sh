# graphfuzz-cluster: what is found is what one machine finds, whoever dies.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup_cluster.sh"

same() {
  python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(name))[0] for name in sys.argv[1:])
assert a["complete"] and b["complete"], (a, b)
for key in ("graphs", "states", "positive", "negative", "condition_verdict"):
    assert a[key] == b[key], (key, a[key], b[key])
assert [bug["message"] for bug in a["bugs"]] == [bug["message"] for bug in b["bugs"]], (a["bugs"], b["bugs"])
END
}

write_many_graphs writes >writes.litmus
sed 's/4:a=6/4:a=1000/; s/i < 10/i < 20/; s/i = 7/i = 10/' writes.litmus >endless.litmus
check 0 "$GRAPHFUZZ" --exhaustive writes.litmus -q --json whole.json

check 0 "$cluster" --version
has out '^graphfuzz '

# Mistakes.
check 2 "$cluster" writes.litmus
has err 'one of the arguments --scheduler --local'
check 2 "$cluster" --local 2
check 2 "$cluster" --local 2 -j 3 writes.litmus
has err '^graphfuzz-cluster: error: -j: '
check 2 "$cluster" --local 2 writes.litmus -t 0s
has err "expected some time, found '0s'"
check 2 "$cluster" writes.litmus --scheduler nothing.json
has err '^graphfuzz-cluster: nothing.json: is no file that a scheduler has written, and no address'
hasnt err Traceback
check 2 "$cluster" --local 2 writes.litmus --checkpoint nowhere/kept
has err 'nowhere/kept: cannot be written'
printf '#!/bin/sh\nexit 7\n' >useless
chmod +x useless
GRAPHFUZZ=$work/useless check 2 "$cluster" --local 2 writes.litmus
has err "this machine cannot run $work/useless"
{ "$cluster" --exhaustive writes.litmus --scheduler tcp://127.0.0.1:1 >broken.out 2>broken.err && code=0 || code=$?
  echo $code >broken.code; } &

# Workers are killed, one every now and then, and then the scheduler. However fast the machine is, there is time for it.
printf '#!/bin/sh\n[ "$1" != work ] || sleep 0.5\nexec "%s" "$@"\n' "$GRAPHFUZZ" >slow
chmod +x slow
start_scheduler
start_workers 4 GRAPHFUZZ="$work/slow"
workers_of() { pgrep -f -P "${workers[0]}" spawn_main; }
"$cluster" --exhaustive writes.litmus --scheduler scheduler.json --checkpoint kept --unit-time 300ms -q --log units.log >out 2>err &
campaign=$!
wait_for test -s units.log
for _ in 1 2 3; do
  sleep 0.4
  kill -9 "$(workers_of | shuf -n 1)" 2>/dev/null || true
done
wait_for test -s kept
stop_scheduler=$scheduler
kill -9 $stop_scheduler
code=0
wait $campaign || code=$?
cat err
[[ $code == 3 ]] || { echo "exit code $code"; cat out err; exit 1; }
has err 'the scheduler does not answer any more'
has err 'graphfuzz-cluster --resume kept'
stop
workers=()
check "0|4" "$GRAPHFUZZ" merge kept -q --json some.json
json some.json 'not r[0]["complete"] and r[0]["executions"] > 0'

# Another one goes on. A worker without graphfuzz is left out.
start_scheduler
start_workers 2
start_workers 1 GRAPHFUZZ=/nowhere
check 0 "$cluster" --resume kept --scheduler scheduler.json -q --json resumed.json
same whole.json resumed.json
# Time is by the clock, that before the checkpoint included; what the workers spent is named besides.
test -s kept.clock
json resumed.json 'r[0]["workers"] >= 1 and r[0]["seconds"] > 0 and r[0]["unit_seconds"] > 0'
check 0 "$GRAPHFUZZ" merge kept --at-once 3 --clock 2s -q --json clock.json
json clock.json 'r[0]["workers"] == 3 and r[0]["seconds"] == 2 and r[0]["unit_seconds"] > 0'

# A unit that always ends its worker's process is named, and nothing is called complete; the rest is done.
cat >flaky <<END
#!/bin/sh
if [ "\$1" = work ]; then
  [ "\$(dirname "\$0")" = "$work" ] && mkdir "$work/first" 2>/dev/null && cp unit "$work/bad"
  cmp -s unit "$work/bad" && kill -9 \$\$
fi
exec "$GRAPHFUZZ" "\$@"
END
# Whoever is asked says something else.
printf '#!/bin/sh\necho graphfuzz 0.0.$$\n' >changing
chmod +x flaky changing
sed '/^P2/d; s/^P3/P2/; s/^P4/P3/; s/3:a=5/2:a=5/; s/4:a=6/3:a=6/' writes.litmus >small.litmus
GRAPHFUZZ=$work/flaky check "0|1" "$cluster" --exhaustive small.litmus --scheduler scheduler.json --json flaky.json
has err 'unit [0-9a-f]{32}: graphfuzz work was killed by SIGKILL; it is tried once more'
has err 'unit [0-9a-f]{32}: .*; 3 times: it is lost'
json flaky.json 'not r[0]["complete"] and "3 times" in r[0]["lost"] and r[0]["executions"] > 0'
GRAPHFUZZ=$work/changing check 2 "$cluster" --exhaustive writes.litmus --scheduler scheduler.json
has err 'has graphfuzz 0.0.[0-9]+, and here is graphfuzz 0.0.[0-9]+: all must have the same version'

# A program goes to where the work is.
cat >program.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* add(void* argument) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&x, 1);
  return argument;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
END
check 0 "$GRAPHFUZZ" --exhaustive program.c -q --json native.json
check 0 "$cluster" --exhaustive program.c --scheduler scheduler.json -q --json parts.json
same native.json parts.json
ls cache/graphfuzz/cluster/* >/dev/null
# What is beside the checkpoint will do on one machine as well.
check 0 "$cluster" --exhaustive program.c --scheduler scheduler.json -q -n 20 --checkpoint native
mv program.c elsewhere.c
check 2 "$GRAPHFUZZ" resume native -q
has err 'program.c, which is not there'
check 0 "$GRAPHFUZZ" resume native -q --program native.program --json resumed.json
same native.json resumed.json

# So does a memory model in files, with what it includes; who does not have it, asks once. The folder is not there for them.
mkdir -p models/base
printf '"ours"\ninclude "base/order.cat"\nempty 0\n' >models/ours.cat
printf 'include "cos.cat"\nlet com = rf | co | fr\nacyclic po | com as order\n' >models/base/order.cat
check 0 "$GRAPHFUZZ" --exhaustive writes.litmus --model sc -q --json sc.json
check 0 "$cluster" --exhaustive writes.litmus --model models/ours.cat --scheduler scheduler.json -q --json ours.json --checkpoint ours
same sc.json ours.json
ls cache/graphfuzz/cluster/*/base/order.cat >/dev/null
check 0 "$GRAPHFUZZ" work --help
has out '--model FILE'
# A model that is another one by now is no way to go on.
"$cluster" --exhaustive endless.litmus --model models/ours.cat --scheduler scheduler.json -q -t 1s --checkpoint ours >out 2>err
echo 'empty rf' >>models/ours.cat
check 2 "$cluster" --resume ours --scheduler scheduler.json
has err 'ours.cat: the memory model is not what it was'
# … and one that is not there any more is beside the checkpoint.
rm -r models
check "0|1|4" "$cluster" --resume ours --scheduler scheduler.json -q -t 1s --json gone.json
json gone.json 'r[0]["executions"] > 0 and r[0]["lost"] is None'
check 2 "$GRAPHFUZZ" resume ours -q -t 1s
check "0|1|4" "$GRAPHFUZZ" resume ours -q -t 1s --model ours.models/ours.cat --json more.json
json more.json 'r[0]["executions"] > json.load(open("gone.json"))[0]["executions"]'
check 2 "$GRAPHFUZZ" resume ours -q --program native.program
has err '--program: ours is not about an executable'

# Strategies that sample: each graph counts once.
check 0 "$cluster" --strategy mix "$SOURCE_DIR/litmus/SB3.litmus" -n 3000 --seed 5 --scheduler scheduler.json -q --json sampled.json
check 0 "$GRAPHFUZZ" --exhaustive "$SOURCE_DIR/litmus/SB3.litmus" -q --json all.json
json sampled.json 'r[0]["seed"] == 5 and r[0]["executions"] == 3000 and r[0]["graphs"] == json.load(open("all.json"))[0]["graphs"]'
stop

# Ctrl-C: what there is is told, and kept.
"$cluster" --exhaustive endless.litmus --local 2 --checkpoint stopped -q --log stopped.log --json stopped.json \
  --html "live page.html" >out 2>err &
campaign=$!
wait_for test -s stopped.log
# The page is written anew while it goes on.
wait_for test -s "live page.html"
has "live page.html" '"progress":'
has "live page.html" '"command":\["graphfuzz-cluster","--exhaustive","endless.litmus",.*"live page.html"\]'
kill -INT $campaign
code=0
wait $campaign || code=$?
[[ $code == 4 ]] || { echo "exit code $code"; cat out err; exit 1; }
json stopped.json 'r[0]["interrupted"] and r[0]["executions"] > 0 and not r[0]["complete"]'
hasnt "live page.html" '"progress":\{'
check "0|4" "$GRAPHFUZZ" resume stopped -t 1s -q
echo '(* changed *)' >>endless.litmus
check 2 "$cluster" --resume stopped --local 1
has err 'endless.litmus: is not what it was when stopped was written'

wait_for test -s broken.code
has broken.code '^2$'
has broken.err 'tcp://127.0.0.1:1: cannot be reached'
