# graphfuzz minimize: smaller programs with the same bug, and no part of them could be left out.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

cat >noisy.litmus <<'END'
C noisy
"With much that does not matter."
Expect-rc11=Sometimes
{ x=0; y=0; z=7; }

P0 (atomic_int* z) {
  atomic_store_explicit(z,1,memory_order_relaxed);
  int r0 = atomic_load_explicit(z,memory_order_relaxed);
}

P1 (atomic_int* x, atomic_int* y, atomic_int* z) {
  int r9 = 1;
  atomic_store_explicit(x,1,memory_order_relaxed);
  if (r9 == 1) {
    atomic_store_explicit(z,2,memory_order_relaxed);
    atomic_store_explicit(y,1,memory_order_relaxed);
  } else {
    r9 = 2;
  }
}

P2 (atomic_int* x, atomic_int* y, atomic_int* z) {
  int r0 = atomic_load_explicit(y,memory_order_relaxed);
  int r2 = atomic_load_explicit(z,memory_order_relaxed);
  if (r0 == 1) {
    int r1 = atomic_load_explicit(x,memory_order_relaxed);
    assert(r1 != 0);
  }
}
exists (0:r0=1 /\ 2:r2=2)
END
check 1 "$GRAPHFUZZ" noisy.litmus --seed 1 --json found.json
replay_of() { python3 -c 'import json, sys; print([b["replay"] for b in json.load(open(sys.argv[1]))[0]["bugs"] if b["kind"] == sys.argv[2]][0])' "$1" "$2"; }
bug=$(replay_of found.json assertion)
check 1 "$GRAPHFUZZ" minimize "$bug" -o small.json --seed 1 --json result.json
has out '^1-minimal: no program with one part less shows it'
has out '^Replay file small.json$'
python3 - <<'END'
import json
text = open("small.litmus").read()
r = json.load(open("result.json"))
assert "P0" in text and "P1" not in text.replace("P1 (", "", 1), text
assert "z" not in text and "Expect" not in text and "exists" not in text, text
p = r["program"]
assert p["file"] == "small.litmus" and p["finished"] and p["unseen"] == 0 and p["before"]["threads"] == 3, p
assert p["after"]["statements"] <= 3 and p["after"]["threads"] <= 2, (p, text)
assert [b["kind"] for b in r["bugs"]] == ["assertion"] and "assert" in r["bugs"][0]["message"], r["bugs"]
assert r["minimised"]["after"]["events"] <= 4, r["minimised"]
END
check 1 "$GRAPHFUZZ" --replay small.json --json again.json
json again.json 'r[0]["possible"] and "assertion failed: r1 != 0" in r[0]["bugs"][0]["message"]'

# Judged by another: without any of its statements, an exhaustive run does not see it.
python3 - <<'END'
import re
text = open("small.litmus").read()
spans = [m.span() for m in re.finditer(r"[^;{}()]*\([^;{}]*\);|[^;{}()]*;", text) if "\n" in m.group()]
assert len(spans) >= 2, text
for i, (a, b) in enumerate(spans):
    open(f"less-{i}.litmus", "w").write(text[:a] + "\n" + text[b:])
END
for file in less-*.litmus; do
  check '0|2|4' "$GRAPHFUZZ" --exhaustive "$file" --replay-dir less
done

# What is around statements goes, of each kind of loop.
cat >loops.litmus <<'END'
C loops
{ x=0; y=0; z=0; }
P0 (atomic_int* y, int* x) {
  int i = 0;
  do {
    *x = 1;
    i = i + 1;
  } while (i < 1);
  atomic_store_explicit(y,1,memory_order_relaxed);
}
P1 (atomic_int* y, int* x, atomic_int* z) {
  int r0 = atomic_load_explicit(y,memory_order_relaxed);
  int r2 = atomic_load_explicit(z,memory_order_relaxed);
  int r3 = r2 + 1;
  if (r0 == 1) {
    for (int k = 0; k < r3; k = k + 1) {
      int r1 = *x;
    }
  }
}
exists (1:r0=1)
END
check 1 "$GRAPHFUZZ" loops.litmus --seed 1 --json loops.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of loops.json race)" -o loops-small.json --seed 1 --json result.json
hasnt loops-small.litmus '\<(do|for|if|while|y|z|r0|r2|r3)\>'
json result.json 'r["program"]["after"]["statements"] == 2'

