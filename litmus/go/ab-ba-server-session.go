// Closing a server locks it and then its session; a session that closes itself locks itself and then the server.
// bug: leak lock
// class: ab-ba
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

type server struct {
	mu       sync.Mutex
	sessions []*session
}

type session struct {
	mu     sync.Mutex
	server *server
	open   bool
}

func (s *server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, each := range s.sessions {
		each.mu.Lock() // BUG
		each.open = false
		each.mu.Unlock()
	}
}

func (s *server) remove(gone *session) {
	s.mu.Lock() // BUG
	defer s.mu.Unlock()
	for i, each := range s.sessions {
		if each == gone {
			s.sessions = append(s.sessions[:i], s.sessions[i+1:]...)
			return
		}
	}
}

func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		s.open = false
		s.server.remove(s)
	}
}

func main() {
	s := &server{}
	client := &session{server: s, open: true}
	s.sessions = []*session{client}
	go s.close()
	go client.close()
	time.Sleep(10 * time.Millisecond)
	fmt.Println("good bye")
}
