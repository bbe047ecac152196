// A break inside of a select leaves the select and not the loop around it; the loop then waits for events that do
// not come any more.
// bug: leak select
// class: select
// natural: 200/200 runs
package main

import "fmt"

func watch(events <-chan string, quit <-chan bool, ended chan<- bool) {
	defer close(ended)
	for {
		select { // BUG
		case e := <-events:
			fmt.Println("event", e)
		case <-quit:
			break
		}
	}
}

func main() {
	events, quit, ended := make(chan string), make(chan bool), make(chan bool)
	go watch(events, quit, ended)
	events <- "created"
	quit <- true
	fmt.Println("told to stop")
}
