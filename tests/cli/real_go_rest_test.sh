# Real Go: what the executions go into that are left when a search has come to its end: plain accesses that race, and
# timers that are early where something outside is waited for. Executions of many steps.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module rest
{
  cat <<'GO'
package rest

import (
	"os/exec"
	"sync"
	"testing"
	"time"
)

GO
  both_function
  cat <<'GO'

func TestLost(t *testing.T) {
	x := 0
	both(func() { x++ })
	if x != 2 {
		t.Error("an update was lost")
	}
}

// It races, and nothing comes of that.
func TestHarmless(t *testing.T) {
	x := 0
	both(func() { x = 1 })
	if x != 1 {
		t.Error("not written")
	}
}

func TestLocked(t *testing.T) {
	x := 0
	var m sync.Mutex
	both(func() { m.Lock(); x++; m.Unlock() })
	if x != 2 {
		t.Error("an update was lost")
	}
}

// All happens in one order.
func TestUnordered(t *testing.T) {
	x, y := 0, 0
	done := make(chan bool)
	go func() { x, y = 1, 1; close(done) }()
	if y == 1 && x == 0 {
		t.Error("not in order")
	}
	if x == 1 && y == 0 {
		t.Error("one without the other")
	}
	<-done
}

// Who gives up leaves the one behind who waits for the process.
func TestGivesUp(t *testing.T) {
	done := make(chan error)
	go func() { done <- exec.Command("sleep", "0.05").Run() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
	}
}

// The channel has no room, which shows after 24,000 steps.
func TestLong(t *testing.T) {
	c := make(chan int)
	var m sync.Mutex
	go func() { c <- 1 }()
	for i := 0; i < 12_000; i++ {
		m.Lock()
		m.Unlock()
	}
}
GO
} >rest_test.go

check 1 "$GRAPHFUZZ" go test --run Lost -n 200 --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"] and r[0]["complete"]'
json ../found.json 'r[0]["bugs"][0]["message"].endswith("; seen with --plain sc, in none of all 3 executions without")'
json ../found.json 'r[0]["bugs"][0]["execution"] <= r[0]["executions"] == r[0]["graphs"]'
json ../found.json 'any(b["kind"] == "race" and b["message"].endswith("; a bug with -race") for b in r[0]["remarks"])'
replay=$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$replay"
has out 'test failure: rest_test.go:23'

