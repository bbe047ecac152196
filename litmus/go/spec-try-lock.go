// flow-changing-operations.md, "Similar scenarios can be created e.g. for try-locks": whose TryLock is the first
// gets the lock and keeps it; if that is main, the bug is met.
// bug: panic the bug
// class: spec
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

func codeWithBug() {
	panic("the bug") // BUG
}

func main() {
	m := sync.Mutex{}

	go func() {
		if m.TryLock() {
			fmt.Println("no bug")
		}
	}()

	if m.TryLock() {
		codeWithBug()
	}
}
