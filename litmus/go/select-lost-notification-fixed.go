// The channel remembers one notification.
// bug: none
// class: select
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
	f := &flusher{wake: make(chan bool, 1)}
	go f.write()
	<-f.wake
	fmt.Println("flushed", f.dirty.Swap(0))
}
