// Sleeping for a while is taken for waiting until the other goroutine is done.
// bug: race ready
// class: timer
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"time"
)

func main() {
	ready := false
	go func() {
		ready = true // BUG
	}()
	time.Sleep(5 * time.Millisecond)
	fmt.Println(ready) // BUG
}
