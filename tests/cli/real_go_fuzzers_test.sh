# The fuzzers of Go programs, on real Go: what doc/go-fuzzers.md says of time-outs, delays and replays holds there, too.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
export GOFLAGS=-mod=mod
go_module fuzzed
cat >fuzzed_test.go <<'GO'
package fuzzed

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Somebody is busy for ever, and the send that the select may prefer never comes.
func TestBusy(t *testing.T) {
	a, never := make(chan int, 1), make(chan int)
	var stop int32
	go func() {
		for atomic.LoadInt32(&stop) == 0 {
		}
	}()
	a <- 1
	select {
	case <-a:
	case <-never:
	}
	atomic.StoreInt32(&stop, 1)
}

// flow-changing-operations.md: the winner and its go statement on one line.
func TestOneLine(t *testing.T) {
	c, on := make(chan int), sync.Once{}
	go func() { on.Do(func() {}) }()
	go func() {
		for i := 0; i < 100; i++ {
			c <- 1
		}
	}()
	for i := 0; i < 100; i++ {
		<-c
	}
	on.Do(func() { t.Error("the possible bug") })
}

// A Lock is in the way of the TryLock.
func TestTry(t *testing.T) {
	c, m := make(chan int), sync.Mutex{}
	go func() { m.Lock() }()
	go func() {
		for i := 0; i < 100; i++ {
			c <- 1
		}
	}()
	for i := 0; i < 100; i++ {
		<-c
	}
	if m.TryLock() {
		t.Error("the possible bug")
	}
}

// Predicted from a run in which the send is first, and replayed.
func TestClosed(t *testing.T) {
	c, done := make(chan int, 1), make(chan int)
	go func() {
		c <- 1
		done <- 1
	}()
	close(c)
	<-done
}

// A cycle of locks that a channel keeps from happening.
func TestOrdered(t *testing.T) {
	var a, b sync.Mutex
	c, done := make(chan int), make(chan int)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		c <- 1
	}()
	go func() {
		<-c
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		done <- 1
	}()
	<-done
}
GO
fuzz() {  # fuzz CODES TEST STRATEGY OPTION…
  local codes=$1 name=$2 strategy=$3
  shift 3
  check "$codes" timeout -k 5 300 "$GRAPHFUZZ" go test . -run "^$name\$" --strategy "$strategy" "$@"
}
fuzz 0 TestBusy gfuzz-hb -n 20 --seed 1
hasnt out 'truncated|20000 steps'
has out 'Guided .* 0 as asked, [1-9][0-9]* in which something timed out'
# What was only predicted is said to be so, and whether it was tried; it is no bug that happened.
fuzz 0 TestOrdered gfuzz-hb -n 1 --seed 1
has out '^Bug 1: predicted: possible cyclic deadlock: P05: '
has out 'it was predicted, and was not tried'
fuzz 0 TestOrdered gfuzz-hb -n 5 --seed 1
has out '^Bug 1: predicted, not confirmed: possible cyclic deadlock: P05: '
has out 'it was predicted, and not seen in 1 execution in which it was to happen'
for seed in 1 2 3; do
  fuzz 1 TestOneLine flow -n 2 --seed $seed
  fuzz 1 TestTry flow -n 2 --seed $seed
  fuzz 1 TestClosed gfuzz-hb -n 2 --seed $seed
  has out '^Bug 1: .*panic: send on closed channel'
  has out '^  it was predicted: possible send on closed channel: P01: '
  hasnt out '^Bug 2'
done

# Whatever chooses the steps finds what goes wrong in one order of a few.
cat >orders_test.go <<'GO'
package fuzzed

import (
	"sync"
	"testing"
)

func TestCircle(t *testing.T) {
	var a, b sync.Mutex
	go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
}
GO
for strategy in revisit minimal maximal mix gopie gopie-hb; do
  fuzz 1 TestCircle $strategy -n 60 --seed 1 --json ../found.json
  json ../found.json '[b["kind"] for b in r[0]["bugs"] if not b["predicted"]] == ["cyclic deadlock"] and r[0]["executions"] == 60'
done

# In real time, where these do not happen by themselves: what comes first is delayed, the case is preferred that comes
# late, what was predicted is replayed, and seen.
cat >free_test.go <<'GO'
package fuzzed

import (
	"sync"
	"testing"
	"time"
)

func TestDelayed(t *testing.T) {
	var once sync.Once
	done := make(chan bool)
	go func() { once.Do(func() {}); close(done) }()
	time.Sleep(30 * time.Millisecond)
	once.Do(func() { t.Error("the second one") })
	<-done
}

func TestPreferred(t *testing.T) {
	early, late := make(chan int, 1), make(chan int, 1)
	early <- 1
	go func() { time.Sleep(30 * time.Millisecond); late <- 1 }()
	select {
	case <-early:
	case <-late:
		t.Error("the late one")
	}
}

func TestPredicted(t *testing.T) {
	c, done := make(chan int, 1), make(chan bool)
	go func() { c <- 1; close(done) }()
	time.Sleep(30 * time.Millisecond)
	close(c)
	<-done
}
GO
fuzz 1 TestDelayed flow --free -n 3 --seed 1
has out 'test failure: free_test.go:14: the second one'
fuzz 1 TestPreferred gfuzz-hb --free -n 4 --seed 1
has out 'test failure: free_test.go:25: the late one'
for strategy in gfuzz-hb gopie-hb flow; do
  fuzz 1 TestPredicted $strategy --free -n 4 --seed 1
  has out '^Bug 1: send on closed channel: A01: '
  has out '^  it was predicted: possible send on closed channel: P01: '
done
