// The sender looks at a flag that says whether the channel is closed; it may be closed between the look and the
// sending.
// bug: panic send on closed channel
// class: send-close
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

type outbox struct {
	closed atomic.Bool
	mails  chan string
}

func (o *outbox) send(mail string) bool {
	if o.closed.Load() {
		return false
	}
	o.mails <- mail // BUG
	return true
}

func (o *outbox) close() {
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
