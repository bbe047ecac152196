// A walk takes a place for each folder and keeps it while it walks the folders inside: two walks together use up
// the places.
// bug: deadlock all goroutines are asleep
// class: semaphore
// natural: 0/200 runs
package main

var places = make(chan struct{}, 2)

func walk(depth int) {
	places <- struct{}{} // BUG
	defer func() { <-places }()
	if depth > 0 {
		walk(depth - 1)
	}
}

func main() {
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			walk(1)
			done <- true
		}()
	}
	<-done // BUG
	<-done
}
