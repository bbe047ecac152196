// Each goroutine gets its value as an argument.
// bug: none
// class: anonymous-function
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int32
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			sum.Add(int32(i))
		}(i)
		fmt.Println("started one")
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
