// Only the deferred Done remains.
// bug: none
// class: wait-group
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func copyFile(wg *sync.WaitGroup, cancelled *atomic.Bool) {
	defer wg.Done()
	if cancelled.Load() {
		return
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
