// The printer ranges over a channel that nobody closes when all the lines were sent.
// bug: leak receive
// class: channel
// natural: 200/200 runs
package main

import "fmt"

func printer(lines <-chan string, done chan<- bool) {
	for line := range lines { // BUG
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
}
