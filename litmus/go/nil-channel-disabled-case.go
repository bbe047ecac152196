// A throttle switches its input off by setting it to nil. Pause and resume come from two goroutines; if the resume
// is the first, the pause stays for ever.
// bug: deadlock all goroutines are asleep
// class: nil-channel
// natural: 0/200 runs
package main

import "fmt"

func throttle(in <-chan int, control <-chan bool) (sum int) {
	open := in
	for {
		select { // BUG
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
	}()
	go func() {
		control <- true
	}()
	in <- 1
	in <- 2
	close(in)
	fmt.Println(throttle(in, control))
}
