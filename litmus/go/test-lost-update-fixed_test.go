// The increment is one operation.
// bug: none
// class: test
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
	c.n.Add(1)
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
		t.Errorf("counted %d of 2", got)
	}
}
