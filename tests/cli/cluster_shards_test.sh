# graphfuzz-cluster: fingerprints of graphs are counted shard by shard: as one machine would, and nobody has all of them.
# The program's assertion is seen to fail by three in four of such campaigns.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup_cluster.sh"

program=$SOURCE_DIR/litmus/long-assert-6.litmus
# What is said of graphs is the same in all of these.
same() {
  python3 - "$@" <<'END'
import json, sys
a, *others = (json.load(open(name))[0] for name in sys.argv[1:])
for b in others:
    for key in ("executions", "graphs", "graphs_rf", "outcomes", "states", "positive", "negative", "discovery", "gini"):
        assert a[key] == b[key], (key, a[key], b[key])
    assert [bug["kind"] for bug in a["bugs"]] == [bug["kind"] for bug in b["bugs"]], (a["bugs"], b["bugs"])
END
}

# The very same units, done here, and put together in one place.
mkdir units
cat >recorder <<END
#!/bin/sh
if [ "\$1" = work ]; then
  name=\$(sha256sum <unit | cut -c 1-32)
  cp unit "$work/units/\$name.unit"
  echo "\$@" >"$work/units/\$name.line"
fi
exec "$GRAPHFUZZ" "\$@"
END
chmod +x recorder
# Who puts shards together waits, if told so, or has no success.
cat >folder <<END
#!/bin/sh
case " \$* " in
  *" --numbers "*)
    [ ! -e "$work/slow" ] || sleep 60
    [ ! -e "$work/broken" ] || [ "\$(basename "\$PWD")" != 3 ] || exec sh -c 'echo no luck >&2; exit 2' ;;
esac
exec "$work/recorder" "\$@"
END
chmod +x folder
start_scheduler
start_workers 2 GRAPHFUZZ="$work/folder"
GRAPHFUZZ=$work/folder check '0|1' "$cluster" --strategy mix "$program" -n 12000 --scheduler scheduler.json -q --json parts.json \
  --checkpoint kept --log log
check '0|1' "$GRAPHFUZZ" merge kept kept.shards/*/* -q --json together.json
check 0 "$GRAPHFUZZ" split --strategy mix "$program" -n 12000 --parts 8 -o split -q
for unit in units/*.unit; do
  executions=$(sed 's/.*--executions \([0-9]*\).*/\1/' "${unit%.unit}.line")
  check "0|1" "$GRAPHFUZZ" work "$unit" -n "$executions" -q -o "${unit%.unit}.result"
done
check '0|1' "$GRAPHFUZZ" merge split/split.result units/*.result -q --json one.json
same one.json parts.json together.json
# Each shard is put together by somebody, and has its part of the graphs; it is one file in the end.
python3 - <<'END'
import json
lines = [json.loads(line) for line in open("log")]
folds = [line for line in lines if "shard" in line]
graphs = json.load(open("parts.json"))[0]["graphs"]
assert graphs > 8000, graphs
assert {fold["shard"] for fold in folds} == set(range(8)), folds
assert sum(fold["graphs"] for fold in folds) == graphs, (folds, graphs)
assert max(fold["graphs"] for fold in folds) < 1.2 * graphs / 8, folds
END
[[ $(cat kept.shards/*/* | wc -c) -gt $((12 * 8000)) && $(find kept.shards -type f | wc -l) == 8 ]]

