package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type safe struct {
	sync.RWMutex
	m map[string]int
}

func (s *safe) add(k string, n int) {
	s.Lock()
	defer s.Unlock()
	s.m[k] += n
}

func (s *safe) get(k string) int {
	s.RLock()
	defer s.RUnlock()
	return s.m[k]
}

func worker(id int, jobs <-chan int, results chan<- [2]int, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		results <- [2]int{j, j * j}
	}
	_ = id
}

func producer(ctx context.Context, out chan<- int) error {
	for i := 0; ; i++ {
		select {
		case out <- i:
		case <-ctx.Done():
			close(out)
			return ctx.Err()
		}
	}
}

func main() {
	jobs, results := make(chan int, 5), make(chan [2]int, 10)
	var wg sync.WaitGroup
	for w := 0; w < 3; w++ {
		wg.Add(1)
		go worker(w, jobs, results, &wg)
	}
	for i := 0; i < 6; i++ {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(results)
	sum := 0
	for r := range results {
		sum += r[0] * r[1]
	}
	fmt.Println("sum", sum)

	s := safe{m: map[string]int{}}
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func(n int) { defer wg.Done(); s.add("k", n) }(i)
	}
	wg.Wait()
	fmt.Println(s.get("k"))

	var n int32
	var typed atomic.Int64
	var flag atomic.Bool
	var val atomic.Value
	for i := 0; i < 5; i++ {
		wg.Add(1)
		go func() { atomic.AddInt32(&n, 2); typed.Add(3); flag.Store(true); val.Store("v"); wg.Done() }()
	}
	wg.Wait()
	fmt.Println(atomic.LoadInt32(&n), typed.Load(), flag.Load(), val.Load(), atomic.CompareAndSwapInt32(&n, 10, 1), n)

	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), "key", "value"))
	ch := make(chan int)
	errs := make(chan error, 1)
	go func() { errs <- producer(ctx, ch) }()
	fmt.Println(<-ch, <-ch, <-ch)
	cancel()
	for range ch {
	}
	err := <-errs
	fmt.Println(err, errors.Is(err, context.Canceled), ctx.Err(), ctx.Value("key"), ctx.Value("other"))
	child, stop := context.WithTimeout(ctx, time.Hour)
	defer stop()
	<-child.Done()
	fmt.Println(child.Err())
	tctx, stop2 := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop2()
	select {
	case <-tctx.Done():
		fmt.Println(tctx.Err(), tctx.Err() == context.DeadlineExceeded)
	case <-time.After(10 * time.Second):
		fmt.Println("late")
	}

	var once sync.Once
	func() {
		defer func() { fmt.Println("once panicked:", recover()) }()
		once.Do(func() { panic("first") })
	}()
	once.Do(func() { fmt.Println("never") })

	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	fmt.Println("ready", mu.TryLock(), mu.TryLock())

	var nilch chan int
	select {
	case v := <-nilch:
		fmt.Println(v)
	default:
		fmt.Println("default")
	}
	c := make(chan string, 2)
	c <- "a"
	c <- "b"
	fmt.Println(len(c), cap(c), <-c, len(c))
	close(c)
	v, ok := <-c
	fmt.Println(v, ok)
	v, ok = <-c
	fmt.Printf("%q %v\n", v, ok)
	timer := time.NewTimer(time.Hour)
	fmt.Println(timer.Stop(), timer.Stop(), timer.Reset(time.Microsecond))
	<-timer.C
	done := make(chan struct{})
	time.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	tick := time.NewTicker(time.Millisecond)
	<-tick.C
	<-tick.C
	tick.Stop()
	l := s.RLocker()
	l.Lock()
	fmt.Println(s.TryRLock(), s.TryLock())
	l.Unlock()
	type msg struct {
		id    int
		reply chan string
	}
	reqs := make(chan msg)
	go func() {
		for m := range reqs {
			m.reply <- fmt.Sprint("reply ", m.id)
		}
	}()
	m := msg{7, make(chan string)}
	reqs <- m
	fmt.Println(<-m.reply)
	close(reqs)
	fc := make(chan func() int, 1)
	fc <- func() int { return 42 }
	fmt.Println((<-fc)())
	ec := make(chan error, 1)
	ec <- nil
	fmt.Println(<-ec == nil)
	fmt.Println(time.Duration(1500)*time.Millisecond, time.Second, 90*time.Minute, time.Duration(1234))
}

// Output:
// sum 225
// 6
// 10 15 true v true 1
// 0 1 2
// context canceled true context canceled value <nil>
// context canceled
// context deadline exceeded true
// once panicked: first
// ready true false
// default
// 2 2 a 1
// b true
// "" false
// true false false
// true false
// reply 7
// 42
// true
// 1.5s 1s 1h30m0s 1.234µs
