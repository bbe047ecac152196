// Giving back is safe for concurrent use.
// bug: none
// class: test
package kernel

import (
	"sync/atomic"
	"testing"
)

type parser struct {
	busy atomic.Bool
}

func (p *parser) release() {
	p.busy.CompareAndSwap(true, false)
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
