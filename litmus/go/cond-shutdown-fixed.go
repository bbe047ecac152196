// Closing wakes all.
// bug: none
// class: cond
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
		p.work.Wait()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.work.Broadcast()
}

func main() {
	p := &pool{jobs: 1}
	p.work = sync.NewCond(&p.mu)
	go p.worker()
	go p.worker()
	p.close()
	time.Sleep(time.Millisecond)
}
