// One of them receives first.
// bug: none
// class: channel
package main

import "fmt"

func peer(out chan<- string, in <-chan string) {
	fmt.Println(<-in)
	out <- "hello"
}

func main() {
	there, back := make(chan string), make(chan string)
	done := make(chan bool)
	go func() {
		peer(back, there)
		done <- true
	}()
	there <- "hi"
	fmt.Println(<-back)
	<-done
}
