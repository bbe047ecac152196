// flow-changing-operations.md, the case of a Once: of two concurrent Do one is executed; if that is main's, the
// bug is met.
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
	on := sync.Once{}

	go func() {
		on.Do(func() { fmt.Println("no bug") })
	}()

	on.Do(codeWithBug)
}
