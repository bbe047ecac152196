// stop() waits under the lock for the loop to end; the loop may need the lock once more before it looks.
// bug: deadlock all goroutines are asleep
// class: channel-lock
// natural: 0/200 runs
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
		l.mu.Lock() // BUG
		l.ticks++
		l.mu.Unlock()
	}
}

func (l *loop) stop() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.quit)
	<-l.ended // BUG
	return l.ticks
}

func main() {
	l := &loop{quit: make(chan struct{}), ended: make(chan struct{})}
	go l.run()
	fmt.Println(l.stop() <= 2)
}
