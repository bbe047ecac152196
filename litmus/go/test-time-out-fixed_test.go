// The test waits as long as it takes.
// bug: none
// class: test
package kernel

import "testing"

func TestAnswer(t *testing.T) {
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	got := <-answer
	if got != 42 {
		t.Errorf("got %d", got)
	}
}
