// A worker that finds more to do starts it and waits for the group that it is in itself.
// bug: deadlock all goroutines are asleep
// class: wait-group
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func visit(depth int, wg *sync.WaitGroup, seen *atomic.Int32) {
	defer wg.Done()
	seen.Add(1)
	if depth > 0 {
		wg.Add(1)
		go visit(depth-1, wg, seen)
		wg.Wait() // BUG
	}
}

func main() {
	var wg sync.WaitGroup
	var seen atomic.Int32
	wg.Add(1)
	go visit(1, &wg, &seen)
	wg.Wait() // BUG
	fmt.Println(seen.Load())
}
