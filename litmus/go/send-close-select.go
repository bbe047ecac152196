// A select with a send case does not make sending to a closed channel safe.
// bug: panic send on closed channel
// class: send-close
// natural: 94/200 runs
package main

import "sync"

func offer(v int, out chan<- int, quit <-chan struct{}) {
	select { // BUG
	case out <- v: // BUG
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
	close(out)
	wg.Wait()
}
