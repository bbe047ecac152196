// The first of two replicas to answer wins; the other one's answer is never received, and it waits for ever.
// bug: leak send
// class: channel
// natural: 200/200 runs
package main

import "fmt"

func query(replica int, answers chan<- int) {
	answers <- replica * 10 // BUG
}

func first() int {
	answers := make(chan int)
	go query(1, answers)
	go query(2, answers)
	return <-answers
}

func main() {
	fmt.Println(first() > 0)
}