# The same seed, the same files; another one shows the same.
check 1 "$GRAPHFUZZ" minimize "$bug" -o same.json --seed 1
cmp small.litmus same.litmus
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("small.json", "same.json")); assert a["steps"] == b["steps"] and a["seed"] == 1'

# Threads get new numbers in what is shown, and in conditions; what a condition is about stays.
sed 's/^exists.*/~exists (2:r0=1 \/\\ 2:r2=7)/; s/    assert.*//' noisy.litmus >condition.litmus
check 1 "$GRAPHFUZZ" condition.litmus --seed 1 --json condition.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of condition.json condition)" -o cond.json --seed 1 --json result.json
has cond.litmus '~exists \(1:r0=1 /\\ 1:r2=7\)'
json result.json 'r["program"]["after"] == {"threads": 2, "statements": 3, "letters": r["program"]["after"]["letters"]}'
json result.json '"P1:r0=1; P1:r2=7;" in r["bugs"][0]["message"]'
check 1 "$GRAPHFUZZ" --replay cond.json
cat >third.litmus <<'END'
C third
{}
P0 (atomic_int* y) { atomic_store_explicit(y,1,memory_order_relaxed); }
P1 (int* x) { *x = 1; }
P2 (int* x, atomic_int* y) { int r1 = atomic_load_explicit(y,memory_order_relaxed); int r0 = *x; }
exists (2:r0=1 /\ 2:r1=1)
END
check 1 "$GRAPHFUZZ" third.litmus --seed 1 --json third.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of third.json race)" -o race.json --seed 1
has out "Bug: race: data race on x: (P0's plain write and P1's plain read|P1's plain read and P0's plain write) are"
test "$(grep -c '^P' race.litmus)" = 2

# An execution alone; a state that an exists is about; one that a stop comes before.
check 1 "$GRAPHFUZZ" minimize "$bug" -o kept.json --keep-program
test ! -e kept.litmus
has kept.json '"file": "noisy.litmus"'
check 1 "$GRAPHFUZZ" witness exists.litmus -o witness.json
check 1 "$GRAPHFUZZ" minimize witness.json --seed 1
has out '^Replay file witness-min.json$'
check 1 "$GRAPHFUZZ" minimize "$bug" -t 0.001 -o hurried.json
check 1 "$GRAPHFUZZ" --replay hurried.json

# Go: what is declared goes with what used it.
cat >noisy.go <<'END'
// Two goroutines, of which one is left behind.
//go:build !plan9

// bug: leak send
// class: noise

// Of the rest nothing matters.
package main

import (
	"fmt"
	"sync"
)

func noise(n int) int {
	return n + 1
}

func main() {
	var mu sync.Mutex
	results := make(chan int)
	done := make(chan bool, 1)
	go func() {
		mu.Lock()
		k := noise(3)
		mu.Unlock()
		fmt.Println(k)
		done <- true
	}()
	go func() {
		if noise(1) > 0 {
			results <- 1
		}
	}()
	<-done
	fmt.Println("end")
}
END
check 1 "$GRAPHFUZZ" noisy.go --seed 1 --json go.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of go.json leak)" -o go-small.json --seed 1 --json result.json
python3 - <<'END'
import json
text = open("go-small.go").read()
r = json.load(open("result.json"))
assert "sync" not in text and "noise" not in text and "fmt" not in text and "if" not in text, text
assert "results <- 1" in text and text.count("go func") == 1, text
build, gap, head, package = text.split("\n")[:4]
assert (build, gap) == ("//go:build !plan9", ""), text
assert head == "// Minimized by graphfuzz from noisy.go: what its leak does not need is left out." and package == "package main", text
assert text.count("//") == 2, text
[bug] = r["bugs"]
line = int(bug["message"].split("go-small.go:")[1].split(":")[0].split(",")[0])
assert "results <- 1" in text.split("\n")[line - 1], (bug, text)
assert r["program"]["finished"] and r["program"]["after"]["statements"] == 3, (r["program"], text)
END
check 1 "$GRAPHFUZZ" --replay go-small.json --json again.json
json again.json '[b["kind"] for b in r[0]["bugs"]] == ["leak"]'

# What can only go together does: a Lock and its Unlock; a channel with what is sent and received on it.
cat >pairs.go <<'END'
package main

import "fmt"
import "sync"

type pool struct {
	mu sync.Mutex
	n  int
}

