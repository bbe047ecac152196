// A worker that submits a further job waits for a free place in the queue, which only the workers can make.
// bug: deadlock all goroutines are asleep
// class: worker-pool
// natural: 200/200 runs
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
	p.jobs <- n // BUG
}

func (p *pool) worker() {
	for n := range p.jobs {
		if n > 1 {
			p.submit(n - 1)
		}
		fmt.Println("job", n)
		p.wg.Done()
	}
}

func main() {
	p := &pool{jobs: make(chan int)}
	go p.worker()
	p.submit(2)
	p.wg.Wait() // BUG
	close(p.jobs)
}
