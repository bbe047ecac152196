// They are given the address of the element.
// bug: none
// class: anonymous-function
package main

import "fmt"

type job struct {
	id int
}

func run(j *job, ids chan<- int) {
	ids <- j.id
}

func main() {
	jobs := []job{{1}, {2}}
	ids := make(chan int, 2)
	for i := range jobs {
		go run(&jobs[i], ids)
	}
	fmt.Println(<-ids > 0, <-ids > 0)
}
