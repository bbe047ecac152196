// One goroutine pauses and resumes, in this order.
// bug: none
// class: nil-channel
package main

import "fmt"

func throttle(in <-chan int, control <-chan bool) (sum int) {
	open := in
	for {
		select {
		case v, ok := <-open:
			if !ok {
				return sum
			}
			sum += v
		case resumed := <-control:
			open = nil
			if resumed {
				open = in
			}
		}
	}
}

func main() {
	in, control := make(chan int, 2), make(chan bool, 2)
	go func() {
		control <- false
		control <- true
	}()
	in <- 1
	in <- 2
	close(in)
	fmt.Println(throttle(in, control))
}
