// Each goroutine sends what it found, and one appends.
// bug: none
// class: data-race
package main

import "fmt"

func main() {
	var found []string
	results := make(chan string, 2)
	for _, name := range []string{"a", "b"} {
		go func(name string) {
			results <- name
		}(name)
	}
	for i := 0; i < 2; i++ {
		found = append(found, <-results)
	}
	fmt.Println(len(found))
}
