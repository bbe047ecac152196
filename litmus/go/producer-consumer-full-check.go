// Two producers look whether there is room and then send; the one that is second does not come back, and neither
// does its shutdown.
// bug: deadlock all goroutines are asleep
// class: producer-consumer
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

func offer(queue chan int, v int) bool {
	if len(queue) == cap(queue) {
		return false
	}
	queue <- v // BUG
	return true
}

func main() {
	queue := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 1; i <= 2; i++ {
		go func(i int) {
			defer wg.Done()
			fmt.Println(offer(queue, i))
		}(i)
	}
	wg.Wait() // BUG
	fmt.Println(<-queue)
}
