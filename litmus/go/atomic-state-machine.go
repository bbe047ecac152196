// A service is started if its state says idle; two starters may both read idle, and it runs twice.
// bug: panic started twice
// class: atomic
// natural: 0/200 runs
package main

import "sync/atomic"

const (
	idle int32 = iota
	running
)

type service struct {
	state  int32
	starts int32
}

func (s *service) start() {
	if atomic.LoadInt32(&s.state) == idle {
		atomic.StoreInt32(&s.state, running)
		if atomic.AddInt32(&s.starts, 1) > 1 {
			panic("started twice") // BUG
		}
	}
}

func main() {
	s := &service{}
	done := make(chan bool, 1)
	go func() {
		s.start()
		done <- true
	}()
	s.start()
	<-done
}
