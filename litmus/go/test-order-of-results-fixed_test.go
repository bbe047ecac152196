// The test expects them in any order.
// bug: none
// class: test
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
	if first+second != 3 {
		t.Fatalf("got %d, %d, want 1 and 2", first, second)
	}
}
