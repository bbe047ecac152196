// Only the sampler closes the channel, when it is told to stop.
// bug: none
// class: send-close
package main

import (
	"fmt"
	"time"
)

type sampler struct {
	samples chan int
	quit    chan struct{}
}

func (s *sampler) run() {
	defer close(s.samples)
	for i := 0; i < 2; i++ {
		select {
		case s.samples <- i:
		case <-s.quit:
			return
		}
	}
}

func main() {
	s := &sampler{samples: make(chan int, 2), quit: make(chan struct{})}
	go s.run()
	close(s.quit)
	for v := range s.samples {
		fmt.Println(v)
	}
	time.Sleep(time.Millisecond)
}
