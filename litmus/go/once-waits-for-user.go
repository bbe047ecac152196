// The function of a Once waits for a goroutine, which first calls the same Once.
// bug: deadlock all goroutines are asleep
// class: once
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

var setup sync.Once
var table map[string]int

func get(key string) int {
	setup.Do(func() { // BUG
		table = map[string]int{"a": 1}
		checked := make(chan bool, 1)
		go func() { checked <- get("a") == 1 }()
		if !<-checked { // BUG
			fmt.Println("wrong table")
		}
	})
	return table[key]
}

func main() {
	fmt.Println(get("a"))
}
