// Workers report their errors before Done, on a channel with room for one; with two errors the group never ends.
// bug: deadlock all goroutines are asleep
// class: channel-wg
// natural: 199/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var failing atomic.Int32

func step(n int) error {
	if failing.Load() > 0 {
		return fmt.Errorf("step %d failed", n)
	}
	return nil
}

func main() {
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	for n := 1; n <= 2; n++ {
		go func(n int) {
			defer wg.Done()
			if err := step(n); err != nil {
				failed <- err // BUG
			}
		}(n)
	}
	failing.Add(1)
	wg.Wait() // BUG
	select {
	case err := <-failed:
		fmt.Println(err)
	default:
		fmt.Println("all well")
	}
}
