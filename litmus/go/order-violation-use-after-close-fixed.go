// The heartbeat looks whether there is still a connection.
// bug: none
// class: order-violation
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
	if c.conn == nil {
		return
	}
	c.conn.beats++
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
