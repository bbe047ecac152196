# graphfuzz witness: an execution for any final state that there is, and "none" for the others.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# Of each state that there is, as another command sees it, a replay ends in that very state.
check 0 "$GRAPHFUZZ" --exhaustive exists.litmus --json all.json
for state in 'P0:r0=0; P1:r0=0;' 'P0:r0=0; P1:r0=1;' 'P0:r0=1; P1:r0=0;' 'P0:r0=1; P1:r0=1;'; do
  json all.json "'$state' in r[0]['states'] and len(r[0]['states']) == 4"
  check 1 "$GRAPHFUZZ" witness exists.litmus --state "$state" -o one.json
  has out "^State $state\$"
  has out '^ +3 +P?'
  check 0 "$GRAPHFUZZ" --replay one.json --json replay.json
  json replay.json "r[0]['state'] == '$state' and r[0]['possible']"
done

# What is not mentioned may be anything; a proposition does as well; what the test does not tell can be asked for.
check 1 "$GRAPHFUZZ" witness exists.litmus --state '1:r0=1 \/ 1:r0=7' -o one.json
has out 'P1:r0=1;'
check 1 "$GRAPHFUZZ" witness exists.litmus --state 'x=1; P0:r0=0' -o one.json
has out 'State P0:r0=0;.* x=1;'

# The condition's own state: of exists and ~exists the proposition, of forall a counterexample.
for test in exists forbidden required; do
  check 1 "$GRAPHFUZZ" witness $test.litmus -o $test.json --dot pictures
  has out '^State P0:r0=0; P1:r0=0;$'
  has $test.json "\"file\": \"$test.litmus\""
done
has pictures/SB-rc11-witness.dot 'SB under rc11'

# None is proven; "not seen" is not.
check 0 "$GRAPHFUZZ" witness safe.litmus
has out '^None under rc11: .*every execution was visited'
check 0 "$GRAPHFUZZ" witness exists.litmus --state 'P0:r0=2'
check 0 "$GRAPHFUZZ" witness exists.litmus --model sc
check 4 "$GRAPHFUZZ" witness exists.litmus --state 'P0:r0=2' -n 2
has out '^Not seen under rc11 in 2 executions'
cat >loop.litmus <<'END'
C loop
{}
P0 (atomic_int* x) {
  int r0 = 0;
  while (r0 < 9) { r0 = atomic_load_explicit(x,memory_order_relaxed); atomic_fetch_add_explicit(x,1,memory_order_relaxed); }
}
exists (0:r0=9)
END
check 4 "$GRAPHFUZZ" witness loop.litmus --unroll 2

