# graphfuzz trace: recorded executions of Go programs.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# A leak: goroutine 2 sends, and nobody receives.
mkdir -p leak clean closed broken
printf 'N,1,1000000001,C,0,f.go#3\nG,2,2,f.go#4\nE,3\n' >leak/trace_1.log
printf 'C,4,0,1000000001,S,f,0,0,0,f.go#5\n' >leak/trace_2.log
# They meet.
printf 'N,1,1000000001,C,0,f.go#3\nG,2,2,f.go#4\nC,3,5,1000000001,R,f,1,0,0,f.go#7\nE,7\n' >clean/trace_1.log
printf 'C,4,6,1000000001,S,f,1,0,0,f.go#5\nE,8\n' >clean/trace_2.log
# A send that may come after the close.
printf 'N,1,1000000001,C,1,f.go#3\nG,2,2,f.go#4\nC,6,7,1000000001,C,f,0,1,1,f.go#8\nE,8\n' >closed/trace_1.log
printf 'C,3,4,1000000001,S,f,1,1,1,f.go#5\nE,5\n' >closed/trace_2.log
# A receive without its send.
printf 'N,1,1000000001,C,1,f.go#3\nC,2,3,1000000001,R,f,1,1,0,f.go#7\nE,4\n' >broken/trace_1.log

check 0 "$GRAPHFUZZ" trace clean
has out 'No bugs found'
has out 'new pair f.go#5 -> f.go#7'
check 1 "$GRAPHFUZZ" trace leak
has out 'L02 .*without a possible partner: send f.go#5'
check 1 "$GRAPHFUZZ" trace closed
has out 'P01 .*: send f.go#5, close f.go#8'

# Many: a table, all that is in it as JSON, pictures.
check 1 "$GRAPHFUZZ" trace --json all.json --dot pictures leak clean closed
has out '^trace +dialect +routines +events'
json all.json '[t["path"] for t in r] == ["leak", "clean", "closed"]'
json all.json 'all(k in t for t in r for k in ("dialect routines events pairs channels selects rel1 rel2 score_gfuzz score_gfuzz_hb score_gopie interesting actual predicted leaks".split()))'
json all.json '[(l["op"], l["position"], l["partner"]) for l in r[0]["leaks"]] == [("send", "f.go#5", None)]'
json all.json 'r[1]["pairs"] == [{"send": "f.go#5", "receive": "f.go#7", "count": 1}] and not r[1]["leaks"]'
json all.json 'r[2]["channels"][0]["capacity"] == 1 and r[2]["channels"][0]["max_fullness"] == 1'
json all.json '[(p["code"], p["positions"]) for p in r[2]["predicted"]] == [("P01", ["f.go#5", "f.go#8"])]'
has pictures/leak.dot 'never finished'
has pictures/clean.dot 'forestgreen'
# Whoever draws it: what ended with a leak is not clean.
mkdir -p nothing ended && cp leak/*.log ended && echo 'ExitCode!0' >ended/trace_info.log
check 1 "$GRAPHFUZZ" trace ended --dot by-graphviz
check 1 env PATH="$work/nothing" "$GRAPHFUZZ" trace ended --dot in-lanes
for picture in by-graphviz/ended.dot in-lanes/ended.svg; do has "$picture" 'ended, with bugs'; done
check 1 "$GRAPHFUZZ" trace --quiet leak
hasnt out 'Blocked'
has out '^leak +advocate'
check 1 "$GRAPHFUZZ" trace --json - leak
json out 'len(r) == 1'
check 2 "$GRAPHFUZZ" trace .  # one of them is broken
has out '^./leak'

# An error names its place, and the others are analysed all the same.
check 2 "$GRAPHFUZZ" trace broken clean
has err '^graphfuzz: broken/trace_1.log:2'
has out 'clean'
check 0 "$GRAPHFUZZ" trace --lenient broken
has err 'warning: '
check 2 "$GRAPHFUZZ" trace nowhere
mkdir emptydir
check 2 "$GRAPHFUZZ" trace emptydir

wrong() {
  check 2 "$GRAPHFUZZ" trace "$@"
  has err '^graphfuzz: '
  test "$(wc -l <err)" = 1 && test ! -s out || { echo "not one line: $*"; cat err out; exit 1; }
}
wrong
wrong --bogus clean
wrong --clock medium clean
wrong --relations x clean
wrong --json nowhere/x.json clean
wrong --color xyz clean

check 0 "$GRAPHFUZZ" trace --clock weak --fifo --ignore-critical-sections --relations gopie --no-transitive clean
check 0 "$GRAPHFUZZ" trace --help
for word in -- --clock --lenient P05 L10 Examples 'Exit codes'; do has out "$word"; done

# Which runs are the same graph: what was recorded in another order but on other objects is.
mkdir -p runs/a runs/b runs/c
for run in a b c; do
  printf 'N,1,1000000001,C,2,f.go#3\nN,2,1000000002,C,1,f.go#4\nG,3,2,f.go#5\nG,4,3,f.go#6\n' >runs/$run/trace_1.log
done
send() { # run routine channel number capacity time line
  printf 'C,%s,%s,%s,S,f,%s,%s,%s,f.go#%s\n' "$6" "$6" "$3" "$4" "$5" "$4" "$7" >>"runs/$1/trace_$2.log"
}
send a 2 1000000001 1 2 6 10; send a 3 1000000002 1 1 7 20; send a 3 1000000001 2 2 8 21
send b 3 1000000002 1 1 6 20; send b 2 1000000001 1 2 7 10; send b 3 1000000001 2 2 8 21
send c 3 1000000002 1 1 6 20; send c 3 1000000001 1 2 7 21; send c 2 1000000001 2 2 8 10
check 0 "$GRAPHFUZZ" trace --quiet --json runs.json runs
has out '^3 runs, 2 unique graphs$'
has out '^  2 are the same graph: runs/a, runs/b$'
json runs.json 'r[0]["graph"] == r[1]["graph"] != r[2]["graph"] and len(r[0]["graph"]) == 32'

# What distinguishes two of them.
check 0 "$GRAPHFUZZ" trace --diff runs/a runs/b
has out '^The same graph'
check 1 "$GRAPHFUZZ" trace --diff --json diff.json runs/a runs/c
has out '^Different graphs: '
has out 'A  send c0 at f.go#10, before the others'
has out 'B  send c0 at f.go#10, after routine 3, send c0 at f.go#21'
json diff.json 'not r["same"] and [d["kind"] for d in r["differences"]] == ["order", "order"]'
json diff.json '(lambda d: d["a"]["after"] is None and d["b"]["after"] == {"op": "send", "position": "f.go#21", "routine": 3})(r["differences"][0])'
check 1 "$GRAPHFUZZ" trace --diff --json - leak clean
json out '[(d["kind"], d["a"]["happened"] if d["a"] else None, d["b"]["happened"]) for d in r["differences"]][1] == ("missing", False, True)'
check 2 "$GRAPHFUZZ" trace --diff broken clean
has err '^graphfuzz: broken/trace_1.log:2'
check 2 "$GRAPHFUZZ" trace --diff runs clean
has err 'expected one trace, found 3'
check 2 "$GRAPHFUZZ" trace --diff nowhere clean
wrong --diff clean
wrong --diff --dot pictures clean leak
