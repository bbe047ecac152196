# Workers that are processes: the same numbers, whatever becomes of them.
# Starts threads.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

tests=$SOURCE_DIR/litmus
for program in mp.litmus go/rwr-two-locks.go; do
  code=0
  "$GRAPHFUZZ" --exhaustive "$tests/$program" -j 2 --seed 1 -q --json threads.json >out || code=$?
  check "$code" "$GRAPHFUZZ" --exhaustive "$tests/$program" -j 2 --processes --seed 1 -q --json processes.json
  python3 - <<'END'
import json
a, b = (json.load(open(name))[0] for name in ("threads.json", "processes.json"))
assert a["complete"] and b["complete"], (a, b)
assert a["graphs"] == b["graphs"] and a["positive"] == b["positive"], (a, b)
assert a["states"] == b["states"], (a["states"], b["states"])
END
done

check 1 "$GRAPHFUZZ" "$tests/long-assert-3.litmus" --strategy mix -n 3000 -j 2 --processes -q --seed 1 --json sampled.json
json sampled.json 'r[0]["executions"] == 3000 and r[0]["graphs"] > 100'

# More graphs than anybody will ever see.
{
  printf 'C endless\n{}\n'
  for thread in 0 1 2 3 4 5; do
    echo "P$thread (atomic_int* x) {"
    for value in 1 2 3; do echo "  atomic_store_explicit(x,$value,memory_order_relaxed);"; done
    echo '}'
  done
  echo 'exists (x=0)'
} >endless.litmus

workers_of() { pgrep -P "$1" || true; }
has_workers() { pgrep -P "$1"; }

# Killed now and then: each unit is tried once more.
"$GRAPHFUZZ" --exhaustive endless.litmus -t 4s -j 2 --processes --seed 1 -q --json killed.json >out 2>err &
campaign=$!
wait_for has_workers $campaign
for _ in 1 2 3; do
  sleep 0.7
  kill -9 "$(workers_of $campaign | head -n 1)" 2>/dev/null || true
done
wait $campaign
has err 'was killed by signal 9 .*; another one tries it'
json killed.json 'r[0]["executions"] > 0 and r[0]["lost"] is None'

# Always killed: what can be done before that is done. A unit that begins with what ends its worker is lost, which is
# said, and is not proven: native_processes_test.sh.
"$GRAPHFUZZ" --exhaustive endless.litmus -t 20s -j 1 --processes --seed 1 -q --json lost.json >out 2>err &
campaign=$!
for _ in $(seq 40); do
  sleep 0.05
  for worker in $(workers_of $campaign); do kill -9 "$worker" 2>/dev/null || true; done
done
kill -INT $campaign 2>/dev/null || true
code=0
wait $campaign || code=$?
has err 'was killed by signal 9 .*; another one tries it'

# Hanging: given up after a while.
"$GRAPHFUZZ" --exhaustive endless.litmus -t 8s -j 2 --processes --worker-timeout 1s --seed 1 -q \
  --json hung.json >out 2>err &
campaign=$!
wait_for has_workers $campaign
sleep 0.5
kill -STOP "$(workers_of $campaign | head -n 1)"
wait $campaign
has err 'did not answer within'

# Ctrl-C: what is known is told; no worker stays behind.
"$GRAPHFUZZ" --exhaustive endless.litmus -j 2 --processes --seed 1 -q --json stopped.json >out 2>err &
campaign=$!
wait_for has_workers $campaign
sleep 3
workers=$(workers_of $campaign)
kill -INT $campaign
wait $campaign || true
json stopped.json 'r[0]["interrupted"] and r[0]["executions"] > 0'
for worker in $workers; do
  if kill -0 "$worker" 2>/dev/null; then
    echo "worker $worker has stayed behind"
    exit 1
  fi
done

# Kept in a file, killed, and gone on with.
check 1 "$GRAPHFUZZ" --exhaustive "$tests/mp.litmus" --seed 1 -q --json whole.json
"$GRAPHFUZZ" --exhaustive "$tests/mp.litmus" -j 2 --processes --seed 1 -q --checkpoint kept \
  --checkpoint-every 10ms >out 2>err &
campaign=$!
wait_for test -f kept
sleep 0.2
kill -9 $campaign 2>/dev/null || true
wait $campaign 2>/dev/null || true
check 1 "$GRAPHFUZZ" resume kept -j 2 -q --json resumed.json
python3 - <<'END'
import json
a, b = (json.load(open(name))[0] for name in ("whole.json", "resumed.json"))
assert b["complete"] and a["graphs"] == b["graphs"], (a["graphs"], b["graphs"], b["complete"])
END

# Counts of bugs are of executions, and the first is one of them, in processes too.
for program in CoRR+na.litmus MP+na.litmus go/data-race-counter.go go/pipeline-no-cancel.go; do
  for arguments in --exhaustive "--strategy mix" "--stop-on-bug"; do
    # shellcheck disable=SC2086
    check 1 "$GRAPHFUZZ" "$tests/$program" $arguments -n 300 -j 2 --processes --seed 1 -q --json counts.json
    json counts.json 'r[0]["bugs"] and all(1 <= b["execution"] <= r[0]["executions"] for b in r[0]["bugs"])'
    json counts.json 'all(1 <= b["count"] <= r[0]["executions"] for b in r[0]["bugs"])'
  done
done
