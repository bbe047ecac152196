// A place is taken only if one is free, but the work is done in any case.
// bug: panic two at a time
// class: semaphore
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	places := make(chan struct{}, 1)
	var working atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			select {
			case places <- struct{}{}:
				defer func() { <-places }()
			default:
				fmt.Println("no place")
			}
			if working.Add(1) > 1 {
				panic("two at a time") // BUG
			}
			working.Add(-1)
		}()
	}
	wg.Wait()
}
