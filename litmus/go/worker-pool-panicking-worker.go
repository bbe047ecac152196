// A job's panic is recovered by ending the worker; with the only worker gone, nobody takes the next job.
// bug: deadlock all goroutines are asleep
// class: worker-pool
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

var fuel atomic.Int32

func do(job int) {
	if fuel.Load() == 0 {
		panic("out of fuel")
	}
	fmt.Println("job", job)
}

func main() {
	jobs := make(chan int)
	ended := make(chan bool, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("worker ended:", r)
			}
		}()
		for job := range jobs {
			do(job)
		}
		ended <- true
	}()
	go fuel.Store(1)
	jobs <- 1
	jobs <- 2 // BUG
	close(jobs)
	<-ended
}