# One of each state.
check 1 "$GRAPHFUZZ" witness exists.litmus --all -o witnesses
has out '^4 of 4 final states, which are all that there are$'
for file in witnesses/*.json; do
  check 0 "$GRAPHFUZZ" --replay "$file"
  grep '^State' out
done | sort -u >states
test "$(wc -l <states)" = 4

# As JSON and as a page, the same as --replay would tell; nothing if there is none.
check 1 "$GRAPHFUZZ" witness exists.litmus -o one.json --json told.json --html told.html
check 0 "$GRAPHFUZZ" --replay one.json --json replay.json
cmp told.json replay.json
has out '^State P0:r0=0; P1:r0=0;$'
check 1 "$GRAPHFUZZ" witness exists.litmus --all --json - --html all.html
json out '[w["state"] for w in r] == ["P0:r0=%d; P1:r0=%d;" % (i, j) for i in (0, 1) for j in (0, 1)]'
json out 'all(w["possible"] and __import__("os").path.exists(w["replay"]) for w in r)'
python3 - <<'END'
import json
for file, number in (("told.html", 1), ("all.html", 4)):
    text = open(file).read().split('<script type="application/json" id="results">')[1].split("</script>")[0]
    assert [r["test"] for r in json.loads(text)["replays"]] == ["SB"] * number, text
END
check 0 "$GRAPHFUZZ" witness safe.litmus --json none.json
json none.json 'r == []'
has out '^None under rc11'
check 4 "$GRAPHFUZZ" witness exists.litmus --state 'P0:r0=2' -n 2 --json none.json
json none.json 'r == []'
check 2 "$GRAPHFUZZ" witness exists.litmus --json nowhere/a.json

# Go: a run with a bug, or with an outcome.
go=$SOURCE_DIR/litmus/go/spec-send-order.go
check 1 "$GRAPHFUZZ" witness "$go" -o go.json --json told.json
json told.json '[b["kind"] for b in r[0]["bugs"]] == ["panic"] and r[0]["replay"] == "go.json"'
has out '^panic: panic: the bug'
check 1 "$GRAPHFUZZ" --replay go.json
check 1 "$GRAPHFUZZ" witness "$go" --state ok -o go.json
has out '^State ok$'
check 0 "$GRAPHFUZZ" --replay go.json

# What is no outcome at all is a wrong question; with other numbers it is a good one, and the answer a proof.
check 2 "$GRAPHFUZZ" witness "$go" --state nonsense
has err '^graphfuzz: --state: expected a whole line of "Outcomes" of .*spec-send-order.go, found nonsense: no execution'
has err '^  outcome ok$'
hasnt err '^  with '
cat >two.go <<'END'
package main

import "fmt"

func main() {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	fmt.Println(<-c)
}
END
check 1 "$GRAPHFUZZ" witness two.go --state 'ok; 2' -o two.json
check 0 "$GRAPHFUZZ" witness two.go --state 'ok; 31'
has out '^None: ok; 31 \(every execution was visited, 4\)$'
has out '^  outcome ok; 1$'
check 2 "$GRAPHFUZZ" witness two.go --state 'printed 1'
has err '^  outcome ok; 2$'
check 4 "$GRAPHFUZZ" witness two.go --state 'printed 1' -n 1
has out '^Not seen in 1 execution: printed 1$'
has out '^  outcome ok; [12]$'

# What "none" is said under is named: of states what makes executions fewer, of bugs also what is none.
check 2 "$GRAPHFUZZ" witness "$go" --state nonsense --timers idle
has err '^  with --timers idle: timers fire only when nothing else can happen$'
cat >deadline.go <<'END'
package main

import "time"

func main() {
	answer := make(chan int, 1)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(time.Second):
		panic("late")
	}
}
END
check 1 "$GRAPHFUZZ" witness deadline.go -o deadline.json
check 0 "$GRAPHFUZZ" witness deadline.go --timers idle --ignore-leaks serve,pool.go:7
has out '^No bug \(every execution was visited'
has out '^  with --timers idle: '
has out '^  with --ignore-leaks serve: '
has out '^  with --ignore-leaks pool.go:7: '
has out '^  with no --left-running: '
check 1 "$GRAPHFUZZ" witness deadline.go --timers idle --all -o deadlines
has out '^1 of 1 final states, which are all that there are$'
has out '^  with --timers idle: '
if [[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]]; then
  printf 'int main(void) { return 0; }\n' >zero.c
  check 0 env XDG_CACHE_HOME="$work/cache" "$GRAPHFUZZ" witness zero.c --exit-status any --leaks --spurious
  has out '^  with --reuse-heap no: '
  has out '^  with --exit-status any: '
  has out '^  with no --uninitialised: '
  hasnt out 'with no --(leaks|spurious)'
  # Global variables are no part of an outcome: nothing is proven of them.
  printf 'int x;\nint main(void) { x = 1; return 0; }\n' >global.c
  printf '#include <graphfuzz/harness.h>\nint main(void) { graphfuzz_note("x", 1); return 0; }\n' >noted.c
  export XDG_CACHE_HOME="$work/cache"
  check 2 "$GRAPHFUZZ" witness global.c --state 'x=1'
  has err 'expected a whole line of "Outcomes" of global.c, found x=1: no execution'
  has err '^  the outcomes are empty: .*graphfuzz_note'
  check 1 "$GRAPHFUZZ" witness noted.c --state 'x=1' -o noted.json
  check 0 "$GRAPHFUZZ" witness noted.c --state 'x=-22'
  has out '^  outcome x=1;$'
  check 2 "$GRAPHFUZZ" witness noted.c --state 'zzz'
fi
# It is compared with all outcomes, of which some are named.
cat >many.go <<'END'
package main

func main() {
	c := make(chan string, 8)
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		go func(name string) { c <- name }(name)
	}
	println(<-c, 1)
}
END
check 0 "$GRAPHFUZZ" witness many.go --state 'ok; f 2'
check 2 "$GRAPHFUZZ" witness many.go --state 'ok; i 1'
has err '^  and more outcomes'

# What is asked for in vain.
check 2 "$GRAPHFUZZ" witness exists.litmus --state 'P0:r7=1'
has err 'outcome:1:1: expected a register of thread 0'
check 2 "$GRAPHFUZZ" witness exists.litmus --state ' ; '
has err '^graphfuzz: --state: expected a final state'
check 2 "$GRAPHFUZZ" witness exists.litmus --state 'x=1' --all
check 2 "$GRAPHFUZZ" witness broken.litmus
check 2 "$GRAPHFUZZ" witness exists.litmus -o nowhere/at/all.json
check 2 "$GRAPHFUZZ" witness exists.litmus --junit page.xml
has err 'witness does not go with --junit'
printf 'minimise = true\n' >asked.conf
check 2 "$GRAPHFUZZ" witness exists.litmus --config asked.conf
has err 'witness does not go with --minimise'
check 0 "$GRAPHFUZZ" witness --help
has out '"None" is said only if every execution was visited'

# Help and what is made of it have no option that is refused.
for command in witness minimize graphs; do
  check 0 "$GRAPHFUZZ" $command --help
  hasnt out '^ +(-.,)?--(replay|minimise|checkpoint|checkpoint-every|processes|worker-timeout|curve|junit|expect|approximate)[ ,]'
  has out '^ +-m,--model'
  check 0 "$GRAPHFUZZ" $command --describe-options
  hasnt out '"--(replay|minimi[sz]e|checkpoint|processes|curve|junit|expect|approximate)"'
  if [[ $command != witness ]]; then hasnt out '"--html"'; fi
done
