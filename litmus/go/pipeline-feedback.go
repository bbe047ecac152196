// The last stage sends what has to be done again back to the first, and both channels have no room: each may wait
// for the other to receive.
// bug: leak send
// class: pipeline
// natural: 200/200 runs
package main

import (
	"fmt"
	"time"
)

func main() {
	forth, back := make(chan int), make(chan int)
	go func() {
		for _, v := range []int{1, 2} {
			forth <- v // BUG
		}
		for i := 0; i < 2; i++ {
			fmt.Println("again:", <-back)
		}
	}()
	go func() {
		for i := 0; i < 2; i++ {
			v := <-forth
			back <- v * 10 // BUG
		}
	}()
	time.Sleep(10 * time.Millisecond)
}
