// The channel has room for both answers.
// bug: none
// class: channel
package main

import "fmt"

func query(replica int, answers chan<- int) {
	answers <- replica * 10
}

func first() int {
	answers := make(chan int, 2)
	go query(1, answers)
	go query(2, answers)
	return <-answers
}

func main() {
	fmt.Println(first() > 0)
}
