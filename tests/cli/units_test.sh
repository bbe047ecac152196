# The work of one campaign, taken apart, done by several processes, and put together.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

tests=$SOURCE_DIR/litmus
for program in mp.litmus go/rwr-two-locks.go; do
  rm -rf units ./*.result
  code=0
  "$GRAPHFUZZ" --exhaustive "$tests/$program" --seed 1 -q --json whole.json >out || code=$?
  "$GRAPHFUZZ" split --exhaustive "$tests/$program" --seed 1 --parts 4 -o units >out || true
  ls units/*.unit >/dev/null
  number=0
  for unit in units/*.unit; do
    number=$((number + 1))
    "$GRAPHFUZZ" work "$unit" -o "$number.result" -q >out || true
  done
  # In any order; the same one counts once.
  check "$code" "$GRAPHFUZZ" merge 1.result units/split.result [2-9].result 1.result -q --json merged.json
  has err '1.result: was counted before'
  python3 - <<'END'
import json
whole, merged = (json.load(open(name))[0] for name in ("whole.json", "merged.json"))
assert merged["complete"], merged
for key in ("graphs", "states", "positive", "negative", "condition_verdict"):
    assert whole[key] == merged[key], (key, whole[key], merged[key])
END
done

# Without one of them it is not known to be all; what is left can be gone on with.
"$GRAPHFUZZ" merge units/split.result 1.result -o most.result --units rest -q --json most.json >out || true
json most.json 'not r[0]["complete"]'
ls rest/*.unit >/dev/null
check 1 "$GRAPHFUZZ" resume most.result -j 2 -q --json rest.json
json rest.json 'r[0]["complete"]'
python3 -c '
import json
a, b = (json.load(open(f))[0] for f in ("whole.json", "rest.json"))
assert a["graphs"] == b["graphs"], (a["graphs"], b["graphs"])'

# What is reported on can be written in shards as well, and they give the same report.
store_buffering 'exists (0:r0=0 /\ 1:r0=0)' >sampled.litmus
check 0 "$GRAPHFUZZ" split sampled.litmus --strategy random -n 400 --parts 2 -o sampled -q
for unit in sampled/*.unit; do
  check '0|1' "$GRAPHFUZZ" work "$unit" -o "${unit%.unit}.result" -q
done
check '0|1' "$GRAPHFUZZ" merge sampled/*.result -o sampled.result --shards 3 -q --json sampled.json
json sampled.json 'r[0]["graphs"] == 4'
check '0|1' "$GRAPHFUZZ" merge sampled.result sampled.result.[0-2] -q --json again.json
json again.json 'r[0]["graphs"] == 4'
check 2 "$GRAPHFUZZ" merge sampled/*.result --shards 3
has err 'is for what -o writes'

# Mistakes.
check 2 "$GRAPHFUZZ" split "$tests" --parts 2 -o elsewhere
check 2 "$GRAPHFUZZ" split "$tests/SB.litmus" --parts 2 -o units
has err 'is not empty'
check 2 "$GRAPHFUZZ" work units/split.result -o x
has err 'units/split.result: '
check 2 "$GRAPHFUZZ" work nothing -o x
check 2 "$GRAPHFUZZ" merge "$(echo rest/*.unit | cut -d' ' -f1)"
check 0 "$GRAPHFUZZ" split "$tests/SB.litmus" --parts 2 -o sb -q
check 2 "$GRAPHFUZZ" merge sb/split.result 1.result
has err 'different campaigns'
