// Stop closes the channel of samples while the sampler may still send.
// bug: panic send on closed channel
// class: send-close
// natural: 199/200 runs
package main

import (
	"fmt"
	"time"
)

type sampler struct {
	samples chan int
}

func (s *sampler) run() {
	for i := 0; i < 2; i++ {
		s.samples <- i // BUG
	}
}

func main() {
	s := &sampler{samples: make(chan int, 2)}
	go s.run()
	close(s.samples)
	for v := range s.samples {
		fmt.Println(v)
	}
	time.Sleep(time.Millisecond)
}
