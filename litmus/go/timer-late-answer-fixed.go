// Each request has a channel of its own.
// bug: none
// class: timer
package main

import "time"

func ask(question int, answers chan int) (int, bool) {
	go func() { answers <- question * 10 }()
	select {
	case a := <-answers:
		return a, true
	case <-time.After(5 * time.Millisecond):
		return 0, false
	}
}

func main() {
	ask(1, make(chan int, 1))
	if a, ok := ask(2, make(chan int, 1)); ok && a != 20 {
		panic("answer to another question")
	}
}
