# Real Go: where goroutines stop that no call shows (len of a channel), and what was done before the test began.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module points
cat >points.go <<'EOF'
// Package points has a queue.
package points // of ints

type Queue struct{ items chan int }

func (q *Queue) Full() bool { return len(q.items) == cap(q.items) }

func Length[C ~chan T, T any](c C) int { return len(c) }
EOF
cat >points_test.go <<'EOF'
package points

import (
	"sync"
	"testing"
	"time"
)

func filled(closed bool) chan int {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	if closed {
		close(c)
	}
	return c
}

var (
	begun, ended = filled(false), filled(true)
	gone         = make(chan int)
	nobody       chan int
	held         sync.Mutex
	read         sync.RWMutex
	written      sync.RWMutex
	all          sync.WaitGroup
)

func init() {
	close(gone)
	held.Lock()
	read.RLock()
	read.RLock()
	written.Lock()
	all.Add(2)
}

func TestFull(t *testing.T) {
	q := Queue{make(chan int, 1)}
	go func() { q.items <- 1 }()
	go func() { <-q.items }()
	if q.Full() {
		t.Error("full")
	}
}

func TestGeneric(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	if Length(c) == 1 {
		t.Error("one")
	}
	if len(time.NewTimer(time.Hour).C)+len([3]int{}) != 3 || len(nobody) != 0 {
		t.Fatal("not 3")
	}
}

func TestBegun(t *testing.T) {
	if len(begun) != 2 || <-begun != 1 || <-begun != 2 || len(begun) != 0 {
		t.Error("not what was put in")
	}
	a, b := <-ended, <-ended
	if _, more := <-ended; a != 1 || b != 2 || more {
		t.Error("not what was put in, and closed")
	}
	if _, more := <-gone; more {
		t.Error("not closed")
	}
	select {
	case <-nobody:
		t.Error("nil")
	default:
	}
	begun <- 3
}

func TestHeld(t *testing.T) {
	if held.TryLock() || read.TryLock() || !read.TryRLock() || written.TryRLock() {
		t.Error("not locked as they were")
	}
	read.RUnlock()
	read.RUnlock()
	read.RUnlock()
	held.Unlock()
	written.Unlock()
	held.Lock()
	read.Lock()
	written.Lock()
	all.Done()
	all.Done()
	all.Wait()
}

func TestWaits(t *testing.T) {
	all.Done()
	all.Wait()
}

func TestNil(t *testing.T) { <-nobody }
EOF
touch out err
before=$(ls)
check 1 "$GRAPHFUZZ" go test --exhaustive --timers any --json ../found.json

[[ $(ls) == "$before" ]]
cd ..
bug='[(b["kind"], b["message"]) for b in c["bugs"]]'
json found.json '[c["test"].split(".")[-1] for c in r] == ["TestFull", "TestGeneric", "TestBegun", "TestHeld", "TestWaits", "TestNil"]'
json found.json 'all(c["complete"] for c in r)'
# len is a point: both answers are seen.
json found.json 'len(r[0]["states"]) == 2 and [b["kind"] for b in r[0]["bugs"]] == ["test failure"] and r[0]["graphs"] == 3'
json found.json '{b["message"].split(": ")[0] for b in r[1]["bugs"]} == {f"points_test.go:{n}" for n in (51, 54)} and len(r[1]["states"]) == 4'
# What was there before is there.
json found.json 'not r[2]["bugs"] and not r[3]["bugs"]'
json found.json '[b["kind"] for b in r[4]["bugs"]] == ["deadlock"] and "the test is blocked in wg wait at points_test.go:96" in r[4]["bugs"][0]["message"]'
json found.json '[b["kind"] for b in r[5]["bugs"]] == ["deadlock"] and "receive on a nil channel" in r[5]["bugs"][0]["message"]'

# A replay has the same points.
file=$(python3 -c 'import json; print(next(b["replay"] for b in json.load(open("found.json"))[1]["bugs"] if ":51:" in b["message"]))')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'test failure: points_test.go:51: '

# Conditions, readers with a writer between them, Gosched and Goexit, and some who wait for each other while the test goes on.
cd module
mkdir waits
cat >waits/waits_test.go <<'EOF'
package waits

import (
	"runtime"
	"sync"
	"testing"
)

func condition(wake func(*sync.Cond)) {
	var m sync.Mutex
	c := sync.NewCond(&m)
	ready := false
	done := make(chan bool, 2)
	for i := 0; i < 2; i++ {
		go func() {
			m.Lock()
			for !ready {
				c.Wait()
			}
			m.Unlock()
			done <- true
		}()
	}
	m.Lock()
	ready = true
	wake(c)
	m.Unlock()
	<-done
	<-done
}

