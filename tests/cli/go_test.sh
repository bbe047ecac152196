# Go programs on the command line: bugs, replays, pictures, JSON, errors.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

cat >closed.go <<'END'
package main

func main() {
	c := make(chan int, 1)
	go func() {
		c <- 1
	}()
	close(c)
}
END
cat >fine.go <<'END'
package main

import "fmt"

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	fmt.Println(<-c)
}
END
cat >pair_test.go <<'END'
package pair

import "testing"

func TestFine(t *testing.T) {}

func TestFails(t *testing.T) {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	if first := <-c; first == 2 {
		t.Errorf("first was %d", first)
	}
}
END

# A bug is found by every strategy, with exit code 1, a trace and a replay file that shows it again.
for strategy in random revisit minimal maximal mix optimal gopie gopie+ gopie-hb; do
  check 1 "$GRAPHFUZZ" closed.go --strategy "$strategy" --seed 1 -n 1000 --json result.json
  has out 'panic: .*send on closed channel'
  has out 'closed.go:6'
  json result.json 'r[0]["strategy"] == "'"$strategy"'" and any(b["kind"] == "panic" for b in r[0]["bugs"])'
  replay=$(python3 -c 'import json; print(next(b["replay"] for b in json.load(open("result.json"))[0]["bugs"] if b["kind"] == "panic" and not b["predicted"]))')
  check 1 "$GRAPHFUZZ" --replay "$replay"
  has out 'send on closed channel'
done
check 0 "$GRAPHFUZZ" fine.go --exhaustive --json result.json
json result.json 'r[0]["complete"] and r[0]["graphs"] == 1 and r[0]["model"] == "go"'
has out 'all of them were visited'

# The same seed, the same result.
for strategy in mix optimal gfuzz-hb gopie+ flow; do
  for i in 1 2; do
    code=0
    "$GRAPHFUZZ" closed.go --strategy "$strategy" --seed 5 -n 200 --json - >out 2>err || code=$?
    [ "$code" -le 1 ]
    sed -E 's/"seconds": [0-9.e+-]+//' out >"run$i"
  done
  cmp run1 run2
done

# What one part of a campaign has predicted, and another has seen, is one bug: of workers, parts and what is gone on with.
cat >both.go <<'END'
package main

