// Both parts are received before anything is decided.
// bug: none
// class: channel
package main

import (
	"errors"
	"fmt"
)

var errBroken = errors.New("broken part")

type part struct {
	data string
	err  error
}

func fetch(parts chan<- part, p part) {
	parts <- p
}

func download() (string, error) {
	parts := make(chan part)
	go fetch(parts, part{data: "head"})
	go fetch(parts, part{err: errBroken})
	first := <-parts
	second := <-parts
	if first.err != nil {
		return "", first.err
	}
	if second.err != nil {
		return "", second.err
	}
	return first.data + second.data, nil
}

func main() {
	fmt.Println(download())
}
