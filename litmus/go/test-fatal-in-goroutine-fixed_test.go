// The goroutine hands its error to the test, which ends itself.
// bug: none
// class: test
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

func TestLimit(t *testing.T) {
	var limit atomic.Int32
	done := make(chan error, 1)
	go func() {
		done <- check(&limit)
	}()
	limit.Store(2)
	if err := <-done; err != nil {
		t.Log(err)
	}
}
