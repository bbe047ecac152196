# graphfuzz mutate: campaigns with other tools, from recorded traces.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

traces="$SOURCE_DIR/../shared/traces"
[ -d "$traces" ] || exit 77
goker="$traces/goker"

check 0 "$GRAPHFUZZ" mutate --help
for word in --strategy --state replay_active.log 'Exit codes'; do has out "$word"; done

# What is wrong with the command line.
check 2 "$GRAPHFUZZ" mutate
check 2 "$GRAPHFUZZ" mutate --strategy magic --state s "$goker"
has err "expected one of gfuzz, .*, found 'magic'"
check 2 "$GRAPHFUZZ" mutate --strategy flow --state s
has err 'needs the PATH of a first trace'
check 2 "$GRAPHFUZZ" mutate --strategy flow --state s nowhere
check 2 "$GRAPHFUZZ" mutate --strategy flow --clock weak --state s "$goker"
has err 'gopie-hb'

# Chains, for ADVOCATE.
run=$goker/blocking_cockroach_1055/run1
check 0 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains -n 2 "$run"
has out '^chains/inputs/[0-9]+$'
has out 'queue: [0-9]+ inputs; 1 runs so far, 1 of them free'
for folder in chains/inputs/*; do
  test -s "$folder/replay_active.log"
  has "$folder/replay_active.log" '^[0-9]+$'
  has "$folder/replay_active.log" '^[0-9]+:.*#[0-9]+,[0-9]+,[0-9]+$'
done
test "$(ls chains/inputs | wc -l)" = 2
python3 -c 'import json; s = json.load(open("chains/state.json")); assert s["version"] == 1 and len(s["outstanding"]) == 2'
# Two were written: which one is this trace of?
check 2 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains "$run"
has err -- '--input ID'
id=$(ls chains/inputs | head -1)
check 0 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input "$id" "$run"
check 2 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input "$id" "$run"
has err 'was never written, or its run has been reported'
check 0 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains
check 2 "$GRAPHFUZZ" mutate --strategy gopie --state chains "$run"
has err 'is a campaign of gopie\+, not gopie'
check 2 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains2 --format gfuzz "$run"
has err 'GFuzz has no inputs for --strategy gopie\+'

# The same calls give the same inputs.
for i in 1 2; do check 0 "$GRAPHFUZZ" mutate --strategy gopie-hb --seed 7 --state "same$i" -n 3 -q "$run"; done
diff -r same1/inputs same2/inputs

# Preferred cases and delays.
select=$goker/blocking_cockroach_10790/run1
check 0 "$GRAPHFUZZ" mutate --strategy gfuzz-hb --state selects "$select"
has selects/inputs/1/fuzzingData.log '^[0-9]+:.*#[0-9]+;-?[0-9]+'
check 0 "$GRAPHFUZZ" mutate --strategy gfuzz --old-names --state paper "$select"
has paper/inputs/1/fuzzingData.log '^[^;]*:[0-9]+;-?[0-9]+'
check 0 "$GRAPHFUZZ" mutate --strategy gfuzz --format gfuzz --select-timeout 900 --state config "$select"
python3 -c 'import json; c = json.load(open("config/inputs/1/ort_config")); assert c["selefcm"]["sel_timeout"] == 900 and c["selefcm"]["efcms"]'

# GoPie.
log=$(ls "$traces"/gopie/*.log | head -1)
check 0 "$GRAPHFUZZ" mutate --strategy gopie --state logs "$log"
has "$(ls -d logs/inputs/*)/Input" '^\(\{[0-9]+\}, \{[0-9]+\}\)'
# Of no pair an operation would wait for itself.
check 0 "$GRAPHFUZZ" mutate --strategy gopie --state all-logs -n 300 "$log"
cat all-logs/inputs/*/Input >pairs
test "$(ls all-logs/inputs | wc -l)" -gt 20
hasnt pairs '\(\{([0-9]+)\}, \{\1\}\)'
check 2 "$GRAPHFUZZ" mutate --strategy gfuzz --state logs2 "$log"
has err 'GoPie has no inputs'

# A damaged state is told of and left alone.
cp chains/state.json before.json
printf '{' >chains/state.json
check 2 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input 0 "$run"
has err '^graphfuzz: chains/state.json:1:2: expected '
test "$(cat chains/state.json)" = '{'
cp before.json chains/state.json

# One process at a time; a lock whose holder is gone does not count.
(
  flock -n 9
  check 2 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input 0 "$run"
  has err 'in use by another process'
) 9>chains/lock
check 0 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input 0 "$run"

# Killed at any moment, the state is one that can go on.
for delay in 0.001 0.003 0.006 0.01 0.02 0.04; do
  "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input 0 "$run" >/dev/null 2>&1 &
  sleep "$delay"
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true  # it is gone, and its lock
  check 0 "$GRAPHFUZZ" mutate --strategy gopie+ --state chains --input 0 "$run"
done

# Until nothing is left: flow delays each operation once.
once=$goker/blocking_hugo_5379/run1
check 0 "$GRAPHFUZZ" mutate --strategy flow --state flow "$once"
has flow/inputs/1/fuzzingData.log '^[0-9]+:.*#[0-9]+;[0-9]+$'
for i in $(seq 200); do
  code=0
  "$GRAPHFUZZ" mutate --strategy flow --state flow "$once" >out 2>err || code=$?
  [ "$code" = 0 ] || break
done
test "$code" = 1
has out 'run the program without input'
