// order-based-fuzzing.md, GoPieHB, "Mutation": two critical sections; the chain of main's lock before the
// goroutine's unlock (4, 3 of the document's trace) cannot be executed. There is no bug.
// bug: none
// class: spec
package main

import "sync"

func main() {
	m := sync.Mutex{}

	go func() {
		m.Lock()
		m.Unlock()
	}()

	m.Lock()
	m.Unlock()
}
