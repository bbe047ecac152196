// A goroutine assigns its result to the err of the function around it, which uses it as well.
// bug: race err
// class: anonymous-function
// natural: 200/200 runs with -race
package main

import (
	"errors"
	"fmt"
)

func store(name string) error {
	if name == "" {
		return errors.New("no name")
	}
	return nil
}

func main() {
	done := make(chan bool)
	err := store("first")
	go func() {
		err = store("") // BUG
		close(done)
	}()
	err = store("second") // BUG
	if err != nil {       // BUG
		fmt.Println(err)
	}
	<-done
}
