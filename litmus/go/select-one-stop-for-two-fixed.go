// Stop is the closing of the channel.
// bug: none
// class: select
package main

import "fmt"

func loop(name string, events <-chan int, stop <-chan bool) {
	for {
		select {
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
	close(stop)
}
