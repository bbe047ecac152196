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
check 2 "$GRAPHFUZZ" split "$tests/SB.litmus" --parts 2 -o units
has err 'is not empty'
check 2 "$GRAPHFUZZ" work units/split.result -o x
has err 'units/split.result: '
check 2 "$GRAPHFUZZ" work nothing -o x
check 2 "$GRAPHFUZZ" merge "$(echo rest/*.unit | cut -d' ' -f1)"
check 0 "$GRAPHFUZZ" split "$tests/SB.litmus" --parts 2 -o sb -q
check 2 "$GRAPHFUZZ" merge sb/split.result 1.result
has err 'different campaigns'

# Shards that are lost or broken withhold no report: what is known without them is told, and which they are.
store_buffering '~exists (0:r0=0 /\ 1:r0=0)' >violated.litmus
check 0 "$GRAPHFUZZ" split violated.litmus --strategy random -n 400 --parts 2 -o violated -q
for unit in violated/*.unit; do
  check 1 "$GRAPHFUZZ" work "$unit" -o "${unit%.unit}.result" -q
done
check 1 "$GRAPHFUZZ" merge violated/*.result -o violated.result --shards 3 -q --json sampled.json
check 0 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --check
for lost in 0 1 2; do
  cp "violated.result.$lost" whole
  head -c 60 whole >"violated.result.$lost"
  check 2 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --check
  has err "violated.result.$lost: .*it was damaged"
  check 1 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --json some.json --html some.html
  has err "violated.result.$lost: "
  has out "A part of the graphs cannot be counted: violated.result.$lost: .*it was damaged"
  has out 'Graphs +4±0 by rf and mo'
  has out 'The forbidden state was observed'
  json some.json 'r[0]["graphs"] >= len(r[0]["states"]) == 4 and r[0]["discovery"] is None and "was damaged" in r[0]["graphs_lost"]'
  check 1 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] -q
  has out '≥ at least'
  check 2 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] -o nowhere -q
  rm "violated.result.$lost"
  check 1 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] -q --json some.json
  has err 'are in 3 shards, of which 2 are given'
  mv whole "violated.result.$lost"
done
check 2 "$GRAPHFUZZ" merge violated.result
has err 'are in 3 shards, of which 0 are given: name all their files'
check 1 "$GRAPHFUZZ" merge violated.result --graphs-lost 'nobody has them' --json none.json
has out 'cannot be counted: nobody has them'
json none.json '(r[0]["graphs"], r[0]["negative"], r[0]["graphs_lost"]) == (4, 1, "nobody has them")'
check 1 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] -q --json again.json
json again.json 'r[0]["graphs_lost"] is None and r[0]["graphs"] == json.load(open("sampled.json"))[0]["graphs"]'
# In trees each graph comes once: only how many there are by rf is not known.
check 1 "$GRAPHFUZZ" split violated.litmus --strategy optimal --parts 1 -o tree --shards 2 -q
check 1 "$GRAPHFUZZ" merge tree/split.result tree/split.result.1 --json tree.json
json tree.json 'r[0]["complete"] and r[0]["graphs"] == 4 and r[0]["graphs_rf"] is None and r[0]["graphs_lost"]'

# What has no effect is refused, and is not in the help.
for option in --checkpoint-every=5s --worker-timeout=5s --verbose --whole --color=never --replay-dir=x --minimise -j2; do
  check 2 "$GRAPHFUZZ" split violated.litmus --parts 2 -o nowhere "$option"
  has err 'split does not go with'
done
check 0 "$GRAPHFUZZ" split --help
hasnt out '--(checkpoint-every|worker-timeout|verbose|whole|color|replay-dir|minimise|workers)'
check 2 "$GRAPHFUZZ" merge violated.result.0 -o x --json x.json
has err 'of shards alone there is no report: --json'
check 2 "$GRAPHFUZZ" merge violated.result.0 -o x --units x
check 2 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --summary x --html x.html
has err 'with --summary there is no report: --html'
unit=$(find violated -name '*.unit' | head -n 1)
printf 'acyclic po | rf\n' >mine.cat
check 2 "$GRAPHFUZZ" work "$unit" -o x --model mine.cat
has err '--model: the memory model of .* is not in a file'
check 2 "$GRAPHFUZZ" work "$unit" -o x --program "$GRAPHFUZZ"
has err '--program: .* is not about an executable'

# The file of a memory model need not be where it was.
mkdir models elsewhere
printf '"ours"\ninclude "cos.cat"\nacyclic po | rf | co | fr\n' >models/ours.cat
check 0 "$GRAPHFUZZ" split violated.litmus --model models/ours.cat --strategy random -n 100 --parts 1 -o ours -q
check 0 "$GRAPHFUZZ" work ours/*.unit -o ours.result -q
mv models/ours.cat elsewhere
check 2 "$GRAPHFUZZ" merge ours.result -q
has err 'models/ours.cat'
check 2 "$GRAPHFUZZ" work ours/*.unit -o again.result -q
check 0 "$GRAPHFUZZ" work ours/*.unit -o again.result -q --model elsewhere/ours.cat
check 0 "$GRAPHFUZZ" merge ours.result --model elsewhere/ours.cat -q --json ours.json --units rest-of-ours
json ours.json 'r[0]["graphs"] == 3 and r[0]["positive"] == 3'
json rest-of-ours/units.json 'r["model"] == ["elsewhere/ours.cat"] or r["model"][0].endswith("elsewhere/ours.cat")'
echo 'empty rf' >>elsewhere/ours.cat
check 2 "$GRAPHFUZZ" merge ours.result --model elsewhere/ours.cat -q
has err 'ours.cat: the memory model is not what it was'
check 2 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --model elsewhere/ours.cat -q
has err '--model: the memory model of violated.result is not in a file'
check 2 "$GRAPHFUZZ" merge violated.result violated.result.[0-2] --model elsewhere/ours.cat --summary x

# What they say of themselves.
check 1 "$GRAPHFUZZ" merge violated.result --summary summary.json --units told
json summary.json '(r["format"], r["version"], r["done"]) == ("graphfuzz summary", 1, 400)'
json told/units.json 'r["format"] == "graphfuzz units" and r["kind"] == "litmus" and r["done"] == 400'
check 1 "$GRAPHFUZZ" work "$unit" -o x --json summary.json -q
json summary.json 'r["format"] == "graphfuzz summary" and r["done"] == 200'
check 0 "$GRAPHFUZZ" merge violated.result.0 -o x --summary summary.json
json summary.json 'r["format"] == "graphfuzz summary" and r["shard"] == 0'

# Several campaigns: a folder for each, and one report. What cannot be read does not keep the others from it.
cp "$tests/SB.litmus" sb.litmus
cp "$tests/MP.litmus" mp.litmus
check 0 "$GRAPHFUZZ" sb.litmus mp.litmus --model sc,rc11 --exhaustive --seed 1 -q --json whole.json
check 2 "$GRAPHFUZZ" split sb.litmus nowhere.litmus mp.litmus --model sc,rc11 --exhaustive --seed 1 --parts 1 -o several -q
has err 'nowhere.litmus: cannot be opened'
json several/campaigns.json '[(c["folder"], c["test"], c["model"]) for c in r["campaigns"]] == [("1", "SB", "sc"), ("2", "SB", "rc11"), ("3", "MP", "sc"), ("4", "MP", "rc11")] and [f["file"] for f in r["refused"]] == ["nowhere.litmus"]'
groups=()
for i in 1 2 3 4; do
  for unit in several/$i/*.unit; do
    [[ ! -e $unit ]] || check 0 "$GRAPHFUZZ" work "$unit" -o "$unit.result" -q
  done
  [[ $i == 1 ]] || groups+=(--next)
  groups+=(several/$i/*.result --at-once $((i + 1)))
  [[ $i != 1 ]] || groups+=(-q --json parts.json --html parts.html --junit parts.xml)
  [[ $i != 3 ]] || groups+=(--lost "a part of it")
done
check 0 "$GRAPHFUZZ" merge "${groups[@]}"
has out '^MP +sc +No\? '
python3 - <<'END'
import json
whole, parts = json.load(open("whole.json")), json.load(open("parts.json"))
assert len(whole) == len(parts) == 4
for i, (one, other) in enumerate(zip(whole, parts)):
    for key in ("test", "model", "file", "graphs", "states", "executions", "seed"):
        assert one[key] == other[key], (i, key, one[key], other[key])
    assert other["workers"] == i + 2 and other["complete"] == (i != 2) and bool(other["lost"]) == (i == 2), other
END
[[ $(grep -c '<testcase' parts.xml) == 4 ]]
printf '%s\0' "${groups[@]}" >words
check 0 "$GRAPHFUZZ" merge --words words
check 0 "$GRAPHFUZZ" merge several/1/*.result --so-far 5s --of 3 --html page.html --next several/2/*.result
has page.html '"progress":\{"what":"SB under rc11","refresh":5.0,"done":1,"all":3\}'
check 2 "$GRAPHFUZZ" merge several/1/*.result --next several/2/*.result -q
has err 'merge: --quiet: expected it before --next'
check 2 "$GRAPHFUZZ" merge several/1/*.result -o x --next several/2/*.result
has err 'merge: --output is about one campaign'
check 2 "$GRAPHFUZZ" merge several/1/*.result --next
check 2 "$GRAPHFUZZ" merge several/1/*.result --words words
has err 'merge: --words goes alone'
echo '{"format":"graphfuzz campaigns","version":1,"campaigns":[],"refused":[{"file":"a.litmus","message":"a.litmus: why"}]}' >refused.json
check 0 "$GRAPHFUZZ" merge several/1/*.result --refused refused.json --junit parts.xml --html page.html
has parts.xml '<error message="a.litmus: why"/>'
has page.html '"message":"a.litmus: why"'
check 2 "$GRAPHFUZZ" merge several/1/*.result --refused words
has err 'words:1:1: expected a list of campaigns'
check 2 "$GRAPHFUZZ" merge several/[12]/*.result
has err 'of different campaigns'
