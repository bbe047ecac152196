// Add is called in the goroutines that it counts, so that Wait may see zero before they have begun; the channel is
// then closed too early.
// bug: panic send on closed channel
// bug: race first Add
// class: wait-group
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	results := make(chan int, 2)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		go func(i int) {
			wg.Add(1) // BUG
			defer wg.Done()
			results <- i // BUG
		}(i)
	}
	wg.Wait()
	close(results)
	sum := 0
	for r := range results {
		sum += r
	}
	time.Sleep(time.Millisecond)
	fmt.Println(sum)
}
