#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

/// A context's channel is made when the context is; Go makes it when it is first asked for. Otherwise: a lock for each
/// context, the channel is closed by whoever cancels, children are cancelled while the parent's lock is held, and Err
/// takes the lock. A parent that is not of this package is waited for by a goroutine.
const std::string_view kContext = R"go(
package context

import (
	"errors"
	"sync"
	"time"
)

type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

type CancelFunc func()

var Canceled = errors.New("context canceled")
var DeadlineExceeded error = deadlineError{}

type deadlineError struct{}

func (deadlineError) Error() string   { return "context deadline exceeded" }
func (deadlineError) Timeout() bool   { return true }
func (deadlineError) Temporary() bool { return true }

type empty struct{ name string }

func (*empty) Deadline() (deadline time.Time, ok bool) { return }
func (*empty) Done() <-chan struct{}                   { return nil }
func (*empty) Err() error                              { return nil }
func (*empty) Value(key any) any                       { return nil }
func (e *empty) String() string                        { return e.name }

var background = &empty{"context.Background"}
var todo = &empty{"context.TODO"}

func Background() Context { return background }
func TODO() Context       { return todo }

type cancellable struct {
	Context
	mu       sync.Mutex
	done     chan struct{}
	err      error
	children []*cancellable
	parent   *cancellable
	timer    *time.Timer
	deadline time.Time
	timed    bool
}

func (c *cancellable) Done() <-chan struct{} { return c.done }

func (c *cancellable) Err() error {
	c.mu.Lock()
	err := c.err
	c.mu.Unlock()
	return err
}

func (c *cancellable) Deadline() (deadline time.Time, ok bool) {
	if c.timed {
		return c.deadline, true
	}
	return c.Context.Deadline()
}

type whoCancels struct{}

func (c *cancellable) Value(key any) any {
	if _, ok := key.(whoCancels); ok {
		return c
	}
	return c.Context.Value(key)
}

func (c *cancellable) cancel(leave bool, err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	close(c.done)
	for _, child := range c.children {
		child.cancel(false, err)
	}
	c.children = nil
	timer := c.timer
	c.timer = nil
	c.mu.Unlock()
	if timer != nil {
		timer.Stop()
	}
	if leave && c.parent != nil {
		c.parent.remove(c)
	}
}

func (c *cancellable) remove(child *cancellable) {
	c.mu.Lock()
	for i, other := range c.children {
		if other == child {
			rest := make([]*cancellable, 0, len(c.children))
			rest = append(rest, c.children[:i]...)
			c.children = append(rest, c.children[i+1:]...)
			break
		}
	}
	c.mu.Unlock()
}

func newCancellable(parent Context) *cancellable {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return &cancellable{Context: parent, done: make(chan struct{})}
}

// follow has c cancelled when its parent is.
func (c *cancellable) follow(parent Context) {
	ended := parent.Done()
	if ended == nil {
		return
	}
	if p, ok := parent.Value(whoCancels{}).(*cancellable); ok {
		p.mu.Lock()
		if p.err != nil {
			err := p.err
			p.mu.Unlock()
			c.cancel(false, err)
			return
		}
		c.parent = p
		p.children = append(p.children, c)
		p.mu.Unlock()
		return
	}
	go func() {
		select {
		case <-ended:
			c.cancel(false, parent.Err())
		case <-c.done:
		}
	}()
}

func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := newCancellable(parent)
	c.follow(parent)
	return c, func() { c.cancel(true, Canceled) }
}

func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithTimeout(parent, d.Sub(time.Now()))
}

func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	c := newCancellable(parent)
	c.deadline = time.Now().Add(timeout)
	c.timed = true
	c.follow(parent)
	if timeout <= 0 {
		c.cancel(true, DeadlineExceeded)
		return c, func() { c.cancel(false, Canceled) }
	}
	c.mu.Lock()
	if c.err == nil {
		c.timer = time.AfterFunc(timeout, func() { c.cancel(true, DeadlineExceeded) })
	}
	c.mu.Unlock()
	return c, func() { c.cancel(true, Canceled) }
}

type valued struct {
	Context
	key, value any
}

func (v *valued) Value(key any) any {
	if v.key == key {
		return v.value
	}
	return v.Context.Value(key)
}

func WithValue(parent Context, key, val any) Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if key == nil {
		panic("nil key")
	}
	return &valued{parent, key, val}
}
)go";

}  // namespace graphfuzz::go::packages
