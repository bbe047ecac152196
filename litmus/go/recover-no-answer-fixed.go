// The recovering function answers with an error.
// bug: none
// class: recover
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
			out <- answer{err: fmt.Errorf("failed: %v", r)}
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
	a := <-out
	fmt.Println(a.value, a.err)
}
