// A goroutine waits for the tick of a timer that somebody stops: it never comes.
// bug: leak receive
// class: timer
// natural: 199/200 runs
package main

import (
	"fmt"
	"time"
)

func main() {
	timer := time.NewTimer(5 * time.Millisecond)
	go func() {
		<-timer.C // BUG
		fmt.Println("session expired")
	}()
	timer.Stop()
	fmt.Println("logged out")
}
