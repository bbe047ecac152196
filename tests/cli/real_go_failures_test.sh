# Real Go: what is told of a test failure is where, and what the test says of it: the line that called who helps.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module failures
cat >helpers.go <<'END'
package failures

type TB interface {
	Helper()
	Errorf(format string, arguments ...any)
}

func Equal(t TB, a, b int) {
	t.Helper()
	if a != b {
		t.Errorf("\n\tExpected: %d\n\tActual:   %d\n", a, b)
	}
}
END
cat >failures_test.go <<'END'
package failures

import (
	"strings"
	"testing"
)

func TestSays(t *testing.T) {
	t.Log("a log")
	t.Errorf("%d is not %s", 3, "four")
}

func TestHelped(t *testing.T) {
	Equal(t, 3, 4)
}

func TestMute(t *testing.T) {
	t.Log("a log")
	t.FailNow()
}

func TestSub(t *testing.T) {
	t.Log("a log")
	t.Run("sub", func(t *testing.T) { t.Fatal("in vain") })
}

func TestLong(t *testing.T) { t.Error(strings.Repeat("€ ", 200)) }

func TestEmpty(t *testing.T) { t.Error() }
END
check 1 "$GRAPHFUZZ" go test . -n 5 --seed 1 --json out.json
said() { json out.json "[b['message'] for b in next(t for t in r if t['test'].endswith('.$1'))['bugs']] == ['$2']"; }
said TestSays 'failures_test.go:10: 3 is not four'
said TestHelped 'failures_test.go:14: Expected: 3 Actual: 4'
said TestMute 'failures_test.go:19: the test has failed'
said TestSub 'failures_test.go:24: in vain'
said TestEmpty 'failures_test.go:29: the test has failed'
json out.json 'all(len(b["message"]) < 250 and b["message"].endswith("€ …") for t in r if t["test"].endswith("Long") for b in t["bugs"])'

# A goroutine that is left in the standard library is told by where it was started, as is one that panics there. Those
# that are left, or panic, are told with who has called what they are in. What is said after the end of a test is found whoever
# says it. Of a fatal error of the runtime the outcome is what went wrong, without the stacks.
cat >left_test.go <<'END'
package failures

import (
	"io"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

func TestLeft(t *testing.T) {
	reader, _ := io.Pipe()
	go io.ReadAll(reader)
}

func receive(c chan int) int { return <-c }
func work(c chan int)        { receive(c) }

func TestDeep(t *testing.T) {
	c := make(chan int)
	for i := 0; i < 2; i++ {
		go work(c)
	}
	go func() { receive(c) }()
}

func TestBlocked(t *testing.T) { work(nil) }

func TestTwoDone(t *testing.T) {
	var group sync.WaitGroup
	c := make(chan bool, 2)
	go func() { c <- true }()
	go func() { c <- false }()
	if <-c {
		go group.Done()
	} else {
		go group.Done()
	}
	time.Sleep(time.Second)
}

func TestTimer(t *testing.T) {
	var lock sync.Mutex
	time.AfterFunc(time.Second, lock.Unlock)
	time.Sleep(2 * time.Second)
}

func TestLate(t *testing.T) { go t.Log("late") }

func endless(n int) int { return endless(n+1) + 1 }

func TestOverflow(t *testing.T) {
	debug.SetMaxStack(1 << 18)
	endless(0)
}

func must() { panic("must") }

func TestMust(t *testing.T) { must() }
END
check 1 "$GRAPHFUZZ" go test -run 'Left|Deep|Blocked|TwoDone|Timer|Late|Overflow|Must' -n 20 --seed 1 --json out.json --html out.html --dot dots
said TestLeft 'leak: select in the standard library, in a goroutine started at left_test.go:13, which had no possible partner'
has out 'G2, G3, started at left_test.go:22: left_test.go:16 \(failures.receive\), called from left_test.go:17 \(failures.work\)$'
has out 'G4, started at left_test.go:24: left_test.go:16 \(failures.receive\), called from left_test.go:24 \(failures.TestDeep.func1\)$'
stacks() { json out.json "[s for t in r if t['test'].endswith('.$1') for b in t['bugs'] for s in b['stacks']] == $2"; }
stacks TestBlocked "[{'what': 'G1, the test', 'frames': ['left_test.go:16', 'left_test.go:17', 'left_test.go:27'],
  'functions': ['example.com/failures.' + f for f in ('receive', 'work', 'TestBlocked')]}]"
