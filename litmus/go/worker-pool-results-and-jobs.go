// All jobs are submitted before any result is read, and the workers wait for somebody to read their results.
// bug: deadlock all goroutines are asleep
// class: worker-pool
// natural: 200/200 runs
package main

import "fmt"

func worker(jobs <-chan int, results chan<- int) {
	for n := range jobs {
		results <- n * n // BUG
	}
}

func main() {
	jobs, results := make(chan int), make(chan int)
	go worker(jobs, results)
	go worker(jobs, results)
	for n := 1; n <= 3; n++ {
		jobs <- n // BUG
	}
	close(jobs)
	sum := 0
	for n := 1; n <= 3; n++ {
		sum += <-results
	}
	fmt.Println(sum)
}
