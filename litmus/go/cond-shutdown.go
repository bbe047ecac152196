// Closing a pool signals once; of two idle workers one is told.
// bug: leak cond wait
// class: cond
// natural: 0/200 runs
package main

import (
	"sync"
	"time"
)

type pool struct {
	mu     sync.Mutex
	work   *sync.Cond
	jobs   int
	closed bool
}

func (p *pool) worker() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.jobs > 0 || !p.closed {
		if p.jobs > 0 {
			p.jobs--
			continue
		}
		p.work.Wait() // BUG
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.work.Signal()
}

func main() {
	p := &pool{jobs: 1}
	p.work = sync.NewCond(&p.mu)
	go p.worker()
	go p.worker()
	p.close()
	time.Sleep(time.Millisecond)
}
