// Transfers lock the account they take from, then the one they give to: two in opposite directions wait for each
// other.
// bug: deadlock all goroutines are asleep
// class: ab-ba
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu      sync.Mutex
	id      int
	balance int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	to.mu.Lock() // BUG
	from.balance -= amount
	to.balance += amount
	to.mu.Unlock()
	from.mu.Unlock()
}

func main() {
	a, b := &account{id: 1, balance: 10}, &account{id: 2, balance: 10}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		transfer(a, b, 3)
	}()
	go func() {
		defer wg.Done()
		transfer(b, a, 5)
	}()
	wg.Wait() // BUG
	fmt.Println(a.balance, b.balance)
}
