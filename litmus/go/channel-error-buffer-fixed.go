// There is room for every check's error.
// bug: none
// class: channel
package main

import "fmt"

func check(n int, failures chan<- error) {
	if n%2 == 1 {
		failures <- fmt.Errorf("check %d failed", n)
	}
}

func main() {
	failures := make(chan error, 3)
	go check(1, failures)
	go check(3, failures)
	go check(5, failures)
	fmt.Println("first failure:", <-failures)
}
