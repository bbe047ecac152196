// Add is called before the goroutines are started.
// bug: none
// class: wait-group
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
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			results <- i
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