func TestSignal(t *testing.T)    { condition((*sync.Cond).Signal) }
func TestBroadcast(t *testing.T) { condition((*sync.Cond).Broadcast) }

func TestReaders(t *testing.T) {
	var m sync.RWMutex
	done := make(chan bool)
	go func() { m.Lock(); m.Unlock(); close(done) }()
	m.RLock()
	m.RLock()
	m.RUnlock()
	m.RUnlock()
	<-done
}

func TestGosched(t *testing.T) {
	c := make(chan int, 1)
	go func() { runtime.Gosched(); c <- 1 }()
	runtime.Gosched()
	select {
	case <-c:
		t.Error("first")
	default:
	}
}

func TestGoexit(t *testing.T) {
	c := make(chan int)
	go func() { defer close(c); runtime.Goexit() }()
	<-c
}

func TestOthers(t *testing.T) {
	var a, b sync.Mutex
	go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
}
EOF
check 1 "$GRAPHFUZZ" go test ./waits --exhaustive --json ../waits.json
cd ..
json waits.json 'all(c["complete"] for c in r)'
json waits.json '{c["test"].split(".")[-1]: [b["kind"] for b in c["bugs"]] for c in r} == {"TestSignal": ["deadlock"], "TestBroadcast": [],
  "TestReaders": ["deadlock"], "TestGosched": ["test failure"], "TestGoexit": [], "TestOthers": ["cyclic deadlock"]}'
json waits.json '"cond wait at waits_test.go:18" in r[0]["bugs"][0]["message"] and len(r[3]["states"]) == 2'
json waits.json 'r[2]["bugs"][0]["message"].endswith("in a circle: lock at waits_test.go:38 waits for rlock at waits_test.go:40")'

# Flags of go test mean what they mean there, or are refused, with the reason.
cd module
cat >flags_test.go <<'EOF'
package points

import "testing"

var version = "none"

func TestVersion(t *testing.T) {
	if version != "4" {
		t.Error(version)
	}
}

