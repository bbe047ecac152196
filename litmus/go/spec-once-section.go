// order-based-fuzzing.md, GoPie+, "Order Enforcement", the Once: the mutated section is reached only if Do 1 is
// first. In the section a send races with a close (the document leaves open what is there).
// bug: panic send on closed channel
// class: spec
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	m := sync.Mutex{}
	n := sync.Mutex{}
	o := sync.Once{}
	c := make(chan int, 1)

	go func() {
		o.Do(func() { // Do 1
			m.Lock()
			c <- 1 // BUG
			m.Unlock()
		})
	}()

	go func() {
		m.Lock()
		close(c)
		m.Unlock()
	}()

	o.Do(func() { // Do 2
		n.Lock()
		fmt.Println("Do 2")
		n.Unlock()
	})
	time.Sleep(time.Millisecond)
}
