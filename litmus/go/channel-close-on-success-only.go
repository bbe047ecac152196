// The reader closes its channel at the end of the file, but not when it gives up because of a broken record; who
// listens is then never told.
// bug: deadlock all goroutines are asleep
// class: channel
// natural: 2/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

var broken atomic.Bool

func read(records chan<- int) {
	for i := 0; i < 2; i++ {
		if broken.Load() {
			fmt.Println("broken record")
			return
		}
		records <- i
	}
	close(records)
}

func main() {
	records := make(chan int, 1)
	go func() { broken.Store(true) }()
	go read(records)
	for r := range records { // BUG
		fmt.Println(r)
	}
}
