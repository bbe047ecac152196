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
test -z "$(ls -A | grep tmp || true)"

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
