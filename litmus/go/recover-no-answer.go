// A worker that recovers from a panic forgets to answer, and its client waits.
// bug: deadlock all goroutines are asleep
// class: recover
// natural: 199/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

type answer struct {
	value int
	err   error
}

func serve(input []int, n *atomic.Int32, out chan<- answer) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r)
		}
	}()
	value := input[n.Load()]
	out <- answer{value: value}
}

func main() {
	var n atomic.Int32
	out := make(chan answer)
	go serve([]int{7}, &n, out)
	go n.Store(5)
	a := <-out // BUG
	fmt.Println(a.value, a.err)
}
