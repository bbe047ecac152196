// A check calls Fatal in a goroutine of the test: it ends that goroutine, which then does not answer, and not the
// test.
// bug: test-failure limit
// bug: deadlock all goroutines are asleep
// class: test
// natural: 200/200 runs
package kernel

import (
	"errors"
	"sync/atomic"
	"testing"
)

func check(limit *atomic.Int32) error {
	if limit.Load() > 1 {
		return errors.New("limit is too high")
	}
	return nil
}

func require(t *testing.T, err error) {
	if err != nil {
		t.Fatal(err) // BUG
	}
}

func TestLimit(t *testing.T) {
	var limit atomic.Int32
	done := make(chan bool)
	go func() {
		require(t, check(&limit))
		done <- true
	}()
	limit.Store(2)
	<-done // BUG
}
