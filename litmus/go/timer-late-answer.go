// Both requests use one channel for answers; after a time-out of the first, its late answer is taken for that of
// the second.
// bug: panic answer to another question
// class: timer
// natural: 0/200 runs
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
	answers := make(chan int, 2)
	ask(1, answers)
	if a, ok := ask(2, answers); ok && a != 20 {
		panic("answer to another question") // BUG
	}
}
