// The collector belongs to the group whose end closes the channel that the collector ranges over.
// bug: deadlock all goroutines are asleep
// class: channel-wg
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

func main() {
	values := make(chan int)
	var wg sync.WaitGroup
	sum := 0
	wg.Add(3)
	for i := 1; i <= 2; i++ {
		go func(i int) {
			defer wg.Done()
			values <- i
		}(i)
	}
	go func() {
		defer wg.Done()
		for v := range values { // BUG
			sum += v
		}
	}()
	wg.Wait() // BUG
	close(values)
	fmt.Println(sum)
}
