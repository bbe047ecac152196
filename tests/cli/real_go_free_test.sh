# Real Go programs that run freely: recorded, directed, replayed; a server; races; what hangs; graphfuzz go build.
# Takes minutes.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
export GOFLAGS=-mod=mod
go_module pool
cat >pool_test.go <<'END_OF_FILE'
package pool

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLeak(t *testing.T) {
	results := make(chan int)
	go func() { time.Sleep(20 * time.Millisecond); results <- 1 }()
	select {
	case <-results:
	case <-time.After(time.Millisecond):
	}
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	var both sync.WaitGroup
	both.Add(2)
	go func() { defer both.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { defer both.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
	both.Wait()
}

func TestClosed(t *testing.T) {
	c := make(chan int, 1)
	go close(c)
	c <- 1
}

func TestFails(t *testing.T) {
	first := make(chan int, 1)
	go func() { time.Sleep(50 * time.Millisecond); first <- 2 }()
	go func() { first <- 1 }()
	if got := <-first; got != 1 {
		t.Errorf("expected 1, found %d", got)
	}
}

// Everything at once: what is noted must fit together, whoever was first.
func TestStress(t *testing.T) {
	var lock sync.Mutex
	var both sync.RWMutex
	var once [4]sync.Once
	var all sync.WaitGroup
	var count int64
	ready := sync.NewCond(&lock)
	open := false
	plain, buffered := make(chan int), make(chan int, 3)
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	for i := 0; i < 8; i++ {
		i := i
		all.Add(1)
		go func() {
			defer all.Done()
			lock.Lock()
			for !open {
				ready.Wait()
			}
			lock.Unlock()
			for k := 0; k < 100; k++ {
				switch (i + k) % 6 {
				case 0:
					lock.Lock()
					count++
					lock.Unlock()
				case 1:
					select {
					case plain <- k:
					case v := <-buffered:
						atomic.AddInt64(&count, int64(v))
					case <-plain:
					}
				case 2:
					select {
					case buffered <- k:
					case <-plain:
					case <-time.After(time.Millisecond):
					}
				case 3:
					both.RLock()
					once[k%4].Do(func() { atomic.AddInt64(&count, 1) })
					both.RUnlock()
				case 4:
					if both.TryLock() {
						both.Unlock()
					}
					if lock.TryLock() {
						lock.Unlock()
					}
				case 5:
					select {
					case plain <- 1:
					default:
					}
				}
			}
		}()
	}
	go func() {
		for {
			select {
			case <-plain:
			case buffered <- 7:
			case <-ctx.Done():
				close(done)
				return
			}
		}
	}()
	lock.Lock()
	open = true
	ready.Broadcast()
	lock.Unlock()
	all.Wait()
	cancel()
	<-done
}

// One select has a case that comes, whichever was preferred, the other has none.
func TestHeld(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	jobs := make(chan int)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-jobs:
			}
		}
	}()
	jobs <- 1
	cancel()
}

func TestStuck(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go func() {
		select {
		case <-a:
		case <-b:
		}
	}()
}

func TestNegative(t *testing.T) {
	var group sync.WaitGroup
	done := make(chan bool)
	go func() { group.Done(); close(done) }()
	group.Add(1)
	<-done
}

func TestUnlocked(t *testing.T) {
	var lock sync.Mutex
	done := make(chan bool)
	go func() { lock.Unlock(); close(done) }()
	lock.Lock()
	<-done
}

// Two wait for each other's lock, and a third one for one of these.
func TestCircle(t *testing.T) {
	var a, b sync.Mutex
	var both sync.WaitGroup
	both.Add(2)
	go func() { a.Lock(); both.Done(); both.Wait(); b.Lock() }()
	go func() { b.Lock(); both.Done(); both.Wait(); a.Lock() }()
	both.Wait()
	go func() { a.Lock() }()
}
END_OF_FILE
free() { "$GRAPHFUZZ" go test --free --replay-dir ../replays "$@"; }

