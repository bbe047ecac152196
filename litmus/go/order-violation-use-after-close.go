// close() sets the connection to nil, and a heartbeat that comes later uses it.
// bug: panic nil pointer
// class: order-violation
// natural: 200/200 runs
package main

import "sync"

type connection struct {
	beats int
}

type client struct {
	mu   sync.Mutex
	conn *connection
}

func (c *client) heartbeat() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn.beats++ // BUG
}

func (c *client) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn = nil
}

func main() {
	c := &client{conn: &connection{}}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		c.heartbeat()
	}()
	c.close()
	wg.Wait()
}
