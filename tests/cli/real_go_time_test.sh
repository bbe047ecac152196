# Real Go: what programs see of time and of each other. Time-outs of tests that come first since their timers are early
# are no bugs, unless one asks for them.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module times
cat >times_test.go <<'END'
package times

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// What comes out of a timer's channel is when it fired, and sleeping takes more than the time that was asked for.
func TestSeen(t *testing.T) {
	begin := time.Now()
	check := func(what string, now time.Time, seconds time.Duration) {
		took := now.Sub(begin)
		if took <= seconds*time.Second || took > seconds*time.Second+time.Millisecond {
			t.Error(what, took)
		}
	}
	check("After", <-time.After(time.Second), 1)
	check("Now", time.Now(), 1)
	ticker := time.NewTicker(time.Second)
	for i := time.Duration(2); i < 5; i++ {
		check("tick", <-ticker.C, i)
	}
	ticker.Stop()
	time.Sleep(time.Second)
	check("Sleep", time.Now(), 5)
	time.Sleep(time.Second)
	check("Sleep", time.Now(), 6)
	done := make(chan bool)
	time.AfterFunc(time.Second, func() {
		check("AfterFunc", time.Now(), 7)
		close(done)
	})
	<-done
}

// Goroutines are in the stacks as what they wait for: goleak looks there for tests that wait for others.
func TestStacks(t *testing.T) {
	c, full, locked, group := make(chan int), make(chan int), new(sync.Mutex), new(sync.WaitGroup)
	locked.Lock()
	group.Add(1)
	var begun sync.WaitGroup
	for _, wait := range []func(){
		func() { <-c }, func() { full <- 1 }, locked.Lock, group.Wait, func() { time.Sleep(time.Hour) },
		func() {
			select {
			case <-c:
			case <-make(chan int):
			}
		},
	} {
		wait := wait
		begun.Add(1)
		go func() { begun.Done(); wait() }()
		begun.Wait()
	}
	t.Run("sub", func(t *testing.T) {
		time.Sleep(time.Second)
		buffer := make([]byte, 1<<16)
		text := string(buffer[:runtime.Stack(buffer, true)])
		for state, count := range map[string]int{"chan receive": 3, "chan send": 1, "semacquire": 2, "sleep": 1, "select": 1} {
			// The test, and who runs it, wait to receive that it has ended.
			if found := strings.Count(text, "["+state+"]:"); found != count {
				t.Error(state, found, text)
			}
		}
	})
	close(c)
	<-full
	locked.Unlock()
	group.Done()
}

func work() chan bool {
	done := make(chan bool)
	go func() {
		time.Sleep(time.Millisecond)
		close(done)
	}()
	return done
}

func TestPatient(t *testing.T) {
	select {
	case <-work():
	case <-time.After(5 * time.Second):
		t.Fatal("too slow")
	}
}

// A timer that is drawn at random has fired long before: not the first runs find it, but the search.
func TestRarelyPatient(t *testing.T) {
	limit := time.After(5 * time.Second)
	ready := make(chan bool)
	go func() {
		for i := 0; i < 12; i++ {
			ready <- true
		}
		close(ready)
	}()
	count := 0
	for range ready {
		count++
		select {
		case <-limit:
			if count > 10 {
				t.Fatal("too slow")
			}
		default:
		}
	}
}

func TestPanics(t *testing.T) {
	select {
	case <-work():
	case <-time.After(5 * time.Second):
		panic("too slow")
	}
}

// What the runtime says is never a matter of time.
func TestClosesTwice(t *testing.T) {
	done := work()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		close(done)
		time.Sleep(time.Minute)
	}
}

func TestNilMap(t *testing.T) {
	var answers map[int]int
	select {
	case <-work():
	case <-time.After(5 * time.Second):
		answers[1] = 1
	}
}

func TestConversion(t *testing.T) {
	var answer any
	select {
	case <-work():
	case <-time.After(5 * time.Second):
		_ = answer.(int)
	}
}