# A leak shows at once. Its trace is read back as the same graph, and the replay file shows it again.
check 1 free --run Leak --strategy random -n 2 --seed 1 --traces ../traces --json ../found.json
json ../found.json '[b["kind"] for b in r[0]["bugs"]] == ["leak"]'
json ../found.json 'r[0]["bugs"][0]["message"].endswith("pool_test.go:13, pool_test.go:14")'
[[ $(find ../traces -name trace_info.log | wc -l) == "$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["graphs"])')" ]]
check 1 "$GRAPHFUZZ" trace ../traces/example.com/pool.TestLeak
has out 'L01 leak: unbuffered channel with a possible partner'
file=$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'leak: L01 unbuffered .*pool_test.go:13, pool_test.go:14'

# What could happen is predicted; an order that a chain asks for, a case that is preferred, a delay make it happen.
check '0|1' free --run Cycle --strategy random -n 5 --seed 1
has out 'possible cyclic deadlock: P05: pool_test.go:24, pool_test.go:25|L08 lock'
check 1 free --run Cycle --strategy gopie+ -n 200 --seed 1 --stop-on-bug
has out 'deadlock: all goroutines are blocked: L08 lock: pool_test.go.*; L09 wait group: pool_test.go'
check 1 free --run Closed --strategy gopie+ -n 200 --seed 1 --stop-on-bug
has out 'send on closed channel: A01: pool_test.go:32, pool_test.go:31'
check 1 free --run Fails --strategy gopie+ -n 200 --seed 1 --stop-on-bug --patience 2s
has out 'test failure: pool_test.go:40: expected 1, found 2'
has out 'expected 1, found 2'

# What ends the program early is replayed: what comes later in Go's own order waits until it has happened.
for name in Negative:A05 Unlocked:A06; do
  check 1 free --run "${name%:*}" --strategy gopie-hb -n 200 --seed 1 --stop-on-bug --json ../found.json
  file=$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
  check 1 "$GRAPHFUZZ" --replay "$file"
  has out "Bug: .*${name#*:}: pool_test.go"
done

# Who waits for each other's locks is one bug, with the stacks of those, and nobody is left besides.
check 1 free --run Circle --strategy random -n 2 --seed 1 --json ../found.json
json ../found.json '[(b["kind"], b["message"], b["count"], len(b["stacks"])) for b in r[0]["bugs"]] == [("cyclic deadlock", "lock at pool_test.go:173 waits for lock at pool_test.go:174", 2, 2)]'
file=$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'Bug: cyclic deadlock: lock at pool_test.go:173 waits for lock at pool_test.go:174'

# A goroutine that is held back for a case when the test ends is not left: it goes on first, with another case if need be.
check 0 free --run Held --strategy gfuzz -n 6 --seed 1 --json ../found.json
json ../found.json 'not r[0]["remarks"]'
check 1 free --run Stuck --strategy gfuzz -n 6 --seed 1 --json ../found.json
json ../found.json '[(b["kind"], b["count"]) for b in r[0]["bugs"]] == [("leak", 6)]'

