// The producer fills the left queue and then the right one; the consumer wants a right one first.
// bug: deadlock all goroutines are asleep
// class: producer-consumer
// natural: 200/200 runs
package main

import "fmt"

func main() {
	left, right := make(chan int, 1), make(chan int, 1)
	go func() {
		for i := 0; i < 2; i++ {
			left <- i // BUG
		}
		right <- 9
	}()
	fmt.Println(<-right) // BUG
	fmt.Println(<-left, <-left)
}
