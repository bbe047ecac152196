// The workers are given the address of the range variable, which the loop goes on changing.
// bug: race j
// class: anonymous-function
// natural: 200/200 runs with -race
package main

import "fmt"

type job struct {
	id int
}

func run(j *job, ids chan<- int) {
	ids <- j.id // BUG
}

func main() {
	jobs := []job{{1}, {2}}
	ids := make(chan int, 2)
	for _, j := range jobs { // BUG
		go run(&j, ids)
	}
	fmt.Println(<-ids > 0, <-ids > 0)
}
