// The log file is closed when the request is answered, but the request's goroutine still has a line to write.
// bug: panic write to closed log
// class: order-violation
// natural: 6/200 runs
package main

import (
	"fmt"
	"sync"
)

type logFile struct {
	mu     sync.Mutex
	closed bool
	lines  int
}

func (l *logFile) write() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		panic("write to closed log") // BUG
	}
	l.lines++
}

func (l *logFile) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

func main() {
	l := &logFile{}
	answer, ended := make(chan string), make(chan bool)
	go func() {
		defer close(ended)
		answer <- "200"
		l.write()
	}()
	fmt.Println(<-answer)
	l.close()
	<-ended
}
