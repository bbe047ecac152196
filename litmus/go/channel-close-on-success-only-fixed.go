// The channel is closed however the reader ends.
// bug: none
// class: channel
package main

import (
	"fmt"
	"sync/atomic"
)

var broken atomic.Bool

func read(records chan<- int) {
	defer close(records)
	for i := 0; i < 2; i++ {
		if broken.Load() {
			fmt.Println("broken record")
			return
		}
		records <- i
	}
}

func main() {
	records := make(chan int, 1)
	go func() { broken.Store(true) }()
	go read(records)
	for r := range records {
		fmt.Println(r)
	}
}
