# Real Go programs that stop before plain accesses, too: what a failure needs a race for is found, and counted as for
# atomic accesses.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
export GOFLAGS=-mod=mod
go_module plain
{
  cat <<'GO'
package plain

import (
	"sync"
	"sync/atomic"
	"testing"
)

GO
  both_function
  cat <<'GO'

func TestPlain(t *testing.T) {
	x := new(int32)
	both(func() {
		seen := *x
		*x = seen + 1
	})
	if *x != 2 {
		t.Error("an update was lost")
	}
}

func TestAtomic(t *testing.T) {
	x := new(int32)
	both(func() {
		seen := atomic.LoadInt32(x)
		atomic.StoreInt32(x, seen+1)
	})
	if atomic.LoadInt32(x) != 2 {
		t.Error("an update was lost")
	}
}

// The only order of the two is that of plain accesses to a map.
func TestMap(t *testing.T) {
	m := map[int]chan int{}
	c := make(chan int)
	go func() {
		m[0] = c
		<-c
	}()
	for range m {
		return
	}
	c <- 1
}

// The same access, again and again.
func TestAgain(t *testing.T) {
	x, sum := new(int32), int32(0)
	done := make(chan bool)
	go func() {
		*x = 1
		done <- true
	}()
	for i := 0; i < 2; i++ {
		sum += *x
	}
	<-done
	if sum == 1 {
		t.Error("it was written in between")
	}
}

// Its fields are accessed one by one, and as a whole.
type pair struct{ a, b, c int }

func TestWhole(t *testing.T) {
	p := &pair{}
	done := make(chan bool)
	go func() {
		*p = pair{1, 1, 1}
		done <- true
	}()
	a := p.a
	c := p.c
	<-done
	if a != c {
		t.Error("torn")
	}
}
GO
} >plain_test.go

# Without it, nothing but the race is found.
check 1 "$GRAPHFUZZ" go test --race --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[sorted({b["kind"] for b in c["bugs"]}) for c in r] == [["race"], ["test failure"], ["race"], ["race"], ["race"]]'
json ../found.json 'all(c["complete"] for c in r)'

check 1 "$GRAPHFUZZ" go test --plain sc --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[sorted({b["kind"] for b in c["bugs"]}) for c in r] == [["race", "test failure"], ["test failure"], ["leak", "race"], ["race", "test failure"], ["race", "test failure"]]'
json ../found.json 'all(c["complete"] for c in r)'
# The join orders the last read after all others: as many graphs as of the atomic accesses.
json ../found.json 'r[0]["graphs"] == r[1]["graphs"] > 1'
replay=$(python3 -c 'import json; print(next(b["replay"] for b in json.load(open("../found.json"))[0]["bugs"] if b["kind"] == "test failure"))')
check 1 "$GRAPHFUZZ" --replay "$replay"
has out 'test failure: plain_test.go:25'
has out '21: read v[0-9]+'
has out '22: write v[0-9]+'

# All accesses: the same bugs; at random, too.
check 1 "$GRAPHFUZZ" go test --plain sc-all --run 'Plain|Map|Again|Whole' --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[sorted({b["kind"] for b in c["bugs"]}) for c in r] == [["race", "test failure"], ["leak", "race"], ["race", "test failure"], ["race", "test failure"]]'
check 1 "$GRAPHFUZZ" go test --plain sc --run Plain --strategy random -n 100 --seed 1 --replay-dir ../replays
has out 'test failure'

check 2 "$GRAPHFUZZ" go test --plain relaxed
has err 'expected watch, sc or sc-all for a Go program, found relaxed'
check 2 "$GRAPHFUZZ" go test --plain sc --free
has err 'a program that runs freely cannot be stopped at plain accesses'

# Who waits for a plain variable for ever ends by the bound on steps, or is helped.
cat >spin_test.go <<'GO'
package plain

import (
	"sync/atomic"
	"testing"
)

func TestSpin(t *testing.T) {
	x := new(int32)
	go func() { *x = 1 }()
	for *x == 0 {
	}
}

// Two atomic accesses and two plain ones, to one variable: wherever that is, 6 orders.
func mixed(t *testing.T, x *int32) {
	done := make(chan bool)
	go func() {
		atomic.StoreInt32(x, 1)
		atomic.StoreInt32(x, 2)
		close(done)
	}()
	first := *x
	second := *x
	<-done
	if first == 0 && second == 2 {
		t.Error("both came in between")
	}
}

var halves struct{ first, second int32 }

func TestMixedOfPackage(t *testing.T) { mixed(t, &halves.second) }

func TestMixedOfHeap(t *testing.T) { mixed(t, &(&struct{ first, second int32 }{}).second) }
GO
check 1 "$GRAPHFUZZ" go test --plain sc --run Spin --max-steps 200 --strategy random -n 20 --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["race"] and r[0]["graphs"] > 0'

# An atomic access and a plain one to a part of a variable are in an order, too.
check 1 "$GRAPHFUZZ" go test --plain sc --run Mixed --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[sorted({b["kind"] for b in c["bugs"]}) for c in r] == 2 * [["race", "test failure"]]'
json ../found.json 'all(c["complete"] and c["graphs"] == 6 for c in r)'
