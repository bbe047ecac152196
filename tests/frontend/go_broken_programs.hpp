// Programs that Go rejects, each with the line that is wrong: what our checker and the real toolchain have to agree on.
#pragma once

#include <string>
#include <vector>

namespace graphfuzz::go {

/// The text of a program; the line that is wrong ends with "// WRONG".
struct BrokenProgram {
  std::string text;

  unsigned line() const {
    unsigned result = 1;
    for (std::size_t i = 0; i < text.find("// WRONG"); ++i) result += text[i] == '\n' ? 1U : 0U;
    return result;
  }
};

/// Statements of a main function; lines from 3.
inline BrokenProgram in_main(const std::string& statements) {
  return {"package main\nfunc main() {\n" + statements + "\n}\n"};
}

inline std::vector<BrokenProgram> broken_programs() {
  std::vector<BrokenProgram> all = {
      // Syntax.
      {"package main\nfunc main() {\n  x := := 1 // WRONG\n}\n"},
      {"package main\nfunc main() {\n  if true // WRONG\n  {\n  }\n}\n"},
      {"package main\nvar x = 'ab' // WRONG\nfunc main() {}\n"},
      {"package main\nvar x = \"\\q\" // WRONG\nfunc main() {}\n"},
      {"package main\nvar x = 08 // WRONG\nfunc main() {}\n"},
      {"package main\nvar x = 1__2 // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f(a int, string) {} // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f(a ...int, b int) {} // WRONG\nfunc main() {}\n"},
      {"package main\nfunc main() {}\nimport \"fmt\" // WRONG\n"},
      // Declarations.
      {"package main\nimport \"fmt\" // WRONG\nfunc main() {}\n"},
      {"package main\nvar x int\nvar x int // WRONG\nfunc main() {}\n"},
      {"package main\nvar x = y // WRONG\nvar y = x\nfunc main() {}\n"},
      {"package main\nvar x = f() // WRONG\nfunc f() int { return x }\nfunc main() {}\n"},
      {"package main\ntype T struct { t T } // WRONG\nfunc main() {}\n"},
      {"package main\ntype T [2]U // WRONG\ntype U struct { t T }\nfunc main() {}\n"},
      {"package main\ntype T T // WRONG\nfunc main() {}\n"},
      {"package main\ntype T struct { a, a int } // WRONG\nfunc main() {}\n"},
      {"package main\ntype T interface { m(); m() } // WRONG\nfunc main() {}\n"},
      {"package main\ntype T struct{}\nfunc (T) m() {}\nfunc (T) m() {} // WRONG\nfunc main() {}\n"},
      {"package main\ntype T struct { m int }\nfunc (T) m() {} // WRONG\nfunc main() {}\n"},
      {"package main\nfunc (int) m() {} // WRONG\nfunc main() {}\n"},
      {"package main\nvar m map[[]int]int // WRONG\nfunc main() {}\n"},
      {"package main\nconst c = f() // WRONG\nfunc f() int { return 1 }\nfunc main() {}\n"},
      {"package main\nconst c uint8 = 256 // WRONG\nfunc main() {}\n"},
      {"package main\nconst c = 1 / 0 // WRONG\nfunc main() {}\n"},
      {"package main\nconst c = len([]int{1}) // WRONG\nfunc main() {}\n"},
      {"package main\nfunc main(x int) {} // WRONG\n"},
      {"package main\nfunc f() int {\n} // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f() int { for { break } } // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f(x int) int { switch x { case 1: return 1 } } // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f() (int, int) { return 1 } // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f() { return 1 } // WRONG\nfunc main() {}\n"},
      {"package main\nfunc f() (x int) {\n{ x := 1; _ = x; return // WRONG\n}\n}\nfunc main() {}\n"},
      // Interfaces and methods.
      {"package main\ntype T struct{}\nfunc (*T) Error() string { return \"\" }\nvar e error = T{} // WRONG\nfunc "
       "main() {}\n"},
      {"package main\ntype T struct{}\nfunc (*T) m() {}\nfunc main() {\n  T{}.m() // WRONG\n}\n"},
      {"package main\ntype I interface { m() }\ntype T struct{}\nfunc f(i I) { _ = i.(T) } // WRONG\nfunc main() {}\n"},
      {"package main\ntype A struct { x int }\ntype B struct { x int }\ntype C struct { A; B }\nfunc main() {\n"
       "  _ = C{}.x // WRONG\n}\n"},
      {"package main\nimport \"sync\"\nfunc main() {\n  var m sync.Mutex\n  m.Look() // WRONG\n}\n"},
      {"package main\nimport \"sync\"\nfunc main() {\n  sync.mutex() // WRONG\n}\n"},
      {"package main\nimport \"sync\"\nfunc main() {\n  sync.Mutex{}.Lock() // WRONG\n}\n"},
  };
  for (const char* statements : {
           "  x := 1 // WRONG",
           "  x := 1 // WRONG\n  x = 2",
           "  x, y := 1, 2 // WRONG\n  _ = x",
           "  y = 1 // WRONG",
           "  x := 1\n  x := 2 // WRONG\n  _ = x",
           "  x := nil // WRONG",
           "  var x int = \"a\" // WRONG\n  _ = x",
           "  var x int8 = 200 // WRONG\n  _ = x",
           "  var x int = 1.5 // WRONG\n  _ = x",
           "  var x string = nil // WRONG\n  _ = x",
           "  a, b := 1 // WRONG\n  _, _ = a, b",
           "  1 + 2 // WRONG",
           "  len(\"a\") // WRONG",
           "  _ = 1 + \"a\" // WRONG",
           "  x, y := 1, int64(2)\n  _ = x + y // WRONG",
           "  _ = []int{} == []int{} // WRONG",
           "  _ = func() {} == func() {} // WRONG",
           "  _ = nil == nil // WRONG",
           "  _ = true < false // WRONG",
           "  _ = !1 // WRONG",
           "  _ = -\"a\" // WRONG",
           "  x := 1\n  _ = x / 0 // WRONG",
           "  _ = 1 << -1 // WRONG",
           "  _ = 1.5 << 1 // WRONG",
           "  var f float64 = 1\n  _ = f % 2 // WRONG",
           "  if 1 { // WRONG\n  }",
           "  for 1 { // WRONG\n  }",
           "  break // WRONG",
           "  for {\n    func() {\n      break // WRONG\n    }()\n  }",
           "  switch {\n  case true:\n    continue // WRONG\n  }",
           "L: // WRONG\n  for {\n  }",
           "L:\n  for {\n    break L\n  }\n  for {\n    break L // WRONG\n  }",
           "L:\n  if true {\n    for {\n      continue L // WRONG\n    }\n  }",
           "  switch 1 {\n  case 1:\n  case 1: // WRONG\n  }",
           "  switch 1 {\n  default:\n  default: // WRONG\n  }",
           "  switch 1 {\n  case \"a\": // WRONG\n  }",
           "  switch {\n  case true:\n    fallthrough // WRONG\n  }",
           "  var e error\n  switch e.(type) {\n  case int: // WRONG\n  }",
           "  var e interface{}\n  switch e.(type) {\n  case int:\n  case int: // WRONG\n  }",
           "  var e interface{}\n  switch x := e.(type) { // WRONG\n  case int:\n  }",
           "  var e interface{}\n  _ = e.(type) // WRONG",
           "  _ = 1 .(int) // WRONG",
           "  c := make(chan<- int)\n  <-c // WRONG",
           "  c := make(<-chan int)\n  c <- 1 // WRONG",
           "  c := make(<-chan int)\n  close(c) // WRONG",
           "  c := make(chan int)\n  c <- \"a\" // WRONG",
           "  c := make(chan<- int)\n  for range c { // WRONG\n  }",
           "  c := make(chan int)\n  for a, b := range c { // WRONG\n    _, _ = a, b\n  }",
           "  for range 1.5 { // WRONG\n  }",
           "  select {\n  case 1: // WRONG\n  }",
           "  c := make(chan int)\n  select {\n  case x := <-c: // WRONG\n  }",
           "  go 1 // WRONG",
           "  go func() {} // WRONG",
           "  defer int(1) // WRONG",
           "  defer len(\"a\") // WRONG",
           "  f := func(a int) {}\n  f() // WRONG",
           "  f := func(a int) {}\n  f(1, 2) // WRONG",
           "  f := func(a int) {}\n  f(\"a\") // WRONG",
           "  f := func(a ...int) {}\n  f([]int{1}) // WRONG",
           "  f := func() {}\n  x := f() // WRONG\n  _ = x",
           "  f := func() (int, int) { return 1, 2 }\n  x := f() // WRONG\n  _ = x",
           "  x := 1\n  x() // WRONG",
           "  x := 1\n  *x = 2 // WRONG",
           "  x := 1\n  x.y = 2 // WRONG",
           "  x := 1\n  _ = x[0] // WRONG",
           "  _ = &1 // WRONG",
           "  1 = 2 // WRONG",
           "  const c = 1\n  c = 2 // WRONG",
           "  m := map[string]struct{ x int }{}\n  m[\"a\"].x = 1 // WRONG",
           "  m := map[string]int{}\n  _ = &m[\"a\"] // WRONG",
           "  m := map[string]int{}\n  m[1] = 2 // WRONG",
           "  s := \"abc\"\n  s[0] = 'x' // WRONG",
           "  a := [2]int{}\n  _ = a[2] // WRONG",
           "  a := [2]int{1, 2, 3} // WRONG\n  _ = a",
           "  _ = []int{0: 1, 0: 2} // WRONG",
           "  _ = map[string]int{\"a\": 1, \"a\": 2} // WRONG",
           "  _ = struct{ a, b int }{1} // WRONG",
           "  _ = struct{ a, b int }{a: 1, 2} // WRONG",
           "  _ = struct{ a int }{b: 1} // WRONG",
           "  _ = struct{ a int }{a: 1, a: 2} // WRONG",
           "  _ = []int{1}[-1] // WRONG",
           "  _ = \"abc\"[2:1] // WRONG",
           "  _ = make(int) // WRONG",
           "  _ = make([]int) // WRONG",
           "  _ = make([]int, 2, 1) // WRONG",
           "  _ = append(1, 2) // WRONG",
           "  _ = append([]int{}, \"a\") // WRONG",
           "  _ = cap(map[int]int{}) // WRONG",
           "  delete([]int{}, 0) // WRONG",
           "  _ = int(\"a\") // WRONG",
           "  _ = string(1.5) // WRONG",
           "  _ = uint8(300) // WRONG",
           "  s := uint(1)\n  _ = string(1 << s) // WRONG",
           "  s := uint(1)\n  _ = float64(1 << s) // WRONG",
           "  _ = int // WRONG",
           "  var x undefined // WRONG",
           "  x := 1\n  var y x // WRONG",
           "  iota++ // WRONG",
           "  x := 1\n  x++ = 2 // WRONG",
       }) {
    all.push_back(in_main(statements));
  }
  return all;
}

}  // namespace graphfuzz::go
