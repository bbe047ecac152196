// The break names the loop.
// bug: none
// class: select
package main

import "fmt"

func watch(events <-chan string, quit <-chan bool, ended chan<- bool) {
	defer close(ended)
loop:
	for {
		select {
		case e := <-events:
			fmt.Println("event", e)
		case <-quit:
			break loop
		}
	}
}

func main() {
	events, quit, ended := make(chan string), make(chan bool), make(chan bool)
	go watch(events, quit, ended)
	events <- "created"
	quit <- true
	<-ended
}
