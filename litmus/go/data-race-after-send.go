// The producer reuses the buffer that it has just sent.
// bug: race body
// class: data-race
// natural: 200/200 runs with -race
package main

import "fmt"

type message struct {
	body string
}

func main() {
	out := make(chan *message, 2)
	done := make(chan bool)
	go func() {
		for m := range out {
			fmt.Println(m.body) // BUG
		}
		close(done)
	}()
	m := &message{body: "first"}
	out <- m
	m.body = "second" // BUG
	out <- m
	close(out)
	<-done
}
