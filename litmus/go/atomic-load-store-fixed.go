// The sum is raised by one operation.
// bug: none
// class: atomic
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
			sum.Add(i)
		}(i)
	}
	wg.Wait()
	if sum.Load() != 3 {
		panic("lost update")
	}
}
