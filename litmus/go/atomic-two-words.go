// A position is two atomic variables; who reads both may get one old and one new.
// bug: panic position that never was
// class: atomic
// natural: 0/200 runs
package main

import "sync/atomic"

var x, y atomic.Int32

func move(to int32) {
	x.Store(to)
	y.Store(to)
}

func main() {
	done := make(chan bool)
	go func() {
		move(1)
		close(done)
	}()
	if a, b := x.Load(), y.Load(); a != b {
		panic("position that never was") // BUG
	}
	<-done
}
