// Each message has a buffer of its own.
// bug: none
// class: data-race
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
			fmt.Println(m.body)
		}
		close(done)
	}()
	m := &message{body: "first"}
	out <- m
	m = &message{body: "second"}
	out <- m
	close(out)
	<-done
}
