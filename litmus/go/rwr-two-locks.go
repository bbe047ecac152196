// Two readers take two read locks in opposite orders. Readers do not exclude each other, but each waits for the
// writer that waits for the other.
// bug: deadlock all goroutines are asleep
// class: rwr
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

var names, ages sync.RWMutex
var name, age = "Ada", 36

func main() {
	var wg sync.WaitGroup
	wg.Add(4)
	go func() {
		defer wg.Done()
		names.RLock()
		ages.RLock() // BUG
		fmt.Println(name, age)
		ages.RUnlock()
		names.RUnlock()
	}()
	go func() {
		defer wg.Done()
		ages.RLock()
		names.RLock() // BUG
		fmt.Println(age, name)
		names.RUnlock()
		ages.RUnlock()
	}()
	go func() {
		defer wg.Done()
		names.Lock() // BUG
		name = "Grace"
		names.Unlock()
	}()
	go func() {
		defer wg.Done()
		ages.Lock() // BUG
		age = 37
		ages.Unlock()
	}()
	wg.Wait() // BUG
}
