// order-based-fuzzing.md, GoPie+, "Pre": one receive for two sends, of which one is left; if send 2 is the one
// that is received, the code with the bug is not met. The bug uses the document's `m`.
// bug: panic the bug
// bug: leak send
// class: spec
// natural: 200/200 runs
package main

import (
	"sync"
	"time"
)

var m = sync.Mutex{}

func codeWithBug() {
	m.Lock()
	defer m.Unlock()
	panic("the bug") // BUG
}

func main() {
	c := make(chan int, 0)

	go func() {
		c <- 1 // send 1 // BUG
		codeWithBug()
	}()

	go func() {
		c <- 1 // send 2
	}()

	<-c
	time.Sleep(time.Millisecond)
}
