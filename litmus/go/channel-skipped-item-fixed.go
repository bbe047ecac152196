// The consumer receives until the channel is closed.
// bug: none
// class: channel
package main

import (
	"fmt"
	"sync/atomic"
)

func produce(items []int, out chan<- int, seen *atomic.Int32) {
	defer close(out)
	for _, item := range items {
		if int32(item) == seen.Load() {
			continue
		}
		out <- item
	}
}

func main() {
	var seen atomic.Int32
	items := []int{1, 2}
	out := make(chan int)
	go produce(items, out, &seen)
	go seen.Store(2)
	sum := 0
	for item := range out {
		sum += item
	}
	fmt.Println(sum)
}
