// The filter returns at the end of its input without closing its output.
// bug: deadlock all goroutines are asleep
// class: pipeline
// natural: 200/200 runs
package main

import "fmt"

func source() <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= 3; i++ {
			out <- i
		}
	}()
	return out
}

func odd(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for v := range in {
			if v%2 == 1 {
				out <- v
			}
		}
	}()
	return out
}

func main() {
	for v := range odd(source()) { // BUG
		fmt.Println(v)
	}
}
