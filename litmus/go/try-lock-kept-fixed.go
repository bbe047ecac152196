// The lock is given back on every path.
// bug: none
// class: try-lock
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
	defer mu.Unlock()
	if empty.Load() {
		return
	}
	collected++
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		collect()
	}()
	empty.Store(true)
	<-done
	mu.Lock()
	fmt.Println(collected <= 1)
	mu.Unlock()
}