check 1 "$GRAPHFUZZ" go test --run Lost -n 200 --seed 1 --minimise --json ../found.json --replay-dir ../replays
json ../found.json 'r[0]["bugs"][0]["message"].endswith("; seen with --plain sc, in none of all 3 executions without")'
json ../found.json '[b["minimised"]["bug"].startswith("test failure: rest_test.go:23") for b in r[0]["bugs"]] == [True]'
# Of all that it shows, the race too, the one that it is about.
replay=$(/usr/bin/python3 -IS -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$replay" --minimise --json ../again.json
json ../again.json 'any(b["kind"] == "test failure" for b in r[0]["bugs"])'
check 1 "$GRAPHFUZZ" minimize "$replay" -o ../small.json
has out 'test failure: rest_test.go:23'

check 1 "$GRAPHFUZZ" go test --run Lost -n 200 --seed 1 --stop-on-bug --replay-dir ../replays
has out 'test failure'

check 0 "$GRAPHFUZZ" go test --run 'Harmless|Locked' -n 200 --seed 1 --json ../found.json
json ../found.json '[c["complete"] and not c["bugs"] for c in r] == [True, True]'
json ../found.json '[{b["kind"] for b in c["remarks"]} for c in r] == [{"race"}, set()]'
check 0 "$GRAPHFUZZ" go test --run Harmless -n 200 --seed 1
has out 'No bug in any execution, and all of them were visited: never$'
hasnt out 'Not looked for'
check 0 "$GRAPHFUZZ" go test --run Locked -n 200 --seed 1
has out 'Not looked for: data races \(-race\); what data races lead to \(--plain sc\)'
# Of all orders there is but one, without plain accesses.
check 1 "$GRAPHFUZZ" go test --run Unordered -n 200 --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"]'
json ../found.json 'r[0]["bugs"][0]["message"].endswith("; seen with --plain sc, not in the only execution without")'

# Not if the user says otherwise, or if nothing is left.
for options in '--plain watch' --exhaustive '-n 2' '--strategy random -n 20'; do
  check 0 "$GRAPHFUZZ" go test --run Lost --seed 1 $options
  has out 'what data races lead to'
  hasnt out 'Remark: race'
done
check 1 "$GRAPHFUZZ" go test --race --run Lost --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["race"]'

check 1 "$GRAPHFUZZ" go test --run GivesUp -n 50 --seed 8 --json ../found.json --replay-dir ../replays
json ../found.json '{b["kind"] for b in r[0]["bugs"]} == {"leak"}'
json ../found.json 'all("; seen where a timer is early, and not in " in b["message"] for b in r[0]["bugs"])'
check 1 "$GRAPHFUZZ" go test --run GivesUp -n 50 --seed 8 --minimise --json ../found.json --replay-dir ../replays
json ../found.json 'all("; seen where a timer is early, and not in " in b["message"] for b in r[0]["bugs"])'
# What the process does is not in our hand: there may be no easier execution that shows it.
json ../found.json 'all("leak: send" in b["minimised"]["bug"] for b in r[0]["bugs"] if b["minimised"])'
check 0 "$GRAPHFUZZ" go test --run GivesUp -n 50 --seed 1 --timers idle

check 1 "$GRAPHFUZZ" go test --run Long -n 2 --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["leak"] and r[0]["truncated"] == 0 and not r[0]["complete"]'
json ../found.json 'any("executions are long: other orders of what comes after 20000 steps are looked for at random alone" in b["message"] for b in r[0]["remarks"])'
check 4 "$GRAPHFUZZ" go test --run Long -n 2 --seed 1 --max-steps 20000
has out '\(0 blocked, 1 truncated\)'

cat >late_test.go <<'GO'
package rest

import (
	"sync"
	"sync/atomic"
	"testing"
)

// What goes wrong does so late.
func TestLate(t *testing.T) {
	var m sync.Mutex
	for i := 0; i < 12_000; i++ {
		m.Lock()
		m.Unlock()
	}
	x := new(int32)
	both(func() { atomic.StoreInt32(x, atomic.LoadInt32(x)+1) })
	if *x != 2 {
		t.Error("an update was lost")
	}
}
GO
check 1 "$GRAPHFUZZ" go test --run Late -n 20 --seed 2 --stop-on-bug --json ../found.json --replay-dir ../replays
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["test failure"] and not r[0]["complete"]'

cat >over_test.go <<'GO'
package rest

import (
	"sync"
	"testing"
)

// Who says something when the test is over, and when all are, ends the program.
func TestSaysLate(t *testing.T) {
	t.Run("sub", func(t *testing.T) { go t.Log("late") })
}

// It waits for ever if it comes behind all of the signals.
func TestSignalled(t *testing.T) {
	var mutex sync.Mutex
	wakes := sync.NewCond(&mutex)
	go func() {
		mutex.Lock()
		wakes.Wait()
		mutex.Unlock()
	}()
	for i := 0; i < 21_000; i++ {
		wakes.Signal()
	}
}
GO
# In as many graphs, in whatever order they are built.
for seed in 1 2 3; do
  check 1 "$GRAPHFUZZ" go test --run SaysLate -n 1000 --seed $seed --json ../found.json --replay-dir ../replays
  json ../found.json 'r[0]["complete"] and [(b["kind"], b["count"]) for b in r[0]["bugs"]] == [("panic", 8)] and r[0]["graphs"] == 27'
  # The first execution of a long program is one in which those come late that were started late; it is not the last.
  check 1 "$GRAPHFUZZ" go test --run Signalled -n 2 --seed $seed --json ../found.json --replay-dir ../replays
  json ../found.json '[(b["kind"], b["execution"]) for b in r[0]["bugs"]] == [("leak", 1)] and r[0]["executions"] == 2'
done

# Who is ticked for ever may be meant to be, but not if there is an end that nobody asks for, even after a long time.
cat >ticks_test.go <<'GO'
package rest

import (
	"testing"
	"time"
)

func tick(times int, quit chan bool) {
	for i := 0; i < times; i++ {
		select {
		case <-time.After(time.Second):
		case <-quit:
			return
		}
	}
}

func TestEndless(t *testing.T) {
	go tick(1_000_000, make(chan bool))
}

func TestSome(t *testing.T) {
	go tick(50, make(chan bool))
}

func TestTicker(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	go func() {
		for range ticker.C {
		}
	}()
}

// Another one is at work, who might.
func TestQuits(t *testing.T) {
	quit := make(chan bool)
	go tick(1_000_000, quit)
	go func() {
		for i := 0; ; i++ {
			time.Sleep(time.Minute)
			if i == 1_000_000 {
				close(quit)
			}
		}
	}()
}
GO
check 1 "$GRAPHFUZZ" go test --run 'Endless|Some|Ticker|Quits' -n 5 --seed 1 --json ../found.json --replay-dir ../replays
json ../found.json '[[b["kind"] for b in c["bugs"]] for c in r] == [["leak"], [], [], []]'
# Who is woken for ever is watched for a while: that is not all.
json ../found.json '[any("time wakes goroutines again and again" in b["message"] for b in c["remarks"]) for c in r][2:] == [True, True]'
json ../found.json '[c["complete"] for c in r][2:] == [False, False]'
json ../found.json '"select at ticks_test.go:10, again and again: it is ticked, and nobody is left for its other cases" in r[0]["bugs"][0]["message"]'
