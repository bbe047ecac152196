// The channel is closed after the last line, and the printer is awaited.
// bug: none
// class: channel
package main

import "fmt"

func printer(lines <-chan string, done chan<- bool) {
	for line := range lines {
		fmt.Println(line)
	}
	done <- true
}

func main() {
	lines := make(chan string)
	done := make(chan bool, 1)
	go printer(lines, done)
	lines <- "one"
	lines <- "two"
	close(lines)
	<-done
}
