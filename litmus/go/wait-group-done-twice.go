// The error path calls Done, and the deferred Done comes on top of it.
// bug: panic negative WaitGroup counter
// class: wait-group
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func copyFile(wg *sync.WaitGroup, cancelled *atomic.Bool) {
	defer wg.Done() // BUG
	if cancelled.Load() {
		wg.Done()
		return // BUG
	}
	fmt.Println("copied")
}

func main() {
	var wg sync.WaitGroup
	var cancelled atomic.Bool
	wg.Add(1)
	go copyFile(&wg, &cancelled)
	cancelled.Store(true)
	wg.Wait()
	time.Sleep(time.Millisecond)
}
