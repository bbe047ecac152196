# Real Go: the clock moves with each look at it, for all: what happens later is later. It does not make graphs of its own,
# and timers fire as if it stood still.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module moves
cat >moves_test.go <<'END'
package moves

import (
	"context"
	"sync"
	"testing"
	"time"
	_ "unsafe"
)

//go:linkname nanotime runtime.nanotime
func nanotime() int64

func TestLooks(t *testing.T) {
	begin, nano := time.Now(), nanotime()
	if time.Since(begin) <= 0 || !time.Now().After(begin) || nanotime() <= nano || time.Now().UnixNano() == time.Now().UnixNano() {
		t.Error("it stands still")
	}
}

// Looks at the clock of goroutines, one after the other: in two orders.
func TestOthers(t *testing.T) {
	var lock sync.Mutex
	var group sync.WaitGroup
	last := time.Now()
	group.Add(2)
	for i := 1; i < 3; i++ {
		go func(looks int) {
			lock.Lock()
			for ; looks > 0; looks-- {
				now := time.Now()
				if !now.After(last) {
					t.Error("not later")
				}
				last = now
			}
			lock.Unlock()
			group.Done()
		}(30 * i)
	}
	group.Wait()
	c := make(chan time.Time)
	for i := 0; i < 3; i++ {
		go func() { c <- time.Now() }()
		if now := <-c; !now.After(last) || time.Since(now) <= 0 {
			t.Error("not later")
		}
	}
}

func TestWaits(t *testing.T) {
	begin := time.Now()
	for time.Since(begin) < 20*time.Millisecond {
	}
	time.Sleep(5)
	if took := time.Since(begin); took <= 20*time.Millisecond || took > 21*time.Millisecond {
		t.Error(took)
	}
}

func first(t *testing.T) string {
	end := time.Now().Add(2 * time.Second)
	context, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	var lock sync.Mutex
	for i := 0; i < 50; i++ {
		lock.Lock()
		lock.Unlock()
	}
	c := make(chan string, 3)
	var group sync.WaitGroup
	group.Add(3)
	go func() { <-time.After(time.Until(end)); c <- "until"; group.Done() }()
	go func() { <-context.Done(); c <- "context"; group.Done() }()
	go func() { time.Sleep(2 * time.Second); c <- "sleep"; group.Done() }()
	group.Wait()
	return <-c
}

func TestUntil(t *testing.T) {
	if first(t) == "until" {
		t.Error("until")
	}
}

func TestContext(t *testing.T) {
	if first(t) == "context" {
		t.Error("context")
	}
}

func TestSleep(t *testing.T) {
	if first(t) == "sleep" {
		t.Error("sleep")
	}
}
END
check 0 "$GRAPHFUZZ" go test -run 'TestLooks|TestOthers|TestWaits' --timers idle --seed 1 --json out.json
json out.json '[t["graphs"] for t in r] == [1, 4, 1] and all(t["complete"] and not t["remarks"] for t in r)'
for option in --timers=any --race --plain=sc-all; do
  check "0|4" "$GRAPHFUZZ" go test $option -run 'TestLooks|TestOthers|TestWaits' -n 20 --strategy random --seed 1
done
for test in TestUntil TestContext TestSleep; do
  check 1 "$GRAPHFUZZ" go test -run $test --timers idle -n 300 --strategy random --seed 1 --json out.json
  json out.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"]'
done
