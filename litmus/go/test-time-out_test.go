// The test gives the operation a fixed time, which is not always enough.
// bug: test-failure no answer
// class: test
// natural: 0/200 runs
package kernel

import (
	"testing"
	"time"
)

func TestAnswer(t *testing.T) {
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	select {
	case got := <-answer:
		if got != 42 {
			t.Errorf("got %d", got)
		}
	case <-time.After(2 * time.Millisecond):
		t.Error("no answer") // BUG
	}
}
