# Real Go: atomic operations are points, -race finds races of plain memory and none where libraries synchronise; modules
# with several packages, vendored code, generics, build tags, sub-tests.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module r
cat >r_test.go <<'END'
package r

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

func TestPlainRace(t *testing.T) {
	x := 0
	done := make(chan bool)
	go func() { x++; done <- true }()
	x++
	<-done
}

func TestMapRace(t *testing.T) {
	m := map[string]int{}
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); m["a"]++ }()
	}
	wg.Wait()
}

func TestBufferRace(t *testing.T) {
	var b bytes.Buffer
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); b.WriteString("x") }()
	}
	wg.Wait()
}

func TestNoRace(t *testing.T) {
	x := 0
	var once sync.Once
	var m sync.Map
	var p = sync.Pool{New: func() any { return new([4]int) }}
	var flag int32
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			once.Do(func() { x = 1 })
			if x != 1 {
				t.Error("x")
			}
			v, _ := m.LoadOrStore("k", new(int))
			_ = *v.(*int)
			q := p.Get().(*[4]int)
			q[i]++
			p.Put(q)
			t.Log("hello", i)
		}(i)
	}
	wg.Wait()
	y := 0
	go func() { y = 7; atomic.StoreInt32(&flag, 1); cancel() }()
	if atomic.LoadInt32(&flag) == 1 && y != 7 {
		t.Error("y")
	}
	<-ctx.Done()
	if y != 7 {
		t.Error("y2")
	}
}

func TestAtomicOrder(t *testing.T) {
	var a, b atomic.Int32
	seen := make(chan bool, 2)
	go func() { a.Store(1); seen <- b.Load() == 0 }()
	go func() { b.Store(1); seen <- a.Load() == 0 }()
	if <-seen && <-seen {
		t.Error("both zero: impossible")
	}
}

func TestLostUpdate(t *testing.T) {
	var n atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); n.Store(n.Load() + 1) }()
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error("lost update")
	}
}

func TestSpin(t *testing.T) {
	var ready int32
	go func() { atomic.StoreInt32(&ready, 1) }()
	for atomic.LoadInt32(&ready) == 0 {
	}
}

func TestClosedBefore(t *testing.T) {
	select {
	case <-closedBefore:
	default:
		t.Error("it is closed")
	}
}

var closedBefore = func() chan int { c := make(chan int); close(c); return c }()
END
# No race is known without -race; orders of atomic operations are explored.
check 1 "$GRAPHFUZZ" go test --plain watch --seed 1 -n 300 --json ../plain.json
cd ..
json plain.json '{c["test"].split(".")[-1]: len(c["bugs"]) for c in r} == {"TestPlainRace": 0, "TestMapRace": 0, "TestBufferRace": 0, "TestNoRace": 0, "TestAtomicOrder": 0, "TestLostUpdate": 1, "TestSpin": 0, "TestClosedBefore": 0}'
json plain.json 'all(c["complete"] for c in r if c["test"].split(".")[-1] in ("TestAtomicOrder", "TestLostUpdate"))'
cd module
check 1 "$GRAPHFUZZ" go test -race --seed 1 -n 300 --json ../race.json
cd ..
json race.json '{c["test"].split(".")[-1]: sorted({b["kind"] for b in c["bugs"]}) for c in r} == {"TestPlainRace": ["race"], "TestMapRace": ["race"], "TestBufferRace": ["race"], "TestNoRace": [], "TestAtomicOrder": [], "TestLostUpdate": ["test failure"], "TestSpin": [], "TestClosedBefore": []}'
json race.json '"r_test.go:14" in r[0]["bugs"][0]["message"] and "r_test.go:15" in r[0]["bugs"][0]["message"]'
# What was not looked for is said where nothing was found.
json plain.json 'all("data races (-race)" in c["not_looked_for"] for c in r)'
json race.json 'all(c["not_looked_for"] == ["what data races lead to (--plain sc)"] for c in r)'
# The same orders with and without.
python3 - <<'END'
import json
plain, race = ({c["test"]: c["graphs"] for c in json.load(open(f"{name}.json")) if c["complete"]} for name in ("plain", "race"))
assert plain == race and len(plain) > 5, (plain, race)
END
cd module
check 0 "$GRAPHFUZZ" go test --run 'PlainRace|NoRace' --seed 1 -n 10
has out '^Not looked for: data races \(-race\); what data races lead to \(--plain sc\)$'
check 0 "$GRAPHFUZZ" go test --run PlainRace --seed 1 --plain watch
has out '^\(All orders of synchronisation\. Not looked for: data races \(-race\); what .*\)$'
check 0 "$GRAPHFUZZ" go test --run AtomicOrder --seed 1 --plain sc --timers idle
has out '^\(All orders of synchronisation\. Not looked for: timers that fire early \(--timers any\)\)$'
# What goroutines of the standard library do with the test's memory is told by where they come from.
mkdir library
cat >library/library_test.go <<'END'
package library

