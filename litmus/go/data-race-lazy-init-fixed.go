// The connection is made by a Once.
// bug: none
// class: data-race
package main

import (
	"fmt"
	"sync"
)

type database struct {
	name string
}

var db *database
var open sync.Once

func connection() *database {
	open.Do(func() { db = &database{name: "main"} })
	return db
}

func main() {
	done := make(chan bool)
	go func() {
		fmt.Println(connection() != nil)
		close(done)
	}()
	fmt.Println(connection() != nil)
	<-done
}
