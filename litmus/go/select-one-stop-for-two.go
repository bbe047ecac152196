// Stop is one value sent on a channel on which two loops listen: one of them is never told.
// bug: leak select
// class: select
// natural: 200/200 runs
package main

import "fmt"

func loop(name string, events <-chan int, stop <-chan bool) {
	for {
		select { // BUG
		case e := <-events:
			fmt.Println(name, e)
		case <-stop:
			return
		}
	}
}

func main() {
	events, stop := make(chan int), make(chan bool)
	go loop("audit", events, stop)
	go loop("index", events, stop)
	events <- 1
	stop <- true
}
