// Giving the place back is deferred.
// bug: none
// class: semaphore
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

var places = make(chan struct{}, 1)
var overloaded atomic.Bool

func serve() error {
	places <- struct{}{}
	defer func() { <-places }()
	if overloaded.Load() {
		return errors.New("overloaded")
	}
	return nil
}

func main() {
	results := make(chan error, 2)
	go func() { results <- serve() }()
	go func() { results <- serve() }()
	overloaded.Store(true)
	for i := 0; i < 2; i++ {
		fmt.Println(<-results)
	}
}
