// A plain flag tells the loop to stop; nothing orders the writing and the reading.
// bug: race stopped
// class: data-race
// natural: 200/200 runs with -race
package main

import "fmt"

func main() {
	stopped := false
	done := make(chan int, 1)
	go func() {
		turns := 0
		for turns < 3 && !stopped { // BUG
			turns++
		}
		done <- turns
	}()
	stopped = true // BUG
	fmt.Println(<-done <= 3)
}
