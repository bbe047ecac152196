// The flag is set under the lock.
// bug: none
// class: cond
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
		mu.Lock()
		finished.Store(true)
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !finished.Load() {
		cond.Wait()
	}
	mu.Unlock()
	fmt.Println("finished")
}
