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

# The clock begins when the search does, or when the user says, which replays keep to. Benchmarks and CPU profiles, which
# need real time, end at once.
cat >day_test.go <<'END'
package moves

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"
	"time"
)

func TestAge(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	os.WriteFile(name, nil, 0o600)
	info, _ := os.Stat(name)
	if age := time.Since(info.ModTime()).Abs(); age > 5*time.Minute {
		t.Error("of a new file:", age)
	}
	time.Sleep(time.Hour)
	if info, _ = os.Stat(name); time.Since(info.ModTime()).Round(time.Second) != time.Hour {
		t.Error("after an hour:", time.Since(info.ModTime()))
	}
	hour := time.Now().Add(-time.Hour)
	os.Chtimes(name, hour, hour)
	if info, _ = os.Stat(name); info.ModTime().Sub(hour).Abs() > time.Second {
		t.Error("changed:", info.ModTime())
	}
}

func TestYear(t *testing.T) { t.Error(time.Now().UTC().Format(time.RFC3339)) }

func TestBenchmark(t *testing.T) {
	if r := testing.Benchmark(func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			new(bytes.Buffer).WriteByte(0)
		}
	}); r.N == 0 || r.N > 100 {
		t.Error(r.N)
	}
}

func TestProfile(t *testing.T) {
	for i := 0; i < 2; i++ {
		var b bytes.Buffer
		if pprof.StartCPUProfile(&b) != nil || pprof.StartCPUProfile(&b) == nil {
			t.Error("in use")
		}
		done := make(chan int)
		go func() { close(done) }()
		<-done
		pprof.StopCPUProfile()
		if b.Len() == 0 {
			t.Error("nothing was written")
		}
	}
}
END
check 0 "$GRAPHFUZZ" go test -run 'TestAge|TestBenchmark|TestProfile' -t 20s --seed 1 --json out.json
json out.json 'len(r) == 3 and all(t["executions"] > 0 for t in r)'
check 1 "$GRAPHFUZZ" go test -run TestYear -n 2 --start-time 1700000000 --json out.json
has out '2023-11-14T22:13:20Z'
check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("out.json"))[0]["bugs"][0]["replay"])')"
has out '2023-11-14T22:13:20Z'
check 2 "$GRAPHFUZZ" go test -run TestYear --start-time 0
check 2 "$GRAPHFUZZ" go test -run TestYear --free --start-time 1
