# Real Go: what programs ask package runtime, testing and reflect for. Finalizers are run by a goroutine under control,
# nothing is allocated to stop, as many processors are told as were asked for, and a channel's length is looked at when
# others may change it, whoever asks.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module asks
cat >asks_test.go <<'END'
package asks

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func finalized(f func()) {
	p := new([64]int)
	runtime.SetFinalizer(p, func(*[64]int) { f() })
}

func TestFinalizerSends(t *testing.T) {
	for _, capacity := range []int{0, 1} {
		c := make(chan int, capacity)
		finalized(func() { c <- 1 })
		runtime.GC()
		<-c
	}
}

func TestFinalizerCloses(t *testing.T) {
	c := make(chan int)
	finalized(func() { close(c) })
	runtime.GC()
	select {
	case <-c:
	case <-time.After(time.Second):
		t.Error("it did not run")
	}
}

// Who has collected does not wait for them.
func TestFinalizerIsLateBug(t *testing.T) {
	var ran int32
	finalized(func() { atomic.StoreInt32(&ran, 1) })
	runtime.GC()
	if atomic.LoadInt32(&ran) == 0 {
		t.Error("not yet")
	}
}

func TestFinalizerBlocksBug(t *testing.T) {
	c := make(chan int)
	finalized(func() { <-c })
	runtime.GC()
}

func TestAllocations(t *testing.T) {
	var lock sync.Mutex
	var group sync.WaitGroup
	var number int64
	c, d := make(chan int, 1), make(chan string, 1)
	for name, f := range map[string]func(){
		"lock":    func() { lock.Lock(); lock.Unlock() },
		"group":   func() { group.Add(1); group.Done(); group.Wait() },
		"atomic":  func() { atomic.AddInt64(&number, 1) },
		"channel": func() { c <- 1; d <- "x"; <-c; <-d },
		"select": func() {
			select {
			case c <- 1:
			case <-d:
			}
			select {
			case <-c:
			default:
			}
		},
	} {
		if n := testing.AllocsPerRun(50, f); n != 0 {
			t.Error(name, n)
		}
	}
}

func TestProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(4)
	if n := runtime.GOMAXPROCS(0); n != 4 {
		t.Error("asked for 4", n)
	}
	if n := runtime.GOMAXPROCS(before); n != 4 || runtime.GOMAXPROCS(-1) != before {
		t.Error("asked for as many as before", n)
	}
}

func TestLengthBug(t *testing.T) {
	c := make(chan int, 1)
	end := make(chan bool)
	go func() { c <- 1; close(end) }()
	if reflect.ValueOf(c).Len() == 1 {
		t.Error("one already")
	}
	<-end
}

func TestReceiveBug(t *testing.T) {
	c := make(chan int, 1)
	end := make(chan bool)
	go func() { reflect.ValueOf(c).TrySend(reflect.ValueOf(1)); close(end) }()
	if _, ok := reflect.ValueOf(c).TryRecv(); ok {
		t.Error("one already")
	}
	<-end
}
END
check 1 "$GRAPHFUZZ" go test -n 60 --seed 1 --json out.json
json out.json 'len(r) == 8 and all(bool(t["bugs"]) == t["test"].endswith("Bug") for t in r)'
json out.json 'all(any("finalizers run" in m["message"] for m in t["remarks"]) == ("Finalizer" in t["test"]) for t in r)'
json out.json 'all(not t["complete"] for t in r if "Finalizer" in t["test"])'
json out.json '[b["kind"] for t in r if "Blocks" in t["test"] for b in t["bugs"]] == ["leak"]'
