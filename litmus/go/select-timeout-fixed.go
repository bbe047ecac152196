// The result has room in the channel even if nobody waits.
// bug: none
// class: select
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
	result := make(chan string, 1)
	go func() {
		result <- slow()
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
