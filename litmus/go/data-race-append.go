// Two goroutines append to the same slice; each element has a place of its own, but the slice's header has not.
// bug: race found
// class: data-race
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

func main() {
	var found []string
	var wg sync.WaitGroup
	wg.Add(2)
	for _, name := range []string{"a", "b"} {
		go func(name string) {
			defer wg.Done()
			found = append(found, name) // BUG
		}(name)
	}
	wg.Wait()
	fmt.Println(len(found))
}
