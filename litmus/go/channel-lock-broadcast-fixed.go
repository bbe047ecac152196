// The listeners are copied under the lock and sent to without it; one that goes closes its own end, which gives up
// the sending.
// bug: none
// class: channel-lock
package main

import "sync"

type listener struct {
	in   chan string
	gone chan struct{}
}

type hub struct {
	mu        sync.RWMutex
	listeners map[int]*listener
}

func (h *hub) broadcast(text string) {
	h.mu.RLock()
	var all []*listener
	for _, l := range h.listeners {
		all = append(all, l)
	}
	h.mu.RUnlock()
	for _, l := range all {
		select {
		case l.in <- text:
		case <-l.gone:
		}
	}
}

func (h *hub) leave(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.listeners[id].gone)
	delete(h.listeners, id)
}

func main() {
	h := &hub{listeners: map[int]*listener{}}
	h.listeners[1] = &listener{make(chan string), make(chan struct{})}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		h.broadcast("hello")
	}()
	h.leave(1)
	wg.Wait()
}