stacks TestLeft '[]'
stacks TestMust "[{'what': 'G1, the test', 'frames': ['left_test.go:57', 'left_test.go:59'],
  'functions': ['example.com/failures.' + f for f in ('must', 'TestMust')]}]"
has out.html 'example.com/failures.TestBlocked'
has "dots/example.com_failures.TestBlocked-go-bug-1-deadlock.dot" 'left_test.go:16'
json out.json 'sorted(b["message"] for t in r if t["test"].endswith("TwoDone") for b in t["bugs"]) == [
  f"panic: sync: negative WaitGroup counter in a goroutine started at left_test.go:{line}" for line in (35, 37)]'
said TestTimer 'panic: fatal error: sync: unlock of unlocked mutex in a goroutine started at left_test.go:44'
said TestLate 'panic: Log in goroutine after TestLate has completed: late in a goroutine started at left_test.go:48'
json out.json '[t["states"] for t in r if t["test"].endswith("Overflow")] == [["panic: fatal error: stack overflow at package testing"]]'

# What is shown is what leads to the failure: what comes after it, and what nobody waits for, is left out unless asked for.
cat >causes_test.go <<'END2'
package failures

import (
	"sync"
	"testing"
)

func TestCauses(t *testing.T) {
	var group sync.WaitGroup
	value, noise, end := make(chan int, 2), make(chan int, 9), make(chan int, 1)
	group.Add(2)
	go func() { noise <- 5; noise <- 6 }()
	go func() { value <- 1; group.Done() }()
	go func() { value <- 2; group.Done() }()
	group.Wait()
	if <-value == 2 {
		t.Error("the other way round")
	}
	end <- 1
}
END2
line_of() { grep -n "$1" causes_test.go | cut -d: -f1; }
shows() { grep -qE "^ *[0-9]+ .* $(line_of "$1"): " out; }
check 1 "$GRAPHFUZZ" go test . -run Causes -n 100 --seed 1
shows 'value <- 2'
shows '<-value == 2'
has out 'more events do not lead to this: --whole'
! shows 'noise <- 5'
! shows 'end <- 1'
check 1 "$GRAPHFUZZ" --replay "$(grep -oE '/[^ ]*Causes-go-test_failure-[^ ]*' out)" --whole
shows 'noise <- 5'
shows 'end <- 1'

# Who ends the process in the midst of a test is told, in real time, too; who waited then has not been left.
cat >exits_test.go <<'END'
package failures

import (
	"os"
	"sync"
	"testing"
)

func TestExit(t *testing.T) {
	var group sync.WaitGroup
	group.Add(2)
	results, ready := make(chan int), make(chan bool)
	go func() { defer group.Done(); <-ready; os.Exit(7); results <- 1 }()
	go func() { defer group.Done(); ready <- true; <-results }()
	group.Wait()
}
END
check 1 "$GRAPHFUZZ" go test . -run Exit --exhaustive --json out.json
said TestExit 'exits_test.go:13: the test has ended the process with exit code 7'
check 1 "$GRAPHFUZZ" go test --free . -run Exit --strategy random -n 2 --seed 1 --json out.json
said TestExit 'the process of the test has ended with exit code 7'
mkdir ended
cat >ended/main.go <<'END'
package main

import (
	"os"
	"time"
)

func main() {
	c := make(chan int)
	go func() { time.Sleep(10 * time.Millisecond); os.Exit(0); c <- 1 }()
	<-c
}
END
check 0 "$GRAPHFUZZ" go run --free ./ended --strategy random -n 2 --seed 1

# What goroutines of the library have started is told by where the user has started these.
cat >library_test.go <<'END'
package failures

import (
	"context"
	"testing"
)

// None of the library's, so that a goroutine waits for it if a context is made of it.
type own struct{ context.Context }

func (own) Value(any) any { return nil }

func TestLibrary(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	_ = cancel
	go context.WithCancel(own{parent})
}
END
check 1 "$GRAPHFUZZ" go test . -run Library -n 3 --seed 1 --json out.json
said TestLibrary 'leak: select in the standard library, in a goroutine started at library_test.go:16, which had no possible partner'
