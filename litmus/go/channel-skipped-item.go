// The producer skips items that are not new, but the consumer counts on as many as were offered.
// bug: deadlock all goroutines are asleep
// class: channel
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

func produce(items []int, out chan<- int, seen *atomic.Int32) {
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
	for range items {
		sum += <-out // BUG
	}
	fmt.Println(sum)
}
