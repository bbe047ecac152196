// A test of a counter whose increment is two atomic operations: it mostly passes.
// bug: test-failure counted
// class: test
// natural: 0/200 runs
package kernel

import (
	"sync"
	"sync/atomic"
	"testing"
)

type counter struct {
	n atomic.Int32
}

func (c *counter) increment() {
	c.n.Store(c.n.Load() + 1)
}

func TestCounter(t *testing.T) {
	c := &counter{}
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			c.increment()
		}()
	}
	wg.Wait()
	if got := c.n.Load(); got != 2 {
		t.Errorf("counted %d of 2", got) // BUG
	}
}
