// A router looks up the channel of a topic; of a topic that is not there it gets the nil channel, and sends to it.
// bug: leak send
// class: nil-channel
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

type router struct {
	mu     sync.Mutex
	topics map[string]chan string
}

func (r *router) subscribe(topic string) <-chan string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.topics[topic] = make(chan string, 1)
	return r.topics[topic]
}

func (r *router) publish(topic, text string) {
	r.mu.Lock()
	ch := r.topics[topic]
	r.mu.Unlock()
	ch <- text // BUG
}

func main() {
	r := &router{topics: map[string]chan string{}}
	go r.publish("news", "it works")
	news := r.subscribe("news")
	select {
	case text := <-news:
		fmt.Println(text)
	case <-time.After(10 * time.Millisecond):
		fmt.Println("no news")
	}
}
