// The state is compared and changed at once.
// bug: none
// class: atomic
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
	if atomic.CompareAndSwapInt32(&s.state, idle, running) {
		if atomic.AddInt32(&s.starts, 1) > 1 {
			panic("started twice")
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
