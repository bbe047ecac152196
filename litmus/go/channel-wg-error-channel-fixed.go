// Of several errors the first is kept, and the others are dropped.
// bug: none
// class: channel-wg
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var failing atomic.Int32

func step(n int) error {
	if failing.Load() > 0 {
		return fmt.Errorf("step %d failed", n)
	}
	return nil
}

func main() {
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	for n := 1; n <= 2; n++ {
		go func(n int) {
			defer wg.Done()
			if err := step(n); err != nil {
				select {
				case failed <- err:
				default:
				}
			}
		}(n)
	}
	failing.Add(1)
	wg.Wait()
	select {
	case err := <-failed:
		fmt.Println(err)
	default:
		fmt.Println("all well")
	}
}
