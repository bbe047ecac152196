// The channel is left open, and the end is told by another one.
// bug: none
// class: send-close
package main

import "sync"

func offer(v int, out chan<- int, quit <-chan struct{}) {
	select {
	case out <- v:
	case <-quit:
	}
}

func main() {
	out, quit := make(chan int), make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		offer(1, out, quit)
	}()
	close(quit)
	wg.Wait()
}