import (
	"bytes"
	"testing"
	"time"
)

func TestStarted(t *testing.T) {
	var b bytes.Buffer
	go b.Reset()
	b.WriteString("x")
}

func TestTimer(t *testing.T) {
	var b bytes.Buffer
	time.AfterFunc(1, b.Reset)
	b.WriteString("x")
	time.Sleep(time.Second)
}
END
check 1 "$GRAPHFUZZ" go test -race --seed 1 ./library
has out 'race: data race: read in the standard library, in a goroutine started at library_test.go:11 and write at library_test.go:12 '
has out 'race: data race: read in the standard library, in a goroutine started at library_test.go:17 and write at library_test.go:18 '
cat >library/library_test.go <<'END'
package library

import (
	"sync"
	"testing"
)

func TestStarted(t *testing.T) {
	var m sync.Mutex
	go m.Lock()
	go m.Lock()
	done := make(chan bool)
	<-done
}
END
check 1 "$GRAPHFUZZ" go test --seed 1 ./library
has out 'the test is blocked in lock in the standard library, in a goroutine started at library_test.go:1[01], receive at library_test.go:13'
hasnt out ' at [?]'
rm -r library
cd ..
file=$(python3 -c 'import json; print(json.load(open("race.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'data race: .* at r_test.go:1[45]'

# Three packages, of which one is vendored, generics, a tag, sub-tests.
mkdir -p several/{queue,user,vendor/example.org/lib} && cd several
printf 'module example.com/several\n\ngo 1.19\n\nrequire example.org/lib v1.0.0\n' >go.mod
printf '# example.org/lib v1.0.0\n## explicit; go 1.19\nexample.org/lib\n' >vendor/modules.txt
cat >vendor/example.org/lib/lib.go <<'END'
package lib

func Start(f func()) chan struct{} {
	done := make(chan struct{})
	go func() { f(); close(done) }()
	return done
}
END
cat >queue/queue.go <<'END'
package queue

type Queue[T any] struct{ items chan T }

func New[T any](size int) *Queue[T] { return &Queue[T]{make(chan T, size)} }
func (q *Queue[T]) Put(item T)      { q.items <- item }
func (q *Queue[T]) Take() T         { return <-q.items }
END
printf '//go:build !small\n\npackage queue\n\nconst Size = 2\n' >queue/large.go
printf '//go:build small\n\npackage queue\n\nconst Size = 0\n' >queue/small.go
cat >queue/queue_test.go <<'END'
package queue

import "testing"

func TestSizes(t *testing.T) {
	for _, name := range []string{"one", "two"} {
		t.Run(name, func(t *testing.T) {
			q := New[string](Size)
			go func() { q.Put(name); q.Put("more") }()
			if q.Take() != name {
				t.Error("another")
			}
		})
	}
}
END
cat >user/user_test.go <<'END'
package user

import (
	"testing"

	"example.com/several/queue"
	"example.org/lib"
)

func TestUse(t *testing.T) {
	q, sum := queue.New[int](1), 0
	done := lib.Start(func() { sum += q.Take() })
	q.Put(2)
	sum++
	<-done
}
END
mkdir tagged && printf '//go:build small\n\npackage tagged\n\nimport "testing"\n\nfunc TestTagged(*testing.T) {}\n' >tagged/tagged_test.go
check 0 "$GRAPHFUZZ" go test -tags small ./tagged --seed 1 -n 3
check 0 "$GRAPHFUZZ" go test ./... --seed 1 -n 300 --json ../several.json
check 1 "$GRAPHFUZZ" go test -tags small ./queue --seed 1 -n 300 --json ../small.json
check 1 "$GRAPHFUZZ" go test -race ./... --seed 1 -n 300 --json ../raced.json
cd ..
json several.json '[c["test"].split(".")[-1] for c in r] == ["TestSizes", "TestUse"] and all(c["complete"] for c in r)'
json small.json '{b["kind"] for b in r[0]["bugs"]} == {"leak"} and "queue.go:6" in r[0]["bugs"][0]["message"]'
json raced.json '[{b["kind"] for b in c["bugs"]} for c in r] == [set(), {"race"}]'

# C, called from goroutines: under control, with races, and free. Flags of go test; what comes after -args is the test's.
mkdir with-c && cd with-c
printf 'module example.com/withc\n\ngo 1.19\n' >go.mod
cat >c.go <<'GO'
package withc

// static int twice(int x) { return 2 * x; }
import "C"

func twice(x int) int { return int(C.twice(C.int(x))) }
GO
cat >c_test.go <<'GO'
package withc

import (
	"flag"
	"testing"
)

var factor = flag.Int("factor", 1, "")

func TestC(t *testing.T) {
	c := make(chan int)
	go func() { c <- twice(1) }()
	go func() { c <- twice(2) }()
	if <-c == 4**factor {
		<-c
	}
	if testing.Short() {
		t.Error("in short")
	}
}
GO
for how in "" -race; do
  check 1 "$GRAPHFUZZ" go test $how --seed 1 --json ../c.json
  json ../c.json 'r[0]["complete"] and r[0]["graphs"] == 2 and [b["kind"] for b in r[0]["bugs"]] == ["leak"] and r[0]["bugs"][0]["count"] == 1'
done
check 1 "$GRAPHFUZZ" go test -short --seed 1 --json ../c.json -args -factor 2
json ../c.json 'sorted((b["kind"], b["count"]) for b in r[0]["bugs"]) == [("leak", 1), ("leak", 1), ("test failure", 2)]'
"$GRAPHFUZZ" go test --free --strategy random -n 5 --seed 1 --json ../c.json || [[ $? == 1 ]]  # whoever is first
json ../c.json 'r[0]["executions"] == 5 and r[0]["graphs"] in (1, 2) and r[0]["truncated"] == 0'

# What cgo writes around an exported function is on C's stacks, which one thread has after another.
mkdir callback
cat >callback/callback.go <<'GO'
package callback

// int through(int);
import "C"

import "sync"

var lock sync.Mutex
var calls int

//export called
func called(x C.int) C.int {
	lock.Lock()
	calls++
	lock.Unlock()
	return x
}

func through(x int) int { return int(C.through(C.int(x))) }
GO
printf 'extern int called(int);\nint through(int x) { return called(x); }\n' >callback/callback.c
cat >callback/callback_test.go <<'GO'
package callback

import (
	"sync"
	"testing"
)

func TestCallback(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	for i := 0; i < 2; i++ {
		go func(i int) { defer both.Done(); through(i) }(i)
	}
	both.Wait()
}
GO
check 0 "$GRAPHFUZZ" go test -race --seed 1 -n 20 --json ../c.json ./callback
json ../c.json 'not [b["message"] for b in r[0]["bugs"] + r[0]["remarks"] if "race" in b["kind"]]'
