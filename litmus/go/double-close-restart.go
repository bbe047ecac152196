// A restart replaces the channel and closes the old one; a stop at the same moment has already taken hold of the
// old one and closes it too.
// bug: panic close of closed channel
// class: send-close
// natural: 200/200 runs
package main

import "sync"

type ticker struct {
	mu   sync.Mutex
	quit chan struct{}
}

func (t *ticker) take(next chan struct{}) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	old := t.quit
	if next != nil {
		t.quit = next
	}
	return old
}

func (t *ticker) stop() {
	if quit := t.take(nil); quit != nil {
		close(quit) // BUG
	}
}

func (t *ticker) restart() {
	if quit := t.take(make(chan struct{})); quit != nil {
		close(quit) // BUG
	}
}

func main() {
	t := &ticker{quit: make(chan struct{})}
	done := make(chan bool, 1)
	go func() {
		t.restart()
		done <- true
	}()
	t.stop()
	<-done
}
