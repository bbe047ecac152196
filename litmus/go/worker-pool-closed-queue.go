// The pool is closed while a client is still submitting.
// bug: panic send on closed channel
// class: worker-pool
// natural: 200/200 runs
package main

import "fmt"

type pool struct {
	jobs chan int
	done chan bool
}

func (p *pool) worker() {
	sum := 0
	for n := range p.jobs {
		sum += n
	}
	fmt.Println("sum", sum)
	p.done <- true
}

func main() {
	p := &pool{jobs: make(chan int, 1), done: make(chan bool)}
	submitted := make(chan bool)
	go p.worker()
	go func() {
		defer close(submitted)
		p.jobs <- 1 // BUG
		p.jobs <- 2 // BUG
	}()
	close(p.jobs)
	<-p.done
	<-submitted
}
