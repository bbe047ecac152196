// The subscribers are copied under the lock and called without it.
// bug: none
// class: double-lock
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
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.subscribers, id)
}

func (r *registry) publish(message string) {
	r.mu.Lock()
	var told []func(string)
	for _, f := range r.subscribers {
		told = append(told, f)
	}
	r.mu.Unlock()
	for _, f := range told {
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