func main() {
	c, done := make(chan int, 1), make(chan int)
	go func() {
		c <- 1
		done <- 1
	}()
	close(c)
	<-done
}
END
one_bug() { hasnt out '^Bug 2'; }
for seed in 1 2 3 4; do
  "$GRAPHFUZZ" split both.go --strategy gfuzz-hb -n 2 --parts 2 -o "parts$seed" --seed $seed -q >out
  for unit in "parts$seed"/*.unit; do
    check '0|1' "$GRAPHFUZZ" work "$unit" -o "${unit%.unit}.result" -q
  done
  check '0|1' "$GRAPHFUZZ" merge "parts$seed"/*.result
  one_bug
  if [ $seed = 1 ]; then has out '^  it was predicted: possible send on closed channel: P01: '; fi
  check '0|1' "$GRAPHFUZZ" both.go --strategy gfuzz-hb -n 1 --seed $seed --checkpoint "both$seed.gfz"
  check '0|1' "$GRAPHFUZZ" resume "both$seed.gfz" -n 2
  one_bug
  check 1 "$GRAPHFUZZ" both.go --strategy gfuzz-hb -n 20 --seed $seed -j 2
  one_bug
done

# The settings of the fuzzers.
check 1 "$GRAPHFUZZ" closed.go --strategy gopie-hb --clock weak --seed 1 -n 100
for strategy in gfuzz gfuzz-hb gopie gopie+ gopie-hb flow; do
  code=0
  "$GRAPHFUZZ" closed.go --strategy "$strategy" --as-published --seed 1 -n 100 >out 2>err || code=$?
  [ "$code" -le 1 ]
done
check 2 "$GRAPHFUZZ" closed.go --clock weak

# Tests, folders, tables.
check 0 "$GRAPHFUZZ" pair_test.go --test TestFine
check 1 "$GRAPHFUZZ" pair_test.go --test TestFails
has out 'test failure'
check 2 "$GRAPHFUZZ" pair_test.go --test TestNone
check 1 "$GRAPHFUZZ" pair_test.go --json result.json
json result.json '[t["test"] for t in r] == ["pair_test.TestFine", "pair_test.TestFails"] and r[1]["bugs"] and not r[0]["bugs"]'
check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("result.json"))[1]["bugs"][0]["replay"])')"
has out 'test failure'

# What is seen of a channel or of the clock depends on the order of things.
cat >look.go <<'END'
package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int, 1)
	start := time.Now()
	go func() {
		time.Sleep(time.Second)
		c <- 1
	}()
	fmt.Println(len(c), time.Since(start) >= time.Second)
	<-c
}
END
check 0 "$GRAPHFUZZ" look.go --exhaustive --json result.json
json result.json 'sorted(r[0]["states"]) == ["ok; 0 false", "ok; 0 true", "ok; 1 true"]'
mkdir folder
cp closed.go fine.go exists.litmus folder
check 1 "$GRAPHFUZZ" -q folder
has out '^closed +go +No'
has out '^fine +go +Ok'

# Pictures.
check 1 "$GRAPHFUZZ" closed.go --dot pictures
grep -q 'digraph' pictures/*bug*.dot

# What a file, a replay file or an option cannot be.
printf 'package main\nfunc main() { x := }\n' >broken.go
check 2 "$GRAPHFUZZ" broken.go
has err '^graphfuzz: broken.go:2:20: '
printf 'package main\nimport "net/http"\nfunc main() { http.Get("") }\n' >net.go
check 2 "$GRAPHFUZZ" net.go
has err '^graphfuzz: net.go:2:8: '
check 2 "$GRAPHFUZZ" exists.litmus --strategy gopie
has err 'Go'
check 2 "$GRAPHFUZZ" compare --models sc,ra closed.go
check 2 "$GRAPHFUZZ" closed.go --strategy gopy
sed 's/"routine": "0.0"/"routine": "0.7"/' "$replay" >wrong.json
check 2 "$GRAPHFUZZ" --replay wrong.json closed.go
sed 's/"routine": "0.0"/"routine": "x"/' "$replay" >wrong.json
check 2 "$GRAPHFUZZ" --replay wrong.json closed.go
head -c 100 "$replay" >wrong.json
check 2 "$GRAPHFUZZ" --replay wrong.json closed.go

# Listings name lines of other files by these; messages say neither the kind twice nor lose the folder; a picture of a
# leak is not of something clean.
mkdir -p folder
cat >folder/context.go <<'GO'
package main

import "context"

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-ctx.Done() }()
	_ = cancel
}
GO
check 1 "$GRAPHFUZZ" folder/context.go --seed 1 --dot pictures
has out '^Bug 1: leak: receive at folder/context.go:7'
has out '   6: make c0'
has out '   7: receive c0'
hasnt "$(ls pictures/*leak*.dot)" 'clean'
check 1 "$GRAPHFUZZ" -q folder/context.go --seed 1
hasnt out 'leak: leak'

# No place is in a package of the engine's own, whoever does something there: whoever has cancelled, a timer, or who
# waits for a context that is none of the library's.
cat >inside.go <<'GO'
package main

import (
	"context"
	"time"
)

type wrapped struct{ context.Context }

func (w wrapped) Value(key any) any { return nil }

func main() {
	parent, cancel := context.WithTimeout(context.Background(), time.Second)
	child, stop := context.WithCancel(wrapped{parent})
	go func() { <-child.Done(); panic(child.Err()) }()
	cancel()
	_ = stop
}
GO
check 1 "$GRAPHFUZZ" inside.go --seed 1 --whole --json found.json
has out 'panic: context (canceled|deadline exceeded) at inside.go:15'
has out '13: lock '
has out '14: go G'
has out '14: select: receive '
hasnt out '(context|time|sync)\.go:'
hasnt found.json '(context|time|sync)\.go:'

# What does not concern Go programs, and what does.
check 1 "$GRAPHFUZZ" -q folder/context.go --model sc
has err 'note: --model is for litmus tests'
cat >steps.go <<'GO'
package main

func main() {
	c := make(chan int, 1)
	for i := 0; i < 40; i++ {
		c <- i
		<-c
	}
}
GO
check 4 "$GRAPHFUZZ" steps.go --max-steps 50
has out 'Truncated +1 \(more steps than --max-steps allows, or more time than --run-time\)'
# Replays take the options of what is run: this one has four steps.
sed 's/^\tfor/\tgo func() { close(c) }()\n&/' steps.go >long.go
check 1 "$GRAPHFUZZ" long.go --seed 1 -q --stop-on-bug
replay=$(ls graphfuzz-replays/long-go-panic-*.json)
check 1 "$GRAPHFUZZ" --replay "$replay"
check 2 "$GRAPHFUZZ" --replay "$replay" --max-steps 1
has err 'step 1 does not fit .*the execution is over'
check 0 "$GRAPHFUZZ" steps.go
has out ': never$'
has out '^\(All orders of synchronisation\. Not looked for: what data races lead to \(graphfuzz go test --plain sc\)\)$'

# Who could have gone on when the steps were over is not left behind.
cat >late.go <<'GO'
package main

import "sync"

func main() {
	var m sync.Mutex
	go func() {
		for i := 0; i < 300; i++ {
			m.Lock()
			m.Unlock()
		}
	}()
}
GO
check 4 "$GRAPHFUZZ" late.go --max-steps 100 -n 10
hasnt out 'leak'
