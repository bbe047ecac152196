// Looking and sending are one select.
// bug: none
// class: producer-consumer
package main

import (
	"fmt"
	"sync"
)

func offer(queue chan int, v int) bool {
	select {
	case queue <- v:
		return true
	default:
		return false
	}
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
	wg.Wait()
	fmt.Println(<-queue)
}
