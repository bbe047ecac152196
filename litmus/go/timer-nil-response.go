// After a time-out there is no response, and it is used all the same.
// bug: panic nil pointer
// class: timer
// natural: 0/200 runs
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
	fmt.Println(r.status) // BUG
}
