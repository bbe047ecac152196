// The last one to let go closes the resource, but who is the last is read by a second operation.
// bug: panic close of closed channel
// class: atomic
// natural: 0/200 runs
package main

import "sync/atomic"

type resource struct {
	references int32
	released   chan struct{}
}

func (r *resource) release() {
	atomic.AddInt32(&r.references, -1)
	if atomic.LoadInt32(&r.references) == 0 {
		close(r.released) // BUG
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
