// The position is one variable with both parts.
// bug: none
// class: atomic
package main

import "sync/atomic"

var xy atomic.Int64

func move(to int32) {
	xy.Store(int64(to)<<32 | int64(to))
}

func main() {
	done := make(chan bool)
	go func() {
		move(1)
		close(done)
	}()
	v := xy.Load()
	if a, b := v>>32, v&0xffff; a != b {
		panic("position that never was")
	}
	<-done
}
