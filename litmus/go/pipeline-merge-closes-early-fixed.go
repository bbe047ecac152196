// A goroutine that waits for both closes it.
// bug: none
// class: pipeline
package main

import (
	"fmt"
	"sync"
)

func main() {
	merged := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	feed := func(v int) {
		merged <- v
		wg.Done()
	}
	go feed(1)
	go feed(2)
	go func() {
		wg.Wait()
		close(merged)
	}()
	sum := 0
	for v := range merged {
		sum += v
	}
	fmt.Println(sum)
}
