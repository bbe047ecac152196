// Looking and sending, and closing, are done under one lock.
// bug: none
// class: send-close
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type outbox struct {
	mu     sync.Mutex
	closed atomic.Bool
	mails  chan string
}

func (o *outbox) send(mail string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed.Load() {
		return false
	}
	o.mails <- mail
	return true
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed.Store(true)
	close(o.mails)
}

func main() {
	o := &outbox{mails: make(chan string, 1)}
	sent := make(chan bool, 1)
	go func() { sent <- o.send("hello") }()
	o.close()
	fmt.Println(<-sent)
}
