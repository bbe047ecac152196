// The item is taken before the count is lowered.
// bug: none
// class: producer-consumer
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
	r.slots[at] = v
	r.count.Store(1)
	return true
}

func (r *ring) poll(at int) (int, bool) {
	if r.count.Load() == 0 {
		return 0, false
	}
	v := r.slots[at]
	r.count.Store(0)
	return v, true
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
