// Two closers look whether the channel is closed already, and both find that it is not.
// bug: panic close of closed channel
// class: send-close
// natural: 0/200 runs
package main

import "sync"

type stream struct {
	done chan struct{}
}

func (s *stream) close() {
	select {
	case <-s.done:
	default:
		close(s.done) // BUG
	}
}

func main() {
	s := &stream{done: make(chan struct{})}
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			s.close()
		}()
	}
	<-s.done
	wg.Wait()
}