# A result without its shards is no report; with them it can be gone on with here.
check 2 "$GRAPHFUZZ" merge kept
has err 'are in 8 shards, of which 0 are given'
check '0|1' "$GRAPHFUZZ" merge kept kept.shards/[0-3]/* -q --json half.json
has err 'are in 8 shards, of which 4 are given'
python3 - <<'END'
import json
half, whole = (json.load(open(name))[0] for name in ("half.json", "parts.json"))
assert "of which 4 are given" in half["graphs_lost"] and whole["graphs_lost"] is None
# … but for a sketch of all, which estimates how many there are, and is in the curve.
assert 0.95 * whole["graphs"] < half["graphs"] < 1.05 * whole["graphs"], (half["graphs"], whole["graphs"])
assert half["standard_errors"]["graphs"] > 0 and whole["standard_errors"]["graphs"] is None
curve = whole["curve"]
assert len(curve) > 3 and curve[-1] == [whole["executions"], whole["graphs"]], curve
assert curve == sorted(curve) and all(b[1] >= a[1] for a, b in zip(curve, curve[1:])), curve
assert whole["estimates"][-1][0] == whole["executions"], whole["estimates"]
for key in ("executions", "states", "verdict"):
    assert half[key] == whole[key], key
assert [bug["kind"] for bug in half["bugs"]] == [bug["kind"] for bug in whole["bugs"]]
END
check 2 "$GRAPHFUZZ" resume kept -n 13000
has err 'its graphs are in 8 shards'
check '0|1' "$GRAPHFUZZ" merge kept kept.shards/*/* -q -o whole
check '0|1' "$GRAPHFUZZ" merge whole -q --json whole.json
same whole.json parts.json
cp whole again
check '0|1' "$GRAPHFUZZ" resume again -n 13000 -q --json more.json
json more.json 'r[0]["executions"] == 13000 and r[0]["graphs"] > json.load(open("whole.json"))[0]["graphs"]'
# With --checkpoint, the campaign goes on elsewhere, and the old one is as it was.
check '0|1' "$cluster" --resume kept -n 12500 --scheduler scheduler.json --checkpoint elsewhere -q --json elsewhere.json
json elsewhere.json 'r[0]["executions"] == 12500 and r[0]["graphs"] > json.load(open("whole.json"))[0]["graphs"]'
check '0|1' "$GRAPHFUZZ" merge kept kept.shards/*/* -q --json together.json
same whole.json together.json
# A file that is broken is told of in the beginning; so is one that is not there.
broken=$(ls elsewhere.shards/3/*)
cp "$broken" whole-file
head -c 1000 whole-file >"$broken"
check 2 "$cluster" --resume elsewhere -n 13000 --scheduler scheduler.json
has err "/$broken: .*it was damaged"
cp whole-file "$broken"
# Shards that cannot be put together withhold no report, and their files stay.
touch broken
check '0|1' "$cluster" --resume elsewhere -n 12600 --scheduler scheduler.json -q --json unlucky.json
has err 'shard 3 \(.*elsewhere.shards/3\): graphfuzz merge ended with exit code 2: no luck; 3 times: its graphs cannot be counted'
json unlucky.json 'r[0]["executions"] == 12600 and "no luck" in r[0]["graphs_lost"]'
json unlucky.json '0.7 * json.load(open("elsewhere.json"))[0]["graphs"] < r[0]["graphs"]'
rm broken
# Who does not want to wait for them, neither there nor here, has the report of what is counted, and the exit code of the bug.
touch slow
GRAPHFUZZ=$work/folder "$cluster" --resume elsewhere -n 12700 --scheduler scheduler.json -q --json stopped.json >out 2>err --log stopped.log &
campaign=$!
executed() { [[ $(grep -o '"done": [0-9]*' stopped.log | awk '{ done += $2 } END { print done }') == 100 ]]; }
wait_for executed
kill -INT $campaign
sleep 1
kill -TERM $campaign
code=0
wait $campaign || code=$?
rm slow
expected=$(python3 -c 'import json; print(1 if json.load(open("stopped.json"))[0]["bugs"] else 4)')
[[ $code == "$expected" ]] || { echo "exit code $code"; cat out err; exit 1; }
json stopped.json 'r[0]["executions"] == 12700 and r[0]["interrupted"] and "interrupted" in r[0]["graphs_lost"]'
check '0|1' "$cluster" --resume elsewhere -n 12750 --scheduler scheduler.json -q --json elsewhere.json
check '0|1' "$GRAPHFUZZ" merge elsewhere elsewhere.shards/*/* -q --json together.json
same elsewhere.json together.json
rm -r elsewhere.shards
check 2 "$cluster" --resume elsewhere -n 13000 --scheduler scheduler.json
has err 'elsewhere.shards: expected the graphs of the campaign'
check 2 "$cluster" --resume kept --scheduler scheduler.json --approximate
has err 'approximate: the graphs of this campaign are counted'
stop

