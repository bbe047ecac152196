// The goroutines use the loop's variable itself, which the loop goes on changing.
// bug: race i
// class: anonymous-function
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int32
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ { // BUG
		wg.Add(1)
		go func() {
			defer wg.Done()
			sum.Add(int32(i)) // BUG
		}()
		fmt.Println("started one")
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
