// The place is given back before the folders inside are walked.
// bug: none
// class: semaphore
package main

var places = make(chan struct{}, 2)

func walk(depth int) {
	places <- struct{}{}
	<-places
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
	<-done
	<-done
}
