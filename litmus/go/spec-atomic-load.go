// order-based-fuzzing.md, "Uncovering new execution paths", the atomic example: the bug is met if the load comes
// before the goroutine's store.
// bug: panic the bug
// class: spec
// natural: 200/200 runs
package main

import "sync/atomic"

func codeWithBug() {
	panic("the bug") // BUG
}

func main() {
	var a atomic.Uint64
	a.Store(0)

	go func() {
		a.Store(1)
	}()

	if a.Load() == 0 {
		codeWithBug()
	}
}
