// The jobs are submitted by a goroutine of their own.
// bug: none
// class: worker-pool
package main

import "fmt"

func worker(jobs <-chan int, results chan<- int) {
	for n := range jobs {
		results <- n * n
	}
}

func main() {
	jobs, results := make(chan int), make(chan int)
	go worker(jobs, results)
	go worker(jobs, results)
	go func() {
		for n := 1; n <= 3; n++ {
			jobs <- n
		}
		close(jobs)
	}()
	sum := 0
	for n := 1; n <= 3; n++ {
		sum += <-results
	}
	fmt.Println(sum)
}
