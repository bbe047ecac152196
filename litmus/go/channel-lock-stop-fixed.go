// stop() waits without the lock.
// bug: none
// class: channel-lock
package main

import (
	"fmt"
	"sync"
)

type loop struct {
	mu          sync.Mutex
	ticks       int
	quit, ended chan struct{}
}

func (l *loop) run() {
	defer close(l.ended)
	for i := 0; i < 2; i++ {
		select {
		case <-l.quit:
			return
		default:
		}
		l.mu.Lock()
		l.ticks++
		l.mu.Unlock()
	}
}

func (l *loop) stop() int {
	l.mu.Lock()
	close(l.quit)
	l.mu.Unlock()
	<-l.ended
	return l.ticks
}

func main() {
	l := &loop{quit: make(chan struct{}), ended: make(chan struct{})}
	go l.run()
	fmt.Println(l.stop() <= 2)
}
