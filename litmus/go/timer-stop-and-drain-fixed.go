// The channel is emptied only if the tick has not been received.
// bug: none
// class: timer
package main

import (
	"fmt"
	"time"
)

func main() {
	timer := time.NewTimer(5 * time.Millisecond)
	data := make(chan int, 1)
	go func() { data <- 1 }()
	expired := false
	select {
	case v := <-data:
		fmt.Println("data", v)
	case <-timer.C:
		expired = true
	}
	if !timer.Stop() && !expired {
		<-timer.C
	}
	fmt.Println(expired)
}
