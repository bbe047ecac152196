// Leaving closes a channel that every stage listens to.
// bug: none
// class: pipeline
package main

import "fmt"

func numbers(n int, quit <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			select {
			case out <- i:
			case <-quit:
				return
			}
		}
	}()
	return out
}

func squares(in <-chan int, quit <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- v * v:
			case <-quit:
				return
			}
		}
	}()
	return out
}

func main() {
	quit := make(chan struct{})
	fmt.Println(<-squares(numbers(3, quit), quit))
	close(quit)
}
