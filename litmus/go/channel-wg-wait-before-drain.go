// All workers are awaited before the first result is received; there is room for one.
// bug: deadlock all goroutines are asleep
// class: channel-wg
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

func main() {
	results := make(chan int, 1)
	var wg sync.WaitGroup
	for i := 1; i <= 2; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			results <- i * i // BUG
		}(i)
	}
	wg.Wait() // BUG
	sum := 0
	for i := 0; i < 2; i++ {
		sum += <-results
	}
	fmt.Println(sum)
}
