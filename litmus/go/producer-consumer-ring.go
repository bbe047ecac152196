// A ring of two places counts what is in it; the consumer lowers the count before it has taken the item, and the
// producer overwrites it.
// bug: race slots
// class: producer-consumer
// natural: 0/200 runs with -race
package main

import (
	"fmt"
	"sync/atomic"
)

type ring struct {
	slots [2]int
	count atomic.Int32
}

func (r *ring) offer(at, v int) bool {
	if r.count.Load() == 1 {
		return false
	}
	r.slots[at] = v // BUG
	r.count.Store(1)
	return true
}

func (r *ring) poll(at int) (int, bool) {
	if r.count.Load() == 0 {
		return 0, false
	}
	r.count.Store(0)
	return r.slots[at], true // BUG
}

func main() {
	r := &ring{}
	r.offer(0, 1)
	done := make(chan bool)
	go func() {
		fmt.Println(r.poll(0))
		close(done)
	}()
	fmt.Println(r.offer(0, 2))
	<-done
}
