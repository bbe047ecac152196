// One end mark is sent for two consumers.
// bug: deadlock all goroutines are asleep
// class: producer-consumer
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

const endMark = -1

func consume(items chan int, wg *sync.WaitGroup) {
	defer wg.Done()
	for {
		item := <-items // BUG
		if item == endMark {
			return
		}
		fmt.Println("item", item)
	}
}

func main() {
	items := make(chan int, 2)
	var wg sync.WaitGroup
	wg.Add(2)
	go consume(items, &wg)
	go consume(items, &wg)
	items <- 1
	items <- endMark
	wg.Wait() // BUG
}
