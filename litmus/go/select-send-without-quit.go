// The generator looks for the end only between two values, and its consumer leaves while the next value is being
// sent.
// bug: leak send
// class: select
// natural: 200/200 runs
package main

import "fmt"

func generate(out chan<- int, quit <-chan struct{}) {
	for i := 0; i < 3; i++ {
		select {
		case <-quit:
			return
		default:
		}
		out <- i // BUG
	}
}

func main() {
	out, quit := make(chan int), make(chan struct{})
	go generate(out, quit)
	fmt.Println(<-out)
	close(quit)
}
