// Two peers greet each other over unbuffered channels, and both send before they receive.
// bug: deadlock all goroutines are asleep
// class: channel
// natural: 200/200 runs
package main

import "fmt"

func peer(out chan<- string, in <-chan string) {
	out <- "hello" // BUG
	fmt.Println(<-in)
}

func main() {
	there, back := make(chan string), make(chan string)
	done := make(chan bool)
	go func() {
		peer(back, there)
		done <- true
	}()
	there <- "hi" // BUG
	fmt.Println(<-back)
	<-done
}
