// The goroutine is handed what the Once makes, and does not ask for it.
// bug: none
// class: once
package main

import (
	"fmt"
	"sync"
)

var setup sync.Once
var table map[string]int

func get(key string) int {
	setup.Do(func() {
		table = map[string]int{"a": 1}
		checked := make(chan bool, 1)
		go func(made map[string]int) { checked <- made["a"] == 1 }(table)
		if !<-checked {
			fmt.Println("wrong table")
		}
	})
	return table[key]
}

func main() {
	fmt.Println(get("a"))
}
