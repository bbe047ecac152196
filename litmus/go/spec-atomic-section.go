// order-based-fuzzing.md, GoPie+, "Order Enforcement", the atomic: the mutated section is reached only if the
// goroutine's store is the later one. In the section a send races with a close (the document leaves open what is
// there).
// bug: panic send on closed channel
// class: spec
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	m := sync.Mutex{}
	n := sync.Mutex{}
	x := atomic.Uint32{}
	c := make(chan int, 1)

	go func() {
		x.Store(0)
	}()

	go func() {
		m.Lock()
		close(c)
		m.Unlock()
	}()

	x.Store(1)

	if x.Load() == 0 {
		m.Lock()
		c <- 1 // BUG
		m.Unlock()
	} else {
		n.Lock()
		fmt.Println("x is 1")
		n.Unlock()
	}
}
