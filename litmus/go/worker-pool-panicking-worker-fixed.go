// Each job recovers for itself, and the worker goes on.
// bug: none
// class: worker-pool
package main

import (
	"fmt"
	"sync/atomic"
)

var fuel atomic.Int32

func do(job int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("job failed:", r)
		}
	}()
	if fuel.Load() == 0 {
		panic("out of fuel")
	}
	fmt.Println("job", job)
}

func main() {
	jobs := make(chan int)
	ended := make(chan bool, 1)
	go func() {
		for job := range jobs {
			do(job)
		}
		ended <- true
	}()
	go fuel.Store(1)
	jobs <- 1
	jobs <- 2
	close(jobs)
	<-ended
}
