// After a successful TryLock one path returns without giving the lock back.
// bug: deadlock all goroutines are asleep
// class: try-lock
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var mu sync.Mutex
var empty atomic.Bool
var collected int

func collect() {
	if !mu.TryLock() {
		return
	}
	if empty.Load() {
		return
	}
	collected++
	mu.Unlock()
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		collect()
	}()
	empty.Store(true)
	<-done
	mu.Lock() // BUG
	fmt.Println(collected <= 1)
	mu.Unlock()
}
