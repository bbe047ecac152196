// Further jobs are done by the worker that found them.
// bug: none
// class: worker-pool
package main

import (
	"fmt"
	"sync"
)

type pool struct {
	jobs chan int
	wg   sync.WaitGroup
}

func (p *pool) submit(n int) {
	p.wg.Add(1)
	p.jobs <- n
}

func (p *pool) worker() {
	for n := range p.jobs {
		if n > 1 {
			fmt.Println("part", n-1)
		}
		fmt.Println("job", n)
		p.wg.Done()
	}
}

func main() {
	p := &pool{jobs: make(chan int)}
	go p.worker()
	p.submit(2)
	p.wg.Wait()
	close(p.jobs)
}