func work(p *pool, c chan int, i int) {
	p.mu.Lock()
	p.n += i
	p.mu.Unlock()
	fmt.Println("hi")
	c <- i
}

func main() {
	p := &pool{}
	c := make(chan int)
	for i := 0; i < 3; i++ {
		go work(p, c, i)
	}
	<-c
	if p.n > 100 {
		panic("no")
	}
}
END
check 1 "$GRAPHFUZZ" pairs.go --seed 1 --json pairs.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of pairs.json leak)" -o pairs-small.json --seed 1 --json result.json
hasnt pairs-small.go 'fmt|sync|Lock|mu|panic'
has pairs-small.go 'c <- i'
json result.json 'r["program"]["finished"] and r["program"]["unseen"] == 0'
has out '^1-minimal: '
# Where searches end before they are through, that is not proven.
check 1 "$GRAPHFUZZ" minimize "$(replay_of pairs.json leak)" -o few.json --seed 1 -n 1 --json result.json
json result.json 'r["program"]["finished"] and r["program"]["unseen"] > 0'
has out '^Not proven to be 1-minimal: .* did not in at most 1 execution each, which is no proof'
cat >handshake.go <<'END'
package main

func main() {
	ready := make(chan bool)
	c := make(chan int)
	go func() {
		ready <- true
		c <- 1
	}()
	<-ready
}
END
check 1 "$GRAPHFUZZ" handshake.go --seed 1 --json handshake.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of handshake.json leak)" -o handshake-small.json --seed 1
hasnt handshake-small.go 'ready'
has handshake-small.go 'c <- 1'

# A program that loses what ends its loop is soon given up: each of its 10,000 executions would take a second.
check 1 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/go/nil-channel-disabled-case.go" --seed 1 --json endless.json
check 1 timeout 200 "$GRAPHFUZZ" minimize "$(replay_of endless.json deadlock)" -o endless-small.json --seed 1 --json result.json
json result.json 'r["program"]["finished"]'

# Statements and imports on one line, with the semicolons that part them; a label goes with its last use, and no head of
# a loop is torn apart.
cat >lines.go <<'END'
package main; import "fmt"; import s "sync"; import t "time"

func helper(mu *s.Mutex) { mu.Lock(); defer mu.Unlock(); fmt.Println("x"); if t.Now().IsZero() { panic("early") } }

func main() {
	var mu s.Mutex; var wg s.WaitGroup; done := make(chan int)
	ready := make(chan bool); stop := make(chan bool)
	wg.Add(1); go func() { defer wg.Done(); helper(&mu); mu.Lock(); fmt.Println("a"); mu.Unlock() }()
	wg.Wait()
	go func() { ready <- true; <-stop }()
	<-ready; stop <- true
	total := 0
outer:
	for i := 0; i < 2; i++ { for _, x := range []int{1, 2} { if x > 5 { break outer } else { total += x } } }
	switch f := func() int { return total }; f() { case 3: fmt.Println("three"); default: fmt.Println("other") }
	for i := 0; i < 2; i++ { go func() { mu.Lock(); done <- 1; mu.Unlock() }() }
}
END
check 1 "$GRAPHFUZZ" lines.go --seed 1 --json lines.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of lines.json leak)" -o lines-small.json --seed 1 --json result.json
diff lines-small.go - <<'END'
// Minimized by graphfuzz from lines.go: what its leak does not need is left out.
package main;

func main() {
	done := make(chan int)
	go func() { done <- 1 }()
}
END
json result.json 'r["program"]["finished"] and r["program"]["unseen"] == 0'
cat >parens.go <<'END'
package main; import ("fmt"; "sync"; t "time")
func main() { var mu sync.RWMutex; mu.RLock(); fmt.Println(1); mu.RUnlock(); c := make(chan int); go func() { t.Sleep(t.Second); c <- 1 }() }
END
check 1 "$GRAPHFUZZ" parens.go --seed 1 --json parens.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of parens.json leak)" -o parens-small.json --seed 1
diff parens-small.go - <<'END'
// Minimized by graphfuzz from parens.go: what its leak does not need is left out.
package main;
func main() { c := make(chan int); go func() { c <- 1 }() }
END

