// Who stops the timer also says that it was stopped.
// bug: none
// class: timer
package main

import (
	"fmt"
	"time"
)

func main() {
	timer := time.NewTimer(5 * time.Millisecond)
	stopped := make(chan struct{})
	go func() {
		select {
		case <-timer.C:
			fmt.Println("session expired")
		case <-stopped:
		}
	}()
	timer.Stop()
	close(stopped)
	fmt.Println("logged out")
}
