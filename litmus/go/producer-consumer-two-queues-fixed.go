// The queues have room for a batch.
// bug: none
// class: producer-consumer
package main

import "fmt"

func main() {
	left, right := make(chan int, 2), make(chan int, 2)
	go func() {
		for i := 0; i < 2; i++ {
			left <- i
		}
		right <- 9
	}()
	fmt.Println(<-right)
	fmt.Println(<-left, <-left)
}
