// The functions are made in the loop and run after it: all of them see the index after the last.
// bug: panic index out of range
// class: anonymous-function
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

func main() {
	names := []string{"a", "b"}
	var jobs []func()
	for i := 0; i < len(names); i++ {
		jobs = append(jobs, func() { fmt.Println(names[i]) }) // BUG
	}
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func(job func()) {
			defer wg.Done()
			job()
		}(job)
	}
	wg.Wait()
}
