// The result comes through the channel.
// bug: none
// class: anonymous-function
package main

import (
	"fmt"
	"time"
)

func compute() int {
	done := make(chan int, 1)
	go func() {
		done <- 42
	}()
	select {
	case result := <-done:
		return result
	case <-time.After(5 * time.Millisecond):
		return -1
	}
}

func main() {
	fmt.Println(compute())
}
