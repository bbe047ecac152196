# Output files, and runs over several tests.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# One worker and one seed: one result.
for run in 1 2; do
  check 1 "$GRAPHFUZZ" --strategy mix --seed 42 -j 1 --json "run$run.json" --curve "run$run.csv" race.litmus assertion.litmus
  sed -i '/"seconds"/d' "run$run.json"
done
cmp run1.json run2.json
cmp run1.csv run2.csv
has run1.csv '^test,model,strategy,seed,identity,executions,unique$'
has run1.csv '^race,rc11,mix,42,graph,1,1$'

# Several tests and models: a table, in the order given.
check 1 "$GRAPHFUZZ" --strategy mix --model sc,rc11 --json all.json exists.litmus race.litmus
has out '^test +model +verdict +states'
has out '^race +rc11 +Undef '
json all.json '[(t["test"], t["model"]) for t in r] == [("SB", "sc"), ("SB", "rc11"), ("race", "sc"), ("race", "rc11")]'
json all.json 'r[1]["states"] == sorted(r[1]["states"]) and r[1]["outcomes"] == 4 and r[1]["positive"] == 1'

# A folder holds tests, sorted; other files do not count.
mkdir folder && cp race.litmus folder/b.litmus && cp exists.litmus folder/a.litmus && echo >folder/c.txt
check 1 "$GRAPHFUZZ" --strategy mix -q --json folder.json folder
json folder.json '[t["file"] for t in r] == ["folder/a.litmus", "folder/b.litmus"]'

# One broken file: the others run, everything is written.
check 2 "$GRAPHFUZZ" --strategy mix --json some.json broken.litmus race.litmus nowhere.litmus
has err '^graphfuzz: broken.litmus:4:3: '
has err '^graphfuzz: nowhere.litmus: '
has out 'race +rc11'
json some.json 'len(r) == 1'

# JSON on standard output is nothing but JSON.
check 0 "$GRAPHFUZZ" --strategy mix --json - exists.litmus
json out 'r[0]["seed"] >= 0 and r[0]["executions"] == 10000'

# Pictures of every state and bug.
check 1 "$GRAPHFUZZ" --strategy mix --dot pictures forbidden.litmus
test "$(ls pictures/*.dot | wc -l)" = 5
if command -v dot >/dev/null; then test "$(ls pictures/*.svg | wc -l)" = 5; fi

# No bug, no folder for replay files; links and permissions of output files stay.
rm -rf graphfuzz-replays
touch target.json && chmod 600 target.json && ln -s target.json link.json
check 0 "$GRAPHFUZZ" --strategy mix --json link.json exists.litmus
test ! -e graphfuzz-replays
test -L link.json && test "$(stat -c %a target.json)" = 600
json target.json 'len(r) == 1'
test -z "$(ls -A | grep -E "tmp|new" || true)"

# A reader that goes away, and a full disk.
"$GRAPHFUZZ" --strategy mix -v exists.litmus forbidden.litmus | head -n 1 >/dev/null
if [ -w /dev/full ]; then check 2 "$GRAPHFUZZ" --strategy mix --json /dev/full exists.litmus; fi

# Without Graphviz pictures are SVG in lanes, and a note says so, once.
mkdir nothing
check 1 env PATH="$work/nothing" "$GRAPHFUZZ" --strategy mix --dot lanes forbidden.litmus
test "$(ls lanes/*.svg | wc -l)" = 5
has lanes/*bug-1*.svg '<title>'
test "$(grep -c 'Graphviz is not installed' err)" = 1
# What is too large for it is drawn so at once.
mkdir large
for ((i = 1; i <= 10000; ++i)); do echo "N,$i,$((1000000000 + i)),C,1,f.go#$((i % 50))"; done >large/trace_1.log
check 0 timeout 20 "$GRAPHFUZZ" trace large --dot lanes -q
test "$(grep -c 'make c' lanes/large.svg)" -ge 10000

# What cannot be printed loses nothing that goes to files; it is told at the end.
mkdir trace && printf 'N,1,9,C,1,f.go#1\nG,2,2,f.go#2\nC,3,6,9,R,f,1,1,0,f.go#3\n' >trace/trace_1.log
printf 'C,4,5,9,S,f,1,1,1,f.go#7\n' >trace/trace_2.log
if [ -w /dev/full ]; then
  full() { check 2 sh -c 'exec "$@" >/dev/full' sh "$GRAPHFUZZ" "$@"; has err 'standard output: cannot be written: No space left'; }
  full trace --json full-trace.json trace
  json full-trace.json 'len(r) == 1'
  full --json full.json race.litmus exists.litmus
  json full.json 'len(r) == 2'
  full compare --models sc,tso --json full-compare.json exists.litmus
  json full-compare.json 'len(r) == 1'
  full models --json full-models.json
  json full-models.json 'len(r) > 3'
  full mutate --strategy gopie+ --state full-state trace
  test -s full-state/state.json
fi

# A closed output is nowhere, not the next file that is opened.
check 0 sh -c 'exec "$@" >&- 2>&- <&-' sh "$GRAPHFUZZ" mutate --strategy gopie+ --state closed trace
test ! -s closed/lock && test -s closed/state.json

# Files beyond a limit are errors like any other.
(ulimit -f 1 && check 2 "$GRAPHFUZZ" --strategy mix --json large.json exists.litmus race.litmus forbidden.litmus assertion.litmus)
has err 'large.json: cannot be written: File too large'
test ! -e large.json

# No name is no file.
for option in --json --html --dot --curve --checkpoint --replay-dir --config; do check 2 "$GRAPHFUZZ" $option "" exists.litmus; done
for option in --json --html --dot; do check 2 "$GRAPHFUZZ" trace $option "" trace; done

# What is replaced in one step is a file: no device, no pipe.
mkfifo pipe && ln -s /dev/null null
for output in /dev/null /dev/stdout pipe null -; do
  check 2 "$GRAPHFUZZ" --strategy mix -n 10 --checkpoint "$output" exists.litmus
  has err 'expected the name of a file on a disk'
done
test -c /dev/null && test -p pipe && test -L null

check 0 "$GRAPHFUZZ" --json /dev/stdout exists.litmus
has out '^Test SB' && has out '"test": "SB"'
# By whatever name: what else is printed is not lost.
check 0 bash -c '"$0" --json "$PWD/both" exists.litmus >both' "$GRAPHFUZZ"
has both '^Observation SB ' && has both '"test": "SB"'

# A link that waits where a temporary file would be is not followed.
check 0 bash -c 'echo precious >victim && ln -s victim .trap.json.$$-0.new && exec "$@"' bash "$GRAPHFUZZ" --json trap.json exists.litmus
test "$(cat victim)" = precious
json trap.json 'len(r) == 1'

# Two options for one file would leave but the one that is written last.
check 2 "$GRAPHFUZZ" exists.litmus --html both --json ./both
has err '^graphfuzz: --json and --html: both would write both$'
