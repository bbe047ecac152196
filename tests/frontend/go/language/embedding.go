package main

import (
	"fmt"
	"sync"
)

type Base struct {
	id   int
	tags []string
}

func (b Base) ID() int           { return b.id }
func (b *Base) Tag(t string)     { b.tags = append(b.tags, t) }
func (b Base) Describe() string  { return fmt.Sprintf("Base(%d)", b.id) }

type Mid struct {
	Base
	name string
}

func (m Mid) Describe() string { return "Mid " + m.Base.Describe() }

type Top struct {
	*Mid
	sync.Mutex
	extra int
}

type Describer interface {
	Describe() string
	ID() int
}

type Wrapper struct{ Describer }

type Logger struct{ prefix string }

func (l *Logger) Log(s string) { fmt.Println(l.prefix + s) }

type Service struct {
	*Logger
	calls int
}

func main() {
	m := Mid{Base{1, nil}, "m"}
	m.Tag("a")
	m.Base.Tag("b")
	fmt.Println(m.id, m.tags, m.ID(), m.Describe(), m.Base.Describe())
	t := Top{Mid: &m, extra: 2}
	t.Lock()
	t.Tag("c")
	t.id = 7
	t.Unlock()
	fmt.Println(m.tags, t.ID(), t.Describe(), t.name)
	var d Describer = t.Mid
	fmt.Println(d.Describe(), d.ID())
	d = &t
	fmt.Println(d.Describe(), d.ID())
	w := Wrapper{d}
	fmt.Println(w.Describe(), w.ID())
	d = w
	fmt.Println(d.ID())
	s := Service{&Logger{"> "}, 0}
	s.Log("hello")
	log := s.Log
	s.Logger = &Logger{"changed "}
	log("bound")
	s.Log("now")
	tag := m.Tag
	tag("d")
	fmt.Println(len(m.tags), t.Mid.Base.tags)
	f := (*Mid).Tag
	f(&m, "e")
	fmt.Println(len(m.tags), Mid.ID(m), (*Top).ID(&t))
}

// Output:
// 1 [a b] 1 Mid Base(1) Base(1)
// [a b c] 7 Mid Base(7) m
// Mid Base(7) 7
// Mid Base(7) 7
// Mid Base(7) 7
// 7
// > hello
// > bound
// changed now
// 4 [a b c d]
// 5 7 7
