// Of two feeders into one channel the first to finish closes it.
// bug: panic send on closed channel
// bug: panic close of closed channel
// class: pipeline
// natural: 200/200 runs
package main

import "fmt"

func main() {
	merged := make(chan int, 1)
	feed := func(v int) {
		merged <- v   // BUG
		close(merged) // BUG
	}
	go feed(1)
	go feed(2)
	sum := 0
	for v := range merged {
		sum += v
	}
	fmt.Println(sum)
}
