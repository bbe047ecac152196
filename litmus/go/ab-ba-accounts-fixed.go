// The locks are always taken in the order of the account numbers.
// bug: none
// class: ab-ba
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
	first, second := from, to
	if first.id > second.id {
		first, second = second, first
	}
	first.mu.Lock()
	second.mu.Lock()
	from.balance -= amount
	to.balance += amount
	second.mu.Unlock()
	first.mu.Unlock()
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
	wg.Wait()
	fmt.Println(a.balance, b.balance)
}
