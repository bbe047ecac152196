// The dispatcher may find a job and the end at once, and a select does not prefer either: the job that was
// accepted is then never answered.
// bug: deadlock all goroutines are asleep
// class: select
// natural: 108/200 runs
package main

import "fmt"

type job struct {
	number int
	reply  chan int
}

func dispatch(jobs <-chan job, quit <-chan struct{}) {
	for {
		select {
		case j := <-jobs:
			j.reply <- j.number * 2
		case <-quit:
			return
		}
	}
}

func main() {
	jobs, quit := make(chan job, 1), make(chan struct{})
	j := job{21, make(chan int, 1)}
	go dispatch(jobs, quit)
	jobs <- j
	close(quit)
	fmt.Println(<-j.reply) // BUG
}
