// A queue whose pop() returns on its error path without giving the lock back: the next one to want the lock waits
// for ever.
// bug: deadlock all goroutines are asleep
// class: double-lock
// natural: 199/200 runs
package main

import (
	"errors"
	"fmt"
	"sync"
)

type queue struct {
	mu   sync.Mutex
	jobs []int
}

var errEmpty = errors.New("queue is empty")

func (q *queue) push(job int) {
	q.mu.Lock() // BUG
	q.jobs = append(q.jobs, job)
	q.mu.Unlock()
}

func (q *queue) pop() (int, error) {
	q.mu.Lock()
	if len(q.jobs) == 0 {
		return 0, errEmpty
	}
	job := q.jobs[0]
	q.jobs = q.jobs[1:]
	q.mu.Unlock()
	return job, nil
}

func main() {
	q := &queue{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		q.push(7)
	}()
	if _, err := q.pop(); err != nil {
		fmt.Println("nothing yet:", err)
	}
	wg.Wait() // BUG
	fmt.Println(q.pop())
}
