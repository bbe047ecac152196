// The caller gives up after a time-out; the result, if it comes later, has no receiver.
// bug: leak send
// class: select
// natural: 200/200 runs
package main

import (
	"fmt"
	"time"
)

func slow() string {
	time.Sleep(5 * time.Millisecond)
	return "result"
}

func call() (string, bool) {
	result := make(chan string)
	go func() {
		result <- slow() // BUG
	}()
	select {
	case r := <-result:
		return r, true
	case <-time.After(5 * time.Millisecond):
		return "", false
	}
}

func main() {
	fmt.Println(call())
}