# Go, the execution: fewer switches, the same bug.
check 1 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/go/ab-ba-three.go" --strategy gopie+ -n 500 --seed 1 --json ab.json
check 1 "$GRAPHFUZZ" minimize "$(replay_of ab.json deadlock)" --keep-program -o ab-small.json --json result.json
json result.json 'r["minimised"]["after"]["switches"] <= r["minimised"]["before"]["switches"] and r["minimised"]["all_tried"]'
json result.json 'r["minimised"]["bug"].startswith("deadlock: ")'

# Pictures show what the bug came of, and say how much else there is; --whole shows all.
cat >after.litmus <<'END'
C after
{}
P0 (int* x, atomic_int* y, atomic_int* z) {
  *x = 1;
  atomic_store_explicit(y,1,memory_order_relaxed);
  atomic_store_explicit(z,1,memory_order_relaxed);
}
P1 (int* x) { int r0 = *x; }
P2 (atomic_int* z) { atomic_store_explicit(z,5,memory_order_relaxed); }
exists (1:r0=1)
END
check 1 "$GRAPHFUZZ" after.litmus --seed 1 --dot pictures
has out '^ +P0 +P1$'
has out '\(3 more events do not lead to this: --whole\)'
hasnt pictures/after-rc11-bug-1-race.dot 'W y=1'
has pictures/after-rc11-bug-1-race.dot '2 of 5 events'
check 1 "$GRAPHFUZZ" after.litmus --seed 1 --dot whole --whole
has out '^ +P0 +P1 +P2$'
has whole/after-rc11-bug-1-race.dot 'W y=1'
check 1 "$GRAPHFUZZ" condition.litmus --seed 1
hasnt out '[0-9] +[WR] z=1 rlx'

# Elsewhere, under the same name.
check 1 "$GRAPHFUZZ" minimize witness.json --replay-dir small/ones --seed 1
has out '^Replay file small/ones/witness-min.json$'
check 0 "$GRAPHFUZZ" --replay small/ones/witness-min.json
test -e small/ones/witness-min.litmus
check 2 "$GRAPHFUZZ" minimize witness.json --replay-dir small -o other.json
has err 'exclude each other'
check 2 "$GRAPHFUZZ" minimize witness.json --replay-dir exists.litmus/x

# What is no replay file, or fits nothing.
check 2 "$GRAPHFUZZ" minimize
has err 'no replay file given'
check 2 "$GRAPHFUZZ" minimize nowhere.json
has err '^graphfuzz: nowhere.json: '
echo '{' >syntax.json
check 2 "$GRAPHFUZZ" minimize syntax.json
has err '^graphfuzz: syntax.json:2:1: expected'
sed 's/"thread": [0-9]*/"thread": 77/' "$bug" >field.json
cp field.json graphfuzz-replays/field.json
check 2 "$GRAPHFUZZ" minimize graphfuzz-replays/field.json
has err 'graphfuzz-replays/field.json: step 1 does not fit the program'
check 2 "$GRAPHFUZZ" minimize "$bug" race.litmus -o elsewhere.json
has err 'does not fit the program race.litmus|found neither'
mkdir -p far/away && cp "$bug" far/away/bug.json
check 2 "$GRAPHFUZZ" minimize far/away/bug.json
has err 'far/away/bug.json: the program .* is not there; name its file'
check 1 "$GRAPHFUZZ" minimize far/away/bug.json noisy.litmus -q
check 1 "$GRAPHFUZZ" witness exists.litmus --state 'P0:r0=1; P1:r0=1' -o harmless.json
check 2 "$GRAPHFUZZ" minimize harmless.json
has err 'found neither'
check 2 "$GRAPHFUZZ" minimize "$bug" -o nowhere/small.json
check 0 "$GRAPHFUZZ" minimize --help
has out 'There may be smaller ones that lack'

# The program that it was made from is not written over.
before=$(cat exists.litmus)
check 2 "$GRAPHFUZZ" minimize witness.json -o exists.json --seed 1
has err 'which is the program itself'
[[ $(cat exists.litmus) == "$before" ]]
check 2 "$GRAPHFUZZ" minimize witness.json -o small.litmus --seed 1
has err 'which is the replay file'

# Smaller programs that go on for ever do not take for ever.
check 1 "$GRAPHFUZZ" "$SOURCE_DIR/litmus/go/context-cancel-while-sending.go" -n 1000 -q --replay-dir endless
check 1 timeout 60 "$GRAPHFUZZ" minimize endless/*.json -o endless.json
has out '^1-minimal: '
has out 'made from one of 16 statements'
