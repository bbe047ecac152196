// The error path returns without giving the place back.
// bug: deadlock all goroutines are asleep
// class: semaphore
// natural: 200/200 runs
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

var places = make(chan struct{}, 1)
var overloaded atomic.Bool

func serve() error {
	places <- struct{}{} // BUG
	if overloaded.Load() {
		return errors.New("overloaded")
	}
	<-places
	return nil
}

func main() {
	results := make(chan error, 2)
	go func() { results <- serve() }()
	go func() { results <- serve() }()
	overloaded.Store(true)
	for i := 0; i < 2; i++ {
		fmt.Println(<-results) // BUG
	}
}