# The scheduler dies, and workers; another one goes on, with what was begun. What was left behind by who died is no harm.
start_scheduler
start_workers 2 "GRAPHFUZZ=$GRAPHFUZZ"
"$cluster" --strategy mix "$program" -n 1M --scheduler scheduler.json --checkpoint killed --unit-time 30ms -q --log killed.log >out 2>err &
campaign=$!
counted() { [[ $(grep -c '"unit"' killed.log) -gt $1 ]]; }
wait_for counted 5
kill -9 "$(pgrep -f -P "${workers[0]}" spawn_main | shuf -n 1)"
wait_for counted 15
kill -9 $scheduler
code=0
wait $campaign || code=$?
[[ $code == 3 ]] || { echo "exit code $code"; cat out err; exit 1; }
stop
check '0|1' "$GRAPHFUZZ" merge killed killed.shards/*/* -q --json killed.json
echo nonsense >killed.shards/3/00000000000000000000000000000000
file=$(ls killed.shards/2/*)
cp "$file" "$file.again"
done=$(python3 -c 'import json; print(json.load(open("killed.json"))[0]["executions"])')
start_scheduler
start_workers 2 "GRAPHFUZZ=$GRAPHFUZZ"
check '0|1' "$cluster" --resume killed -n $((done + 5000)) --scheduler scheduler.json -q --json resumed.json
json resumed.json 'r[0]["executions"] == json.load(open("killed.json"))[0]["executions"] + 5000'
check '0|1' "$GRAPHFUZZ" merge killed killed.shards/*/* -q --json together.json
same resumed.json together.json
# What one machine has kept is divided.
check '0|1' "$cluster" --resume whole -n 14000 --scheduler scheduler.json -q --json divided.json
json divided.json 'r[0]["executions"] == 14000'
check '0|1' "$GRAPHFUZZ" merge whole whole.shards/*/* -q --json together.json
same divided.json together.json
# Trees whose graphs are told apart by rf alone.
check 0 "$GRAPHFUZZ" --strategy optimal "$SOURCE_DIR/litmus/SB3.litmus" -q --json whole.json
check 0 "$cluster" --strategy optimal "$SOURCE_DIR/litmus/SB3.litmus" --scheduler scheduler.json -q --json parts.json
json parts.json 'all(r[0][key] == json.load(open("whole.json"))[0][key] for key in ("complete", "graphs", "graphs_rf", "outcomes", "states"))'
stop

# Workers that do not see the folder get what they need, and give what they have.
mkdir hidden
if unshare -m true 2>/dev/null; then
  start_scheduler
  unshare -m sh -c "mount -t tmpfs none '$work/hidden' && exec dask-worker --scheduler-file scheduler.json --nworkers 1 \
    --nthreads 1 --no-dashboard --local-directory workers --death-timeout 30" >>workers.log 2>&1 &
  workers+=($!)
  check "0|1" "$cluster" --strategy mix "$program" -n 3000 --scheduler scheduler.json -q --json parts.json --checkpoint hidden/kept
  check "0|1" "$GRAPHFUZZ" merge hidden/kept hidden/kept.shards/*/* -q --json together.json
  same parts.json together.json
  stop
  # A full disk: what there was room for is there, and no half of anything; where there is room it goes on.
  cat >full <<END
set -eu
mount -t tmpfs -o size=400k none "$work/hidden"
"$cluster" --strategy mix "$program" -n 10M --local 1 --checkpoint hidden/kept --unit-time 30ms -q 2>err && exit 1 || [ \$? = 2 ]
grep -q 'No space left on device' err
grep -q 'graphfuzz-cluster --resume hidden/kept' err
mount -o remount,size=100M "$work/hidden"
"$cluster" --resume hidden/kept -n 4000 --local 1 -q --json parts.json || [ \$? = 1 ]
"$GRAPHFUZZ" merge hidden/kept hidden/kept.shards/*/* -q --json together.json || [ \$? = 1 ]
END
  unshare -m sh ./full >full.out 2>&1 || { cat full.out err; exit 1; }
  json parts.json 'r[0]["executions"] == 4000'
  same parts.json together.json
fi
