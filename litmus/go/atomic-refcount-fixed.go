// The result of the subtraction tells.
// bug: none
// class: atomic
package main

import "sync/atomic"

type resource struct {
	references int32
	released   chan struct{}
}

func (r *resource) release() {
	if atomic.AddInt32(&r.references, -1) == 0 {
		close(r.released)
	}
}

func main() {
	r := &resource{references: 2, released: make(chan struct{})}
	done := make(chan bool, 1)
	go func() {
		r.release()
		done <- true
	}()
	r.release()
	<-done
	<-r.released
}
