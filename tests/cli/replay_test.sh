# Every bug has a replay file, which shows the same bug in the same state again.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

for test in forbidden race assertion; do
  check 1 "$GRAPHFUZZ" --seed 1 --replay-dir "replays/$test" --json result.json "$test.litmus"
  json result.json 'len(r[0]["bugs"]) >= 1 and all(b["replay"] for b in r[0]["bugs"])'
  file=$(python3 -c 'import json; print(json.load(open("result.json"))[0]["bugs"][0]["replay"])')
  check 1 "$GRAPHFUZZ" --replay "$file" --json replay.json
  json replay.json 'r[0]["possible"] and r[0]["steps_taken"] == r[0]["steps"]'
  python3 - <<'END'
import json
bug = json.load(open("result.json"))[0]["bugs"][0]
replay = json.load(open("replay.json"))[0]
assert {k: bug[k] for k in ("kind", "message", "stacks")} in replay["bugs"], (bug, replay)
assert bug["kind"] != "condition" or replay["state"] == "P0:r0=0; P1:r0=0;", replay
END
done

# The same bug has the same file, whatever the seed; programs of the same name in other folders have their own.
for seed in 2 3; do
  check 1 "$GRAPHFUZZ" --seed "$seed" --strategy random -n 300 --replay-dir stable race.litmus assertion.litmus
  ls stable >"files-$seed"
done
test "$(wc -l <files-2)" = 2 && cmp files-2 files-3
mkdir elsewhere && cp race.litmus elsewhere
check 1 "$GRAPHFUZZ" --seed 3 --replay-dir stable elsewhere/race.litmus
test "$(ls stable | wc -l)" = 3
# A long name is cut, but for what tells bugs apart.
sed "s/^C race/C $(printf 'x%.0s' {1..200})/" race.litmus >long.litmus
check 1 "$GRAPHFUZZ" --replay-dir stable long.litmus
ls stable | grep -Eq '^x{80}-[0-9a-f]{8}\.json$'

# The replay file finds its test from anywhere, also after both were moved together.
file=$(echo replays/forbidden/*.json)
(cd / && check 1 "$GRAPHFUZZ" --replay "$work/$file" >/dev/null 2>&1) || { echo 'not found from /'; exit 1; }
mkdir moved && cp -r replays forbidden.litmus moved
rm forbidden.litmus
check 2 "$GRAPHFUZZ" --replay "$file"
has err 'forbidden.litmus'
check 1 "$GRAPHFUZZ" --replay "moved/$file"
check 1 "$GRAPHFUZZ" --replay "$file" moved/forbidden.litmus

# Another model may forbid it: then the axiom and the cycle are shown.
check 0 "$GRAPHFUZZ" --replay "moved/$file" --model sc --dot pictures
has out 'inconsistent under sc'
has out '--fr-->'
has pictures/SB-sc-replay.dot 'penwidth=3'

# Files that are broken, or fit another program.
check 2 "$GRAPHFUZZ" --replay nowhere.json
has err '^graphfuzz: nowhere.json: '
echo '{' >syntax.json
check 2 "$GRAPHFUZZ" --replay syntax.json
has err '^graphfuzz: syntax.json:2:1: expected'
sed 's/"thread": [0-9]*/"thread": -7/' "$file" >field.json
check 2 "$GRAPHFUZZ" --replay field.json moved/forbidden.litmus
has err 'field.json: steps\[0\].thread: expected .*found -7'
sed 's/"model": "rc11"/"model": "xyz"/' "$file" >model.json
check 2 "$GRAPHFUZZ" --replay model.json moved/forbidden.litmus
has err 'xyz'
check 2 "$GRAPHFUZZ" --replay "$file" race.litmus
has err 'does not fit'
sed 's/"thread": [0-9]*/"thread": 65534/; s/"from": \[[^]]*\]/"from": [65534, 2147483647]/' "$file" >far.json
check 2 "$GRAPHFUZZ" --replay far.json moved/forbidden.litmus

# An easier execution with the same bug, which is then the one of a replay file of its own.
cat >noisy.litmus <<'END'
C noisy
{}
P0(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
  if (r0 == 0) {
    atomic_store_explicit(x, 2, memory_order_relaxed);
    atomic_store_explicit(x, 3, memory_order_relaxed);
  }
  assert(r1 != 0);
}
exists (x=0)
END
cat >noisy.json <<'END'
{"format": "graphfuzz replay", "version": 2, "kind": "litmus", "test": "noisy", "hash": "0000000000000000",
 "file": "noisy.litmus", "settings": {"model": "rc11"}, "seed": 1, "shows": "",
 "steps": [{"thread": 1, "from": [-1, 1]}, {"thread": 0, "from": [-1, 0]}, {"thread": 0, "from": [-1, 1]},
           {"thread": 1, "from": [-1, 0]}, {"thread": 1, "from": [-1, 0]}, {"thread": 1, "from": [1, 2]}]}
END
check 1 "$GRAPHFUZZ" --replay noisy.json --minimise --json minimised.json
has out '^Minimised from 7 events, 3 surprises, 2 switches to 5 events, 1 surprise, 1 switch, by [0-9]+ executions$'
has out '^Replay file noisy-min.json$'
json minimised.json 'r[0]["replay"] == "noisy-min.json" and r[0]["minimised"]["all_tried"]'
json minimised.json 'r[0]["minimised"]["bug"].endswith("assertion failed: r1 != 0")'
json minimised.json 'r[0]["minimised"]["before"]["events"] == 7 and r[0]["minimised"]["after"]["events"] == 5'
check 1 "$GRAPHFUZZ" --replay noisy-min.json --json again.json
json again.json 'r[0]["steps"] == 4 and len(r[0]["bugs"]) == 1 and r[0]["minimised"] is None'
check 1 "$GRAPHFUZZ" --replay noisy.json --minimize -n 1
has out 'by 1 execution, which were not all that there are to be tried$'

# … and of the bugs of a campaign, whose replay files are of the easier executions.
for strategy in random optimal; do
  check 1 "$GRAPHFUZZ" --minimise noisy.litmus --strategy $strategy --seed 3 -n 300 --json campaign.json
  has out '^  Minimised from .* to 5 events, 1 surprise, 1 switch, by [0-9]+ executions$'
  json campaign.json 'all(bug["minimised"]["after"]["events"] == 5 for bug in r[0]["bugs"])'
  check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("campaign.json"))[0]["bugs"][0]["replay"])')" --json again.json
  json again.json 'r[0]["steps"] == 4 and r[0]["minimised"] is None'
done
cat >leak.go <<'END'
package main

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
}
END
check 1 "$GRAPHFUZZ" --minimise leak.go -n 10
has out '^  Minimised from .* to [0-9]+ events, 0 surprises, [0-9]+ switch'

# Steps of a Go program that do not fit it are no fault of ours, and the picture of what there was is drawn all the same.
for steps in '{"routine": "0.7"}' '{"routine": "0.0.0.0"}' '{"routine": "0", "partner": "0.5"}' '{"routine": "0", "timer": 3}'; do
  cat >steps.json <<END
{"format": "graphfuzz replay", "version": 2, "kind": "go", "test": "spec-kubernetes", "hash": "0000000000000000",
 "file": "$SOURCE_DIR/litmus/go/spec-kubernetes.go", "settings": {"timers": "any"}, "seed": 1, "shows": "", "steps": [$steps]}
END
  check 2 "$GRAPHFUZZ" --replay steps.json "$SOURCE_DIR/litmus/go/spec-kubernetes.go" --dot pictures
  has err 'does not fit'
done
