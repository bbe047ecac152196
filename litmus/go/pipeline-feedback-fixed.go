// The way back has room for all that can be on it.
// bug: none
// class: pipeline
package main

import (
	"fmt"
	"time"
)

func main() {
	forth, back := make(chan int), make(chan int, 2)
	go func() {
		for _, v := range []int{1, 2} {
			forth <- v
		}
		for i := 0; i < 2; i++ {
			fmt.Println("again:", <-back)
		}
	}()
	go func() {
		for i := 0; i < 2; i++ {
			v := <-forth
			back <- v * 10
		}
	}()
	time.Sleep(10 * time.Millisecond)
}
