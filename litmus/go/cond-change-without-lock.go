// The flag is set without the lock, and the signal falls between the waiter's look at it and its wait.
// bug: deadlock all goroutines are asleep
// class: cond
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.Mutex
	var finished atomic.Bool
	cond := sync.NewCond(&mu)
	go func() {
		finished.Store(true)
		cond.Broadcast()
	}()
	mu.Lock()
	for !finished.Load() {
		cond.Wait() // BUG
	}
	mu.Unlock()
	fmt.Println("finished")
}
