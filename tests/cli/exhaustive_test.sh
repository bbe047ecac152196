#!/usr/bin/env bash
# Exhaustive runs and the strategy that repeats nothing: what they say, and what they say when they are stopped.
# Starts threads.
set -euo pipefail
. "$(dirname "$0")/setup.sh"

check 0 "$GRAPHFUZZ" --exhaustive exists.litmus --json result.json
has out 'Observed'
has out 'nothing: all graphs were built'
json result.json 'r[0]["complete"] and r[0]["graphs"] == 4 and r[0]["executions"] == 4 and r[0]["strategy"] == "exhaustive"'
json result.json 'r[0]["tree"]["estimate"] == 4 and r[0]["graphs_rf"] is None and r[0]["discovery"] is None'

check 0 "$GRAPHFUZZ" --exhaustive safe.litmus
has out 'never'
check 0 "$GRAPHFUZZ" --exhaustive --model sc forbidden.litmus --json result.json
json result.json 'r[0]["complete"] and r[0]["graphs"] == 3 and r[0]["observation"] == "Never"'
check 1 "$GRAPHFUZZ" --exhaustive race.litmus

# The rf identity costs memory: only on demand.
check 0 "$GRAPHFUZZ" --exhaustive --identity rf exists.litmus --json result.json
json result.json 'r[0]["graphs_rf"] == 4'

# Too many graphs: a bound, a time limit and Ctrl-C each leave a part, and say how much.
big=$SOURCE_DIR/litmus/long-assert-9.litmus
check 0 "$GRAPHFUZZ" --exhaustive -n 1000 "$SOURCE_DIR/litmus/IRIW+sc.litmus" --json result.json
json result.json 'r[0]["complete"] and r[0]["graphs"] == 15'
check '0|1' "$GRAPHFUZZ" --exhaustive -t 1 "$big" --json result.json
has out 'of the tree of executions'
json result.json 'not r[0]["complete"] and r[0]["graphs"] == r[0]["executions"] and 0 < r[0]["tree"]["covered"] < 1'
"$GRAPHFUZZ" --exhaustive "$big" --json result.json >shown 2>&1 &
sleep 1
kill -INT $!
check '1|4' wait $! # It found what the condition asks for, or was stopped before.
json result.json 'r[0]["interrupted"] and not r[0]["complete"] and r[0]["graphs"] > 100'

# Optimal comes to an end, and fuzzers estimate what is left.
check 0 "$GRAPHFUZZ" --strategy optimal --schedule size -n 1000 -j 2 exists.litmus --json result.json
json result.json 'r[0]["complete"] and r[0]["executions"] == 4 and r[0]["rf_pairs"] == 4'
check 0 "$GRAPHFUZZ" --strategy random -n 1000 --seed 1 exists.litmus --json result.json
json result.json 'r[0]["discovery"]["total"] == 4 and r[0]["discovery"]["new_probability"] == 0 and r[0]["tree"] is None'
json result.json '0 <= r[0]["gini"] < 1'

check 2 "$GRAPHFUZZ" --exhaustive --strategy random exists.litmus
has err 'exclude each other'
check 2 "$GRAPHFUZZ" --schedule fastest exists.litmus
has err 'schedule'

# Models in files.
printf '"mine"\ninclude "cos.cat"\nacyclic po | rf | co | fr as order\n' >mine.cat
check 0 "$GRAPHFUZZ" --exhaustive --model mine.cat forbidden.litmus --json result.json
json result.json 'r[0]["complete"] and r[0]["graphs"] == 3'
printf '"wrong"\nlet a = po | nothing\nacyclic a\n' >wrong.cat
check 2 "$GRAPHFUZZ" --model wrong.cat exists.litmus
has err 'wrong.cat:2:14: .*nothing'
check 2 "$GRAPHFUZZ" --model absent.cat exists.litmus
has err 'absent.cat'
check 2 "$GRAPHFUZZ" --model arm exists.litmus
has err 'there are: sc'
