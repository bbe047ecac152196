// A registry that calls its subscribers while it holds its lock; one of them unsubscribes itself when it is told
// that it is over, and that takes the lock.
// bug: deadlock all goroutines are asleep
// class: double-lock
// natural: 1/200 runs
package main

import "sync"

type registry struct {
	mu          sync.Mutex
	subscribers map[int]func(string)
}

func (r *registry) subscribe(id int, f func(string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.subscribers[id] = f
}

func (r *registry) unsubscribe(id int) {
	r.mu.Lock() // BUG
	defer r.mu.Unlock()
	delete(r.subscribers, id)
}

func (r *registry) publish(message string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.subscribers {
		f(message)
	}
}

func main() {
	r := &registry{subscribers: map[int]func(string){}}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		r.subscribe(1, func(message string) {
			if message == "over" {
				r.unsubscribe(1)
			}
		})
	}()
	r.publish("over")
	wg.Wait()
}
