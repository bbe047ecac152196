// The reminder gives up when it is told so, and nobody closes its channel.
// bug: none
// class: send-close
package main

import (
	"fmt"
	"time"
)

func remind(after time.Duration, out chan<- string, gone <-chan struct{}) {
	select {
	case <-time.After(after):
		out <- "it is time"
	case <-gone:
	}
}

func main() {
	out, gone := make(chan string, 1), make(chan struct{})
	ended := make(chan bool)
	go func() {
		defer close(ended)
		remind(5*time.Millisecond, out, gone)
	}()
	select {
	case text := <-out:
		fmt.Println(text)
	case <-time.After(5 * time.Millisecond):
		fmt.Println("not waiting any longer")
	}
	close(gone)
	<-ended
}
