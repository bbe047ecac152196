// The first use makes the connection, and who is first is not settled.
// bug: race db
// class: data-race
// natural: 200/200 runs with -race
package main

import "fmt"

type database struct {
	name string
}

var db *database

func connection() *database {
	if db == nil { // BUG
		db = &database{name: "main"} // BUG
	}
	return db // BUG
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
