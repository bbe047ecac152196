// The goroutine has its own err and hands it over.
// bug: none
// class: anonymous-function
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
	done := make(chan error, 1)
	err := store("first")
	go func() {
		err := store("")
		done <- err
	}()
	err = store("second")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(<-done)
}
