// A broadcast holds the read lock while it sends to every listener; a listener that wants to go takes the write
// lock and does not listen meanwhile.
// bug: deadlock all goroutines are asleep
// class: channel-lock
// natural: 0/200 runs
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
	defer h.mu.RUnlock()
	for _, l := range h.listeners {
		l.in <- text // BUG
	}
}

func (h *hub) leave(id int) {
	h.mu.Lock() // BUG
	defer h.mu.Unlock()
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
