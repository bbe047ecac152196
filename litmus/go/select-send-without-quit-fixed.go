// Sending, too, is given up when the end comes.
// bug: none
// class: select
package main

import "fmt"

func generate(out chan<- int, quit <-chan struct{}) {
	for i := 0; i < 3; i++ {
		select {
		case <-quit:
			return
		case out <- i:
		}
	}
}

func main() {
	out, quit := make(chan int), make(chan struct{})
	go generate(out, quit)
	fmt.Println(<-out)
	close(quit)
}