// It fails if the time-out is early; then the library, which has another file, goes wrong.
func TestBoth(t *testing.T) {
	done := start()
	if !done.wait() {
		t.Error("too slow")
	}
	close(done)
}

// It may well be too slow.
func TestImpatient(t *testing.T) {
	select {
	case <-work():
	case <-time.After(time.Millisecond):
		t.Fatal("too slow")
	}
}

// One time-out that is early leaves somebody behind, whatever becomes of the other, which fails the test.
func TestLeaksAndFails(t *testing.T) {
	result, ready := make(chan int), make(chan bool)
	go func() { result <- 1 }()
	go func() { ready <- true }()
	select {
	case <-ready:
	case <-time.After(5 * time.Second):
		t.Error("too slow")
		<-ready
	}
	select {
	case <-result:
	case <-time.After(5 * time.Second):
	}
}

// Who has given up leaves somebody behind.
func TestFailsAndLeaves(t *testing.T) {
	result := make(chan int)
	go func() { result <- 1 }()
	select {
	case <-result:
	case <-time.After(5 * time.Second):
		t.Error("too slow")
	}
}

// The leak needs the early time-out, but nobody says that the test has failed.
func TestLeaks(t *testing.T) {
	result := make(chan int)
	go func() { result <- 1 }()
	select {
	case <-result:
	case <-time.After(5 * time.Second):
	}
}
END
cat >library.go <<'END'
package times

import "time"

type done chan bool

func start() done {
	made := make(done)
	go func() {
		time.Sleep(time.Millisecond)
		made <- true
	}()
	return made
}

func (d done) wait() bool {
	select {
	case <-d:
		return true
	case <-time.After(time.Minute):
		return false
	}
}
END

for option in --timers=idle --race; do
  check "0|4" "$GRAPHFUZZ" go test $option -run 'Seen|Stacks' --strategy random -n 20 --seed 1 --json out.json
  json out.json 'len(r) == 2 and not any(t["bugs"] for t in r)'
done

for strategy in optimal random; do
  check "0|4" "$GRAPHFUZZ" go test -run 'TestPatient|TestPanics' --strategy $strategy -n 50 --seed 1 --json out.json
  json out.json 'len(r) == 2 and not any(t["bugs"] or t["complete"] or t["executions"] == 0 for t in r)'
  json out.json 'all("before what could go on has gone on" in t["remarks"][0]["message"] for t in r)'
done
has out 'panic: too slow at times_test.go:'
has out 'timers fire only when nothing else can happen, unless --timers any is given'
check 1 "$GRAPHFUZZ" go test -run TestClosesTwice -n 50 --seed 1 --json out.json
json out.json '[b["kind"] for b in r[0]["bugs"]] == ["panic"] and not r[0]["remarks"]'
check 1 "$GRAPHFUZZ" go test -run 'TestNilMap|TestConversion' -n 50 --seed 1 --json out.json
json out.json 'len(r) == 2 and all([b["kind"] for b in t["bugs"]] == ["panic"] and not t["remarks"] for t in r)'
for n in 20 50; do
  check 1 "$GRAPHFUZZ" go test -run TestBoth -n $n --seed 1 --json out.json
  json out.json 'len(r[0]["bugs"]) > 0 and all("send on closed channel at library.go" in b["message"] for b in r[0]["bugs"])'
