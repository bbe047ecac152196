# A campaign that is killed a hundred times finds what it would have found in one go.
# Starts threads.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# same A B: fails unless the results are the same, but for time and the number of workers.
same() {
  python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(name)) for name in sys.argv[1:3])
for result in a + b:
    for key in ("seconds", "workers"): result.pop(key, None)
    for bug in result["bugs"]: bug.pop("seconds"), bug.pop("replay", None)
assert a == b, [(k, a[0][k], b[0].get(k)) for k in a[0] if a[0][k] != b[0].get(k)]
END
}

# killed TIMES ARGUMENT…: the campaign, killed so often; what it finds in the end goes to killed.json.
killed() {
  local times=$1 delay
  shift
  rm -f kept
  "$GRAPHFUZZ" "$@" --seed 3 -q --checkpoint kept --checkpoint-every 10ms >out 2>err &
  wait_for test -f kept
  for ((i = 0; i < times; ++i)); do
    delay=$((20 + RANDOM % 40))
    sleep "0.0$delay"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    "$GRAPHFUZZ" resume kept -q --checkpoint-every 10ms --json killed.json >out 2>err &
  done
  local code=0
  wait $! || code=$?
  [ "$code" -le 1 ] || { cat err; return 1; }
}
compare_with_one_go() {
  "$GRAPHFUZZ" "$@" --seed 3 -q --json whole.json >out || true
  same whole.json killed.json
}

tests=$SOURCE_DIR/litmus
# How long a run takes depends on the machine: it is killed while there is something to kill, and ends by itself then.
for arguments in "$tests/reorder_10.litmus -n 8000" "$tests/long-assert-3.litmus --strategy mix -n 40000" \
  "$tests/go/spec-kubernetes.go --strategy gopie+ -n 2000" "$tests/mp.litmus --exhaustive"; do
  # shellcheck disable=SC2086
  killed 25 $arguments
  # shellcheck disable=SC2086
  compare_with_one_go $arguments
done

# More to do, and more workers.
check 1 "$GRAPHFUZZ" "$tests/mp.litmus" -n 500 --seed 3 --checkpoint kept -q
check 1 "$GRAPHFUZZ" resume kept -n 1000000 -j 2 -q --json more.json
check 1 "$GRAPHFUZZ" "$tests/mp.litmus" -n 1000000 --seed 3 -q --json whole.json
python3 - <<'END'
import json
more, whole = (json.load(open(name))[0] for name in ("more.json", "whole.json"))
assert more["complete"] and whole["complete"] and more["graphs"] == whole["graphs"], (more, whole)
assert more["states"] == whole["states"]
END
check 2 "$GRAPHFUZZ" resume kept -j 1
has err 'had 2 workers'

# Another program is refused; none at all is no matter, for the checkpoint holds it.
store_buffering 'exists (0:r0=0)' >mine.litmus
check 0 "$GRAPHFUZZ" mine.litmus --strategy random -n 100 --seed 3 --checkpoint kept -q
check 0 "$GRAPHFUZZ" resume kept -n 200 -q
echo '// changed' >>mine.litmus
check 2 "$GRAPHFUZZ" resume kept -n 300
has err 'mine.litmus: is not what it was when kept was written'

# So is another memory model, be it in a file that the model includes.
mkdir -p parts
printf '"ours"\ninclude "cos.cat"\ninclude "parts/order.cat"\n' >ours.cat
echo 'acyclic po | rf | co | fr as order' >parts/order.cat
store_buffering 'exists (0:r0=0)' >modelled.litmus
check 0 "$GRAPHFUZZ" modelled.litmus --model ours.cat --strategy mix -n 100 --checkpoint modelled -q
check 0 "$GRAPHFUZZ" resume modelled -n 200 -q
echo 'acyclic po | rf as order' >parts/order.cat
check 2 "$GRAPHFUZZ" resume modelled -n 300
has err 'ours.cat: the memory model is not what it was'
rm mine.litmus
check 0 "$GRAPHFUZZ" resume kept -n 300 -q --json rest.json
json rest.json 'r[0]["executions"] == 300'

# What is no checkpoint, or cannot be one.
echo hello >kept
check 2 "$GRAPHFUZZ" resume kept
has err '^graphfuzz: kept:(1:1:)? '
check 2 "$GRAPHFUZZ" resume nowhere
check 2 "$GRAPHFUZZ" "$tests/SB.litmus" "$tests/IRIW.litmus" --checkpoint kept
has err 'keeps one campaign'
check 2 "$GRAPHFUZZ" "$tests/SB.litmus" --checkpoint nowhere/kept
