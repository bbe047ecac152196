// Each function has a copy of the index.
// bug: none
// class: anonymous-function
package main

import (
	"fmt"
	"sync"
)

func main() {
	names := []string{"a", "b"}
	var jobs []func()
	for i := 0; i < len(names); i++ {
		i := i
		jobs = append(jobs, func() { fmt.Println(names[i]) })
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