done
check 1 "$GRAPHFUZZ" go test -run TestPatient --timers any -n 50 --seed 1 --json out.json
json out.json 'r[0]["bugs"][0]["kind"] == "test failure" and not r[0]["remarks"]'
check 0 "$GRAPHFUZZ" go test -run TestPatient --timers idle -n 50 --seed 1 --json out.json
json out.json 'r[0]["complete"] and not r[0]["remarks"]'
check 1 "$GRAPHFUZZ" go test -run TestImpatient -n 50 --seed 1 --json out.json
json out.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"]'
check 1 "$GRAPHFUZZ" go test -run 'TestLeaks$' -n 50 --seed 1 --json out.json
json out.json '[b["kind"] for b in r[0]["bugs"]] == ["leak"] and not r[0]["remarks"]'
json out.json 'r[0]["bugs"][0]["message"].endswith("; seen where a timer is early, and not in 31 runs with --timers idle")'
for seed in 1 2 3 5; do
  check 1 "$GRAPHFUZZ" go test -run TestLeaksAndFails -n 50 --seed $seed --json out.json
  json out.json '[b["kind"] for b in r[0]["bugs"]] == ["leak"] and not r[0]["complete"]'
  json out.json 'any("before what could go on has gone on" in m["message"] for m in r[0]["remarks"])'
  json out.json '"too slow" not in r[0]["bugs"][0]["output"]'
  check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("out.json"))[0]["bugs"][0]["replay"])')"
  hasnt out 'test failure'
  check "0|4" "$GRAPHFUZZ" go test -run TestFailsAndLeaves -n 50 --seed $seed --json out.json
  json out.json 'not r[0]["bugs"] and r[0]["remarks"]'
done
check "0|4" "$GRAPHFUZZ" go test -run TestRarelyPatient -n 500 --seed 1 --json out.json
json out.json 'not r[0]["bugs"] and not r[0]["complete"]'
json out.json 'any("before what could go on has gone on (times_test.go:" in m["message"] for m in r[0]["remarks"])'

check 1 "$GRAPHFUZZ" go test -run TestRarelyPatient --timers any -n 500 --seed 1

# Executions that are cut are said to be, and what would help.
check 4 "$GRAPHFUZZ" go test -run 'TestSeen|TestStacks' --max-steps 10 -n 2 --seed 1
has out '^truncated: more steps than --max-steps allows'

# What is known of it goes with the work that is taken apart.
check 0 "$GRAPHFUZZ" go test -run TestPatient --exhaustive --seed 1 --split units --parts 2
check "0|4" "$GRAPHFUZZ" merge units/*.result --json out.json
json out.json 'not r[0]["bugs"] and not r[0]["complete"]'
has out 'before what could go on has gone on'

# What is due at one time happens at once, which is no matter of a timer that is early.
go_module together
{
  cat <<'GO'
package together

import (
	"sync"
	"testing"
	"time"
)

GO
  both_function
  cat <<'GO'

// Both look before either takes it.
func TestTwoTake(t *testing.T) {
	var m sync.Mutex
	taken, times := false, 0
	both(func() {
		time.Sleep(10 * time.Millisecond)
		m.Lock()
		free := !taken
		m.Unlock()
		if free {
			m.Lock()
			taken = true
			times++
			m.Unlock()
		}
	})
	if times != 1 {
		t.Error("both have taken it")
	}
}
GO
} >together_test.go
check 1 "$GRAPHFUZZ" go test -n 200 --seed 1 --json out.json
json out.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"] and "timer" not in r[0]["bugs"][0]["message"]'

# A program has ended with its main: who watches over it for an hour has nothing to say any more.
mkdir watched
cat >watched/main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	time.AfterFunc(time.Hour, func() { panic("takes too long") })
	go func() {
		time.Sleep(2 * time.Hour)
		fmt.Println("timed out")
		os.Exit(2)
	}()
	if len(os.Args) > 1 {
		go func() { panic("at once") }()
	}
	c := make(chan int)
	go func() { c <- 1 }()
	fmt.Println(<-c)
}
GO
check "0|4" "$GRAPHFUZZ" go run --timers idle --seed 1 --json out.json ./watched
json out.json 'not r[0]["bugs"] and r[0]["states"] == ["ok; 1"]'
check 1 "$GRAPHFUZZ" go run --timers idle --seed 1 --json out.json ./watched -- now
json out.json '{b["message"] for b in r[0]["bugs"]} == {"panic: at once at watched/main.go:17"}'
