// Each of two producers closes the shared channel when it is done.
// bug: panic close of closed channel
// bug: panic send on closed channel
// class: send-close
// natural: 200/200 runs
package main

import (
	"fmt"
	"time"
)

func main() {
	lines := make(chan string)
	produce := func(line string) {
		lines <- line // BUG
		close(lines)  // BUG
	}
	go produce("a")
	go produce("b")
	for line := range lines {
		fmt.Println(line)
	}
	time.Sleep(time.Millisecond)
}
