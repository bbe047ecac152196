// Who takes the channel out, under the lock, is the only one to close it.
// bug: none
// class: send-close
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
	t.quit = next
	return old
}

func (t *ticker) stop() {
	if quit := t.take(nil); quit != nil {
		close(quit)
	}
}

func (t *ticker) restart() {
	if quit := t.take(make(chan struct{})); quit != nil {
		close(quit)
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
