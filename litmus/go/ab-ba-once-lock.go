// A settings loader is run by a Once and takes the lock; who already has the lock asks for the settings, and waits
// for the Once.
// bug: deadlock all goroutines are asleep
// class: ab-ba
// natural: 1/200 runs
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
	load.Do(func() { // BUG
		mu.Lock() // BUG
		defer mu.Unlock()
		settings = map[string]string{"colour": "blue"}
	})
	return settings[key]
}

func login() {
	mu.Lock()
	defer mu.Unlock()
	users++
	fmt.Println(users, get("colour"))
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