# Whatever the processors do, no recording contradicts itself: all of them are graphs, and are read back as such.
check 0 free --run Stress --strategy random -n 5 --seed 1 --traces ../traces --json ../found.json
json ../found.json 'r[0]["truncated"] == 0 and r[0]["graphs"] >= 1'
"$GRAPHFUZZ" trace ../traces/example.com/pool.TestStress/* >../read
has ../read "$(python3 -c 'import json; n = json.load(open("../found.json"))[0]["graphs"]; print(f"{n} runs, {n} unique graphs" if n > 1 else "Trace")')"

# What is not for programs that run freely, and the reverse.
check 2 free --run Leak --strategy optimal -n 1
has err 'optimal chooses every step, for which the program has to be under control: without --free'
check 2 "$GRAPHFUZZ" go test --traces ../traces
has err '^graphfuzz: --traces: is for --free$'
rm pool_test.go

# Garbage collections, much output, panics in the midst of it, time that will wake others, stack overflows, exits, the
# program itself as its child, many timers: nothing is lost, and nothing contradicts itself.
cat >hard_test.go <<'END_OF_FILE'
package pool

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestGarbage(t *testing.T) {
	var all sync.WaitGroup
	for g := 0; g < 4; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			var keep [][]byte
			for i := 0; i < 200; i++ {
				keep = append(keep, make([]byte, 100000))
			}
			_ = keep
		}()
	}
	all.Wait()
}

func TestLong(t *testing.T) { t.Error(strings.Repeat("x", 700000)) }

func TestLoud(t *testing.T) {
	for i := 0; i < 100000; i++ {
		fmt.Println("0123456789012345678901234567890123456789012345678901234567890123456789")
	}
	t.Error("at the end")
}

// Who was woken does not get to say so any more.
func TestPanics(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() { <-c }()
	go func() {
		select {
		case <-d:
		case d <- 2:
		}
	}()
	time.Sleep(10 * time.Millisecond)
	c <- 1
	d <- 1
	panic("now")
}

func TestTime(t *testing.T) {
	go func() { <-time.After(10 * time.Second) }()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	_ = cancel
	go func() { <-ctx.Done() }()
	time.Sleep(time.Millisecond)
}

func deep(n int) int { return deep(n+1) + 1 }

func TestStack(t *testing.T) { deep(0) }

func TestExit(t *testing.T) { os.Exit(7) }

func TestSelf(t *testing.T) {
	if os.Getenv("CHILD") != "" {
		return
	}
	c := exec.Command(os.Args[0], "-test.run=TestSelf")
	c.Env = append(os.Environ(), "CHILD=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Error(string(out), err)
	}
}

func TestTimers(t *testing.T) {
	var all sync.WaitGroup
	for g := 0; g < 50; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := 0; i < 50; i++ {
				<-time.After(time.Microsecond)
			}
		}()
	}
	all.Wait()
}

func TestCond(t *testing.T) {
	var m sync.Mutex
	c := sync.NewCond(&m)
	go func() {
		m.Lock()
		c.Wait()
		m.Unlock()
	}()
	time.Sleep(time.Millisecond)
}

type pool struct{ c chan int }

func (p *pool) work() { <-p.c }

func TestIgnored(t *testing.T) {
	p := &pool{make(chan int)}
	go p.work()
	time.Sleep(time.Millisecond)
}

func TestExitsWell(t *testing.T) { os.Exit(0) }

// Who says the same elsewhere is another bug.
func fails() { panic("now") }

func TestElsewhere(t *testing.T) {
	go func() { fails() }()
	<-make(chan int)
}

func TestAgain(t *testing.T) {
	defer func() { panic(fmt.Sprint("again: ", recover())) }()
	fails()
}

func TestNil(t *testing.T) {
	var none *pool
	none.work()
}

func TestLibrary(t *testing.T) {
	var all sync.WaitGroup
	go all.Done()
	<-make(chan int)
}

func TestTimer(t *testing.T) {
	time.AfterFunc(time.Millisecond, fails)
	<-make(chan int)
}

func TestAddress(t *testing.T) { panic(new(pool)) }

// What the runtime sees of it is a matter of chance; it does if nothing else is at work.
func TestMap(t *testing.T) {
	shared := map[int]int{}
	write := func() {
		for i := 0; ; i++ {
			shared[i%100] = i
		}
	}
	go write()
	write()
}
END_OF_FILE
check 1 free --strategy random -n 5 --seed 1 --ignore-leaks 'pool).work' . --json ../found.json
json ../found.json 'all(c["truncated"] == 0 and c["executions"] == 5 for c in r)'
json ../found.json '{c["test"].split(".")[-1]: sorted((b["kind"], b["message"].split(" 0x")[0], b["count"]) for b in c["bugs"] if not b["predicted"]) for c in r} == {
  "TestGarbage": [], "TestSelf": [], "TestTimers": [], "TestTime": [], "TestIgnored": [],
  "TestLong": [("test failure", "hard_test.go:30: " + 1000 * "x" + " …", 5)],
  "TestLoud": [("test failure", "hard_test.go:36: at the end", 5)],
  "TestPanics": [("panic", "panic: now at hard_test.go:52", 5)],
  "TestStack": [("panic", "fatal error: stack overflow", 5)],
  "TestExit": [("test failure", "the process of the test has ended with exit code 7", 5)],
  "TestExitsWell": [("panic", "panic: unexpected call to os.Exit(0) during test at hard_test.go:115", 5)],
  "TestElsewhere": [("panic", "panic: now at hard_test.go:118", 5)],
  "TestAgain": [("panic", "panic: again: now at hard_test.go:126", 5)],
  "TestNil": [("panic", "panic: runtime error: invalid memory address or nil pointer dereference at hard_test.go:107", 5)],
  "TestLibrary": [("negative wait group counter", "A05: hard_test.go:137", 5)],
  "TestTimer": [("panic", "panic: now at hard_test.go:118", 5)],
  "TestMap": [("panic", "fatal error: concurrent map writes at hard_test.go:153", 5)],
  "TestAddress": [("panic", "panic: (*pool.pool)", 5)],
  "TestCond": [("leak", "L10 condition: hard_test.go:99", 5)]}'
json ../found.json 'sorted(b["kind"] for c in r for b in c["remarks"]) == ["leak", "leak"]'
stacks() {
  json ../found.json "[(s['what'], s['frames'], s['functions']) for c in r if c['test'].endswith('.$1') for b in c['bugs'] for s in b['stacks']] == $2"
}
stacks TestElsewhere "[('G3, started at hard_test.go:121', ['hard_test.go:118', 'hard_test.go:121'],
  ['example.com/pool.fails', 'example.com/pool.TestElsewhere.func1'])]"
rm hard_test.go

# Those that TestMain has started are there as long as the process; who does the same in a test has left one.
mkdir resident
cat >resident/resident_test.go <<'END_OF_FILE'
package resident

import (
	"os"
	"testing"
)

var jobs, done = make(chan int), make(chan int)

func work() {
	for job := range jobs {
		done <- job
	}
}

func TestMain(m *testing.M) {
	go work()
	os.Exit(m.Run())
}

func TestJob(t *testing.T) {
	jobs <- 1
	<-done
}

func TestAnother(t *testing.T) {
	go work()
	jobs <- 1
	<-done
}
END_OF_FILE
check 1 free --strategy random -n 3 --seed 1 ./resident --json ../found.json
json ../found.json '[{b["kind"] for b in c["bugs"] if not b["predicted"]} for c in r] == [set(), {"leak"}]'
rm -r resident

# Races are found by Go's own detector.
mkdir racy
cat >racy/main.go <<'END_OF_FILE'
package main

var last int

func main() {
	done := make(chan bool, 1)
	go func() {
		last = 1
		done <- true
	}()
	last = 2
	<-done
}
END_OF_FILE
check 1 "$GRAPHFUZZ" go run --free --race --strategy random -n 3 --seed 1 --replay-dir ../replays ./racy
file=$(ls ../replays/*racy*race*.json)
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'race: data race: write at racy/main.go:11 and write at racy/main.go:8'

# The places of a race are those of the user's, though the library has done it; that it fails its test is not told, too.
mkdir library
cat >library/library_test.go <<'END_OF_FILE'
package library

import (
	"bytes"
	"sync/atomic"
	"testing"
)

func TestAtomic(t *testing.T) {
	var n int64
	go func() { atomic.AddInt64(&n, 1) }()
	if n == 5 {
		t.Fatal()
	}
}

func TestStarted(t *testing.T) {
	var b bytes.Buffer
	done := make(chan bool)
	go func() { b.WriteString("y"); close(done) }()
	b.WriteString("x")
	<-done
}
END_OF_FILE
check 1 free --race --strategy random -n 5 --seed 1 ./library --json ../found.json
json ../found.json '[b["kind"] for b in r[1]["bugs"]] == ["race"]'
json ../found.json 'all(b["message"].count("library_test.go:2") == 2 for b in r[1]["bugs"])'
json ../found.json 'all("write in a goroutine started at library_test.go:11" in b["message"] for b in r[0]["bugs"])'
rm -r library

# A server, and what ends it.
mkdir server
cat >server/main.go <<'END_OF_FILE'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, r.URL.Path)
	}))
	defer server.Close()
	var all sync.WaitGroup
	for i := 0; i < 4; i++ {
		i := i
		all.Add(1)
		go func() {
			defer all.Done()
			answer, err := http.Get(fmt.Sprintf("%s/%d", server.URL, i))
			if err != nil {
				os.Exit(3)
			}
			io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}()
	}
	all.Wait()
	for _, word := range os.Args[1:] {
		if word == "stay" {
			select {}
		}
		os.Exit(4)
	}
}
END_OF_FILE
"$GRAPHFUZZ" go build --free -o ../built ./server
check 0 "$GRAPHFUZZ" go run --strategy random -n 2 --seed 1 ../built
check 0 "$GRAPHFUZZ" go run --strategy random -n 1 --seed 1 ../built -- leave
has out 'complete; exit code 4'
check 4 "$GRAPHFUZZ" go run --strategy random -n 1 --seed 1 --run-time 1s ../built -- stay
has out 'Truncated +1'
check 2 "$GRAPHFUZZ" go run "$(command -v go)"
has err 'go: expected a program that graphfuzz go build has written, found another one$'
check 2 "$GRAPHFUZZ" go run --plain sc ../built
# A campaign is gone on with.
check 0 "$GRAPHFUZZ" go run --strategy random -n 1 --seed 1 --checkpoint ../kept ../built
check 0 "$GRAPHFUZZ" resume ../kept -n 2 --json ../kept.json
json ../kept.json 'r[0]["executions"] == 2 and not r[0]["bugs"]'
# Under control, a program that was built before is as good.
mkdir quiet
cat >quiet/main.go <<'END_OF_FILE'
package main

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	if <-c == 2 {
		<-c
	}
}
END_OF_FILE
"$GRAPHFUZZ" go build -o ../quiet.exe ./quiet
check 1 "$GRAPHFUZZ" go run --seed 1 --replay-dir ../replays ../quiet.exe --json ../found.json
json ../found.json 'r[0]["complete"] and any(b["kind"] == "leak" and "quiet/main.go:6" in b["message"] for b in r[0]["bugs"])'
check 2 "$GRAPHFUZZ" go run --plain sc ../quiet.exe
has err 'expected a program that was built with --race'
file=$(ls ../replays/quiet.exe*leak*.json)
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'leak: send at quiet/main.go:6'

# When all goroutines are blocked that is one bug, as is what is left at one place, with a possible partner or without.
mkdir one
cat >one/one_test.go <<'END'
package one

import (
	"sync"
	"testing"
)

func TestAllBlocked(t *testing.T) {
	a, b := make(chan int), make(chan int)
	var group sync.WaitGroup
	group.Add(2)
	go func() { defer group.Done(); <-a; b <- 1 }()
	go func() { defer group.Done(); <-b; a <- 1 }()
	group.Wait()
}

func TestOnePlace(t *testing.T) {
	used, unused := make(chan int), make(chan int)
	for _, c := range []chan int{used, used, unused} {
		c := c
		go func() { c <- 1 }()
	}
	<-used
}

func TestStray(t *testing.T) {
	results := make(chan int)
	go func() {
		t.Fatal("stray")
		results <- 1
	}()
	go func() { results <- 2 }()
	<-results
	<-results
}

var spins int

func spin() {
	for {
		spins++
	}
}

func TestSpins(t *testing.T) { spin() }
END
check 1 free --strategy random -n 3 --seed 1 -run 'All|One|Stray' ./one --json ../found.json
json ../found.json '{c["test"].split(".")[-1]: [b["kind"] for b in c["bugs"] if not b["predicted"]] for c in r} == {
  "TestAllBlocked": ["deadlock"], "TestOnePlace": ["leak"], "TestStray": ["deadlock"]}'
json ../found.json 'all(w in r[0]["bugs"][0]["message"] for w in ("L02 unbuffered", "one_test.go:12", "one_test.go:13", "L09 wait group: one_test.go:14"))'
file=$(python3 -c 'import json; print(json.load(open("../found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'deadlock: all goroutines are blocked: '
# Who is left is told with its stack, and so is who was at work when time was up.
json ../found.json 'any(s["frames"] == ["one_test.go:12"] and s["functions"] == ["example.com/pool/one.TestAllBlocked.func1"]
  and s["what"].endswith("chan receive, started at one_test.go:12") for s in r[0]["bugs"][0]["stacks"])'
json ../found.json '[(s["frames"], s["what"].split(", ")[-1]) for s in r[1]["bugs"][0]["stacks"]] == [(["one_test.go:21"], "started at one_test.go:21")]'
check 1 free --strategy random -n 1 --run-time 1s -run Spins ./one
has out 'time-out: R02: time was up in one.spin at one_test.go:(1|4[012])$'
has out 'goroutine [0-9]+, running: one_test.go:(1|4[012]) \(one.spin\), called from one_test.go:45 \(one.TestSpins\)$'
rm -r one
