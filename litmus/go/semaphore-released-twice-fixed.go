// Only the work gives it back.
// bug: none
// class: semaphore
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
		defer func() { <-places }()
		finished <- true
	}()
	select {
	case <-finished:
		fmt.Println("finished")
	case <-time.After(5 * time.Millisecond):
		fmt.Println("too slow")
	}
}
