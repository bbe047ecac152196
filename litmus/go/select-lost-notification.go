// A notification is dropped if nobody waits for it at that moment; who begins to wait a little later waits for
// ever.
// bug: deadlock all goroutines are asleep
// class: select
// natural: 1/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

type flusher struct {
	wake  chan bool
	dirty atomic.Int32
}

func (f *flusher) write() {
	f.dirty.Add(1)
	select {
	case f.wake <- true:
	default:
	}
}

func main() {
	f := &flusher{wake: make(chan bool)}
	go f.write()
	<-f.wake // BUG
	fmt.Println("flushed", f.dirty.Swap(0))
}
