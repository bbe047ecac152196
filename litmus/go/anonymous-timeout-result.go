// The goroutine writes its result to a variable of the caller, who may have given up waiting and read it.
// bug: race result
// class: anonymous-function
// natural: 0/200 runs with -race
package main

import (
	"fmt"
	"time"
)

func compute() int {
	result := -1
	done := make(chan bool, 1)
	go func() {
		result = 42 // BUG
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Millisecond):
	}
	return result // BUG
}

func main() {
	fmt.Println(compute())
}
