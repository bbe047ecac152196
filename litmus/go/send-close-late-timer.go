// A reminder sends when its time has come, on a channel that may be closed by then.
// bug: panic send on closed channel
// class: send-close
// natural: 42/200 runs
package main

import (
	"fmt"
	"time"
)

func remind(after time.Duration, out chan<- string, gone <-chan struct{}) {
	<-time.After(after)
	out <- "it is time" // BUG
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
	close(out)
	close(gone)
	<-ended
}
