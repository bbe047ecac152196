// Two goroutines of a test use a parser that is not made for that: its buffer may be given back twice.
// bug: panic buffer is not in use
// class: test
// natural: 0/200 runs
package kernel

import (
	"sync/atomic"
	"testing"
)

type parser struct {
	busy atomic.Bool
}

func (p *parser) release() {
	if !p.busy.Load() {
		return
	}
	if !p.busy.CompareAndSwap(true, false) {
		panic("buffer is not in use") // BUG
	}
}

func TestRelease(t *testing.T) {
	p := &parser{}
	p.busy.Store(true)
	done := make(chan bool, 1)
	go func() {
		p.release()
		done <- true
	}()
	p.release()
	<-done
	if p.busy.Load() {
		t.Error("still in use")
	}
}
