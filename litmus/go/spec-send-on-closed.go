// order-based-fuzzing.md, "Triggering bugs": a send that a reordering brings behind the close. Main sleeps so that
// the send happens in a plain run, too.
// bug: panic send on closed channel
// class: spec
// natural: 199/200 runs
package main

import "time"

func main() {
	c := make(chan int, 1)

	go func() {
		c <- 1 // BUG
	}()

	close(c)
	time.Sleep(time.Millisecond)
}
