# graphfuzz-cluster with several tests and models: each is what one machine finds, in one report, and goes on where it was.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup_cluster.sh"

cp "$SOURCE_DIR"/litmus/{SB,MP,LB,SB3}.litmus .
write_many_graphs long >long.litmus
same() {
  python3 - "$1" "$2" <<'END'
import json, sys
whole, parts = (json.load(open(name)) for name in sys.argv[1:])
assert len(whole) == len(parts), (len(whole), len(parts))
for one, other in zip(whole, parts):
    for key in ("test", "model", "file", "complete", "graphs", "states", "positive", "negative", "condition_verdict"):
        assert one[key] == other[key], (one["test"], key, one[key], other[key])
END
}

# A folder, two models, and what cannot be read: the rest is done.
mkdir tests
mv SB.litmus MP.litmus LB.litmus tests
echo nonsense >tests/broken.litmus
check 2 "$GRAPHFUZZ" tests --model sc,rc11 --exhaustive -q --json whole.json
check 2 "$cluster" tests --model sc,rc11 --exhaustive --local 2 -q --json parts.json --html parts.html --junit parts.xml
has err 'tests/broken.litmus:1:'
same whole.json parts.json
json parts.json 'len(r) == 6'
has parts.xml 'tests="7" failures="0" errors="1"'
has parts.html '"message":"tests/broken.litmus:1:'
json parts.json 'all(x["seconds"] > x["unit_seconds"] > 0 for x in r)' # by the clock
for test in SB MP LB; do has parts.html "\"test\":\"$test\""; done

# Graphs that are sampled are counted once, of each test for itself.
rm tests/broken.litmus
check 0 "$GRAPHFUZZ" --exhaustive tests/SB.litmus SB3.litmus -q --json whole.json
check 0 "$cluster" --strategy mix -n 3000 tests/SB.litmus SB3.litmus --local 2 -q --json parts.json
json parts.json '[x["graphs"] for x in r] == [x["graphs"] for x in json.load(open("whole.json"))] and [x["executions"] for x in r] == [3000, 3000]'

# Ctrl-C in the second of three; the folder goes on with all of them, and the page is about those before, too.
check 0 "$GRAPHFUZZ" --exhaustive tests/SB.litmus long.litmus tests/MP.litmus -q --json whole.json
"$cluster" --exhaustive tests/SB.litmus long.litmus tests/MP.litmus --local 2 --checkpoint kept --log units.log --unit-time 200ms \
  -q --html page.html --json some.json >out 2>err &
campaign=$!
wait_for test -s units.log
wait_for grep -q '"done":1,"all":3' page.html
kill -INT $campaign
code=0
wait $campaign || code=$?
[[ $code == 4 ]] || { echo "exit code $code"; cat out err; exit 1; }
json some.json '[x["test"] for x in r] == ["SB", "long"] and r[0]["complete"] and r[1]["interrupted"] and not r[1]["complete"]'
has err '1 of 3 campaigns were not run'
has err 'graphfuzz-cluster --resume kept$'
hasnt page.html '"progress":\{'
check "0|4" "$GRAPHFUZZ" merge kept/0002-long-rc11.gfz -q --json one.json
json one.json 'r[0]["executions"] == json.load(open("some.json"))[1]["executions"] > 0'
check 0 "$cluster" --resume kept --local 2 -q --json parts.json
same whole.json parts.json
json parts.json 'r[1]["seconds"] > json.load(open("some.json"))[1]["seconds"] > 0 and all(x["unit_seconds"] for x in r)'

# Mistakes.
check 2 "$cluster" --resume nowhere --local 1
has err 'nowhere: there is no such file or folder'
check 2 "$cluster" tests --local 1 --checkpoint units.log
has err 'units.log: several campaigns are kept in a folder'
check 2 "$cluster" tests/SB.litmus --local 1 --checkpoint kept
has err 'kept: is a folder, as several campaigns are kept in; this is one'
check 2 "$cluster" --resume tests --local 1
has err 'tests: is a folder without series.json'
cp -r kept broken
echo '{"format": "graphfuzz cluster series", "version": 2}' >broken/series.json
check 2 "$cluster" --resume broken --local 1
has err 'broken/series.json: expected graphfuzz cluster series, version 1'
# What is there is replaced if it is of the same kind.
check 0 "$cluster" tests --exhaustive --local 1 --checkpoint kept -q
[[ $(ls -d kept/*.gfz | wc -l) == 3 ]]
# A report that cannot be written is told with what is kept, as of one campaign.
check 2 "$cluster" tests --exhaustive --local 1 --checkpoint kept -q --json /dev/full
has err '/dev/full: cannot be written'
has err 'graphfuzz-cluster --resume kept$'
