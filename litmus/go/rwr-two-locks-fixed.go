// Both readers take the locks in the same order.
// bug: none
// class: rwr
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
		ages.RLock()
		fmt.Println(name, age)
		ages.RUnlock()
		names.RUnlock()
	}()
	go func() {
		defer wg.Done()
		names.RLock()
		ages.RLock()
		fmt.Println(age, name)
		ages.RUnlock()
		names.RUnlock()
	}()
	go func() {
		defer wg.Done()
		names.Lock()
		name = "Grace"
		names.Unlock()
	}()
	go func() {
		defer wg.Done()
		ages.Lock()
		age = 37
		ages.Unlock()
	}()
	wg.Wait()
}
