// The other goroutine is awaited.
// bug: none
// class: timer
package main

import "fmt"

func main() {
	ready := false
	done := make(chan bool)
	go func() {
		ready = true
		close(done)
	}()
	<-done
	fmt.Println(ready)
}
