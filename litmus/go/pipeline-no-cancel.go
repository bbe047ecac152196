// The last stage takes what it needs and leaves; the stages before it stay at their sends.
// bug: leak send
// class: pipeline
// natural: 200/200 runs
package main

import "fmt"

func numbers(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			out <- i // BUG
		}
	}()
	return out
}

func squares(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			out <- v * v // BUG
		}
	}()
	return out
}

func main() {
	fmt.Println(<-squares(numbers(3)))
}
