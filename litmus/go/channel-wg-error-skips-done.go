// A worker that finds the queue closed returns without Done.
// bug: deadlock all goroutines are asleep
// class: channel-wg
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

func worker(queue <-chan int, wg *sync.WaitGroup) {
	job, ok := <-queue
	if !ok {
		return
	}
	fmt.Println("job", job)
	wg.Done()
}

func main() {
	queue := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go worker(queue, &wg)
	go worker(queue, &wg)
	queue <- 1
	close(queue)
	wg.Wait() // BUG
}
