// Done is deferred.
// bug: none
// class: channel-wg
package main

import (
	"fmt"
	"sync"
)

func worker(queue <-chan int, wg *sync.WaitGroup) {
	defer wg.Done()
	job, ok := <-queue
	if !ok {
		return
	}
	fmt.Println("job", job)
}

func main() {
	queue := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go worker(queue, &wg)
	go worker(queue, &wg)
	queue <- 1
	close(queue)
	wg.Wait()
}
