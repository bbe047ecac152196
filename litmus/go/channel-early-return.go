// On an error of the first part the function returns without having received the second part.
// bug: leak send
// class: channel
// natural: 200/200 runs
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
	parts <- p // BUG
}

func download() (string, error) {
	parts := make(chan part)
	go fetch(parts, part{data: "head"})
	go fetch(parts, part{err: errBroken})
	first := <-parts
	if first.err != nil {
		return "", first.err
	}
	second := <-parts
	if second.err != nil {
		return "", second.err
	}
	return first.data + second.data, nil
}

func main() {
	fmt.Println(download())
}
