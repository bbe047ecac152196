// The caller looks whether there is one.
// bug: none
// class: timer
package main

import (
	"fmt"
	"time"
)

type response struct {
	status int
}

func request() *response {
	answer := make(chan *response, 1)
	go func() { answer <- &response{200} }()
	select {
	case r := <-answer:
		return r
	case <-time.After(5 * time.Millisecond):
		return nil
	}
}

func main() {
	r := request()
	if r == nil {
		fmt.Println("timed out")
		return
	}
	fmt.Println(r.status)
}
