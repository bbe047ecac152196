// The last producer to finish closes it.
// bug: none
// class: send-close
package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	lines := make(chan string)
	var left atomic.Int32
	left.Store(2)
	produce := func(line string) {
		lines <- line
		if left.Add(-1) == 0 {
			close(lines)
		}
	}
	go produce("a")
	go produce("b")
	for line := range lines {
		fmt.Println(line)
	}
	time.Sleep(time.Millisecond)
}
