// A sum is loaded, raised and stored; of two goroutines that do so at the same time one is lost.
// bug: panic lost update
// class: atomic
// natural: 0/200 runs
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int64
	var wg sync.WaitGroup
	for i := int64(1); i <= 2; i++ {
		wg.Add(1)
		go func(i int64) {
			defer wg.Done()
			sum.Store(sum.Load() + i)
		}(i)
	}
	wg.Wait()
	if sum.Load() != 3 {
		panic("lost update") // BUG
	}
}
