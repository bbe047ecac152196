// The settings are asked for before the lock is taken.
// bug: none
// class: ab-ba
package main

import (
	"fmt"
	"sync"
)

var (
	mu       sync.Mutex
	load     sync.Once
	settings map[string]string
	users    int
)

func get(key string) string {
	load.Do(func() {
		mu.Lock()
		defer mu.Unlock()
		settings = map[string]string{"colour": "blue"}
	})
	return settings[key]
}

func login() {
	colour := get("colour")
	mu.Lock()
	defer mu.Unlock()
	users++
	fmt.Println(users, colour)
}

func main() {
	done := make(chan bool)
	go func() {
		login()
		close(done)
	}()
	fmt.Println(get("colour"))
	<-done
}
