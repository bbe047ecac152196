// The pool is closed when the client is done.
// bug: none
// class: worker-pool
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
		p.jobs <- 1
		p.jobs <- 2
	}()
	<-submitted
	close(p.jobs)
	<-p.done
	<-submitted
}
