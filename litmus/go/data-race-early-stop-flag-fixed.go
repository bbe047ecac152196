// The flag is a channel that is closed.
// bug: none
// class: data-race
package main

import "fmt"

func main() {
	stopped := make(chan struct{})
	done := make(chan int, 1)
	go func() {
		turns := 0
		for turns < 3 {
			select {
			case <-stopped:
				turns = 3
			default:
				turns++
			}
		}
		done <- turns
	}()
	close(stopped)
	fmt.Println(<-done <= 3)
}
