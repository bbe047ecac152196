// The waiter does not look whether what it waits for is already there; the signal may have come before.
// bug: deadlock all goroutines are asleep
// class: cond
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Signal()
	}()
	mu.Lock()
	cond.Wait() // BUG
	fmt.Println(ready)
	mu.Unlock()
}