func TestSubs(t *testing.T) {
	c := make(chan int, 1)
	t.Run("a", func(t *testing.T) { t.Parallel(); c <- 1 })
	t.Run("b", func(t *testing.T) { t.Parallel(); <-c })
	t.Run("wrong", func(t *testing.T) { t.Error("wrong") })
}
EOF
check 0 "$GRAPHFUZZ" go test -run 'Version|Waits' -skip Waits -count=1 -v -vet=off -p=1 -ldflags "-X example.com/points.version=4" --json ../flags.json
json ../flags.json 'len(r) == 1 and not r[0]["bugs"]'
check 0 "$GRAPHFUZZ" go test --run=Subs/[ab] -parallel 2 --json ../flags.json
json ../flags.json 'r[0]["complete"] and r[0]["test"].endswith("TestSubs/[ab]")'
check 1 "$GRAPHFUZZ" go test -run=Subs/[ab] -test.parallel=1 # b waits for a, which may not begin, or it does
check 1 "$GRAPHFUZZ" go test -run Subs -failfast --json ../flags.json
file=$(python3 -c 'import json; print(json.load(open("../flags.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
refused() {
  check 2 "$GRAPHFUZZ" go test "$1"
  has err "$2"
}
refused -cover 'coverage'
refused --coverprofile=x 'coverage'
refused -bench=. 'benchmarks are not run'
refused -count=3 'how often a test is executed'
refused -timeout=1m 'time is virtual'
refused -gcflags=-N 'flags of its own'
refused -overlay=x 'overlay of its own'
refused -cpu=1,2 'all orders'
refused -shuffle=on 'each test is run by itself'
refused -parallel=0 'expected'
refused -run 'expected a value'
GOFLAGS=-cover refused -v '\$GOFLAGS: -cover: coverage'
refused -json '-json: --json FILE writes what was found'
GOFLAGS=-race refused -v '\$GOFLAGS: -race: expected as an option, --race'
# Tags in $GOFLAGS are those of the command line, unless that has others.
mkdir tagged
printf '//go:build x\n\npackage tagged\n\nimport "testing"\n\nfunc TestX(t *testing.T) { n := 0; go func() { n++ }(); n++ }\n' >tagged/tagged_test.go
GOFLAGS='-v -tags=x' check 1 "$GRAPHFUZZ" go test -race ./tagged --seed 1
has out 'race: data race: (read|write) at tagged_test.go:7 and write at tagged_test.go:7'
GOFLAGS=-tags=x check 0 "$GRAPHFUZZ" go test ./tagged --seed 1
GOFLAGS=-tags=x check 2 "$GRAPHFUZZ" go test ./tagged -tags y
# So is what says which tests run, and what else graphfuzz has an option for, or refuses.
GOFLAGS='-tags=x -run=None' check 2 "$GRAPHFUZZ" go test ./tagged
has err 'no tests to run: no test has a name that matches None$'
GOFLAGS='-tags=x -run=None -count=3' check 0 "$GRAPHFUZZ" go test ./tagged -run X -count=1 --seed 1
printf 'GOFLAGS=-tags=x --run=None\n' >../written  # by go env -w
GOENV=$work/written check 2 "$GRAPHFUZZ" go test ./tagged
GOENV=$work/written GOFLAGS=-tags=x check 0 "$GRAPHFUZZ" go test ./tagged --seed 1
GOFLAGS=-count=3 refused -v '\$GOFLAGS: -count=3: how often a test is executed'
GOFLAGS=-coverprofile=x refused -v '\$GOFLAGS: -coverprofile: coverage'
for word in -json -json=true; do GOFLAGS=$word refused -v '\$GOFLAGS: -json: --json FILE'; done
GOFLAGS='-run X' refused -v '\$GOFLAGS: -run: expected a value, as -run=VALUE'
GOFLAGS=-timeout=1m refused -v '-timeout: time is virtual'
check 2 "$GRAPHFUZZ" go test --free --run-time 1m -timeout 1m
has err '-timeout: is --run-time, and both are given'
GOFLAGS=-timeout=1m check 2 "$GRAPHFUZZ" go test --free --run-time 2m --traces x --checkpoint y
has err '--traces: graphfuzz resume would write none'
GOFLAGS='-tags=x -timeout=1m -cover=false -race=false -exec=none' check 2 "$GRAPHFUZZ" go run ./tagged
hasnt err GOFLAGS  # those of tests are no matter of programs
rm -r tagged
# A package that does not compile is told, and is no matter of the others'.
mkdir good bad
printf 'package good\n\nimport "testing"\n\nfunc TestX(t *testing.T) { c := make(chan int, 1); go func() { c <- 1 }(); for len(c) == 0 {\n}; <-c }\n' >good/good_test.go
printf 'package bad\n\nimport "testing"\n\nfunc TestX(t *testing.T) { c := make(chan missing); _ = len(c) }\n' >bad/bad_test.go
check 2 "$GRAPHFUZZ" go test ./good ./bad --seed 1 -n 10 --json ../found.json
has err 'bad/bad_test.go:5:.*undefined: missing'
json ../found.json '[c["test"].split(".")[-1] for c in r] == ["TestX"] and r[0]["executions"] == 10 and not r[0]["bugs"] and not r[0]["remarks"]'
rm -r good bad

# Timers, and a Once within which the first goroutine was started, go on as they were.
mkdir early wrong
cat >early/early_test.go <<'EOF'
package early

import (
	"context"
	"sync"
	"testing"
	"time"
)

var (
	tick        = time.NewTicker(time.Millisecond)
	late        = time.After(time.Second)
	ctx, cancel = context.WithTimeout(context.Background(), time.Second)
	once        sync.Once
	times       int
	ready       = make(chan bool)
	done        = make(chan int, 1)
)

func setup() {
	times++
	go func() { <-ready; once.Do(setup); done <- times }()
}

func init() { once.Do(setup) }

func TestOnce(t *testing.T) {
	if ready <- true; <-done != 1 {
		t.Error("more than once")
	}
}

func TestTimersWithANameOf32Letters_(t *testing.T) {
	tick.Reset(time.Second)
	<-tick.C
	<-late
	<-ctx.Done()
}
EOF
check 0 "$GRAPHFUZZ" go test ./early -run 'Once|Timers' -n 50 --strategy random --json ../early.json
json ../early.json 'len(r) == 2 and all(c["executions"] == 50 and not c["bugs"] for c in r)'

# A package that cannot be built is told, and the others are looked at.
printf 'package wrong\n\nimport "testing"\n\nfunc TestWrong(t *testing.T) { nowhere() }\n' >wrong/wrong_test.go
check 2 "$GRAPHFUZZ" go test ./early ./wrong -run 'Once|Wrong' -n 5 --json ../some.json
has err 'undefined: nowhere'
json ../some.json 'len(r) == 1 and r[0]["test"].endswith("TestOnce")'

# A program that was built with --race has its races.
mkdir racing
printf 'package main\n\nvar n int\n\nfunc main() {\n\tc := make(chan int)\n\tgo func() { n = 1; c <- 1 }()\n\tn = 2\n\t<-c\n}\n' >racing/main.go
check 0 "$GRAPHFUZZ" go build --race -o ../racing.bin ./racing
check 1 "$GRAPHFUZZ" go run ../racing.bin -n 20
has out 'data race'
