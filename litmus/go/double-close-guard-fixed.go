// The channel is closed by a Once.
// bug: none
// class: send-close
package main

import "sync"

type stream struct {
	done chan struct{}
	once sync.Once
}

func (s *stream) close() {
	s.once.Do(func() { close(s.done) })
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
