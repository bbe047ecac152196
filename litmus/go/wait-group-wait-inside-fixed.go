// It leaves the waiting to who waits anyway.
// bug: none
// class: wait-group
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
	}
}

func main() {
	var wg sync.WaitGroup
	var seen atomic.Int32
	wg.Add(1)
	go visit(1, &wg, &seen)
	wg.Wait()
	fmt.Println(seen.Load())
}
