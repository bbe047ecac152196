// Both the time-out and the end of the work give the place back: the second to do so waits for a place that nobody
// took.
// bug: leak receive
// bug: deadlock all goroutines are asleep
// class: semaphore
// natural: 0/200 runs
package main

import (
	"fmt"
	"time"
)

func main() {
	places := make(chan struct{}, 1)
	places <- struct{}{}
	finished := make(chan bool, 1)
	go func() {
		defer func() { <-places }() // BUG
		finished <- true
	}()
	select {
	case <-finished:
		fmt.Println("finished")
	case <-time.After(5 * time.Millisecond):
		<-places // BUG
		fmt.Println("too slow")
	}
}
