// The test expects the results in the order in which the requests were started.
// bug: test-failure want
// class: test
// natural: 198/200 runs
package kernel

import "testing"

func fetch(id int, results chan<- int) {
	results <- id
}

func TestFetch(t *testing.T) {
	results := make(chan int, 2)
	go fetch(1, results)
	go fetch(2, results)
	first, second := <-results, <-results
	if first != 1 || second != 2 {
		t.Fatalf("got %d, %d, want 1, 2", first, second) // BUG
	}
}
