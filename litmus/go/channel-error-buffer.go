// Three checks may fail, and the channel of errors has room for one; of the others only one is received.
// bug: leak send
// class: channel
// natural: 200/200 runs
package main

import "fmt"

func check(n int, failures chan<- error) {
	if n%2 == 1 {
		failures <- fmt.Errorf("check %d failed", n) // BUG
	}
}

func main() {
	failures := make(chan error, 1)
	go check(1, failures)
	go check(3, failures)
	go check(5, failures)
	fmt.Println("first failure:", <-failures)
}
