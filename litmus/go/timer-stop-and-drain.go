// Stop says that it came too late, and the timer's channel is emptied; but the tick had been received before.
// bug: deadlock all goroutines are asleep
// class: timer
// natural: 1/200 runs
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
	if !timer.Stop() {
		<-timer.C // BUG
	}
	fmt.Println(expired)
}
