// Random Go programs as source text, for the whole way from the front end to the explorers: loops that count and that
// break, selects with defaults and time-outs, timers, locks, conditions, wait groups, Once, channels with and without
// buffers, closing, nested goroutines, atomics, plain variables. Most are small, many block, panic or leak. What is
// drawn is RapidCheck's to shrink.
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <string>

namespace graphfuzz::go::testing {

class RandomSource {
 public:
  std::string program() {
    const int goroutines = number(1, 3);
    std::string text = R"(package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

)";
    text += fmt::format("var c0, c1, c2 = make(chan int), make(chan int, {}), make(chan int, {})\n", number(0, 2),
                        number(1, 2));
    text += R"(var mu sync.Mutex
var rw sync.RWMutex
var cond = sync.NewCond(&mu)
var wg sync.WaitGroup
var once sync.Once
var n int32
var plain int
var second = time.Second

func try(f func()) {
	defer func() {
		recover()
	}()
	f()
}

)";
    for (int g = 0; g < goroutines; ++g) text += fmt::format("func g{}() {{\n{}}}\n\n", g, block(1, 2, g == 0));
    text += "func main() {\n";
    for (int g = 0; g < goroutines; ++g) text += fmt::format("\tgo g{}()\n", g);
    text += block(1, 2, false);
    text += "\tfmt.Print()\n\tatomic.LoadInt32(&n)\n}\n";
    return text;
  }

 private:
  static int number(int least, int greatest) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, greatest + 1));
  }
  static std::string channel() { return fmt::format("c{}", number(0, 2)); }

  static std::string communication(bool in_select) {
    const std::string c = channel();
    switch (number(0, in_select ? 2 : 1)) {
      case 0:
        return fmt::format("{} <- {}", c, number(0, 2));
      case 1:
        return "<-" + c;
      default:
        return "plain = <-" + c;
    }
  }

  // `forks`: may it start goroutines?
  std::string block(int depth, int most, bool forks) {
    std::string text;
    for (int length = number(1, most); length > 0; --length) text += statement(depth, forks);
    return text;
  }

  std::string select(int depth) {
    const std::string tabs(static_cast<std::size_t>(depth), '\t');
    std::string text = tabs + "select {\n";
    for (int cases = number(1, 2); cases > 0; --cases) {
      text += fmt::format("{}case {}:\n", tabs, communication(true));
      if (number(0, 3) == 0) text += statement(depth + 1, false);
    }
    switch (number(0, 4)) {
      case 0:
      case 1:
        text += fmt::format("{}default:\n", tabs);
        break;
      case 2:
        text += fmt::format("{}case <-time.After(second):\n{}\tfmt.Println(\"late\")\n", tabs, tabs);
        break;
      default:
        break;
    }
    return text + tabs + "}\n";
  }

  std::string statement(int depth, bool forks) {
    const std::string t(static_cast<std::size_t>(depth), '\t');
    const auto line = [&t](std::string_view text) { return fmt::format("{}{}\n", t, text); };
    const bool nests = depth < 3;
    switch (number(0, nests ? 23 : 14)) {
      case 0:
      case 1:
      case 2:
        return line(communication(false));
      case 3:
        return line(fmt::format("try(func() {{ close({}) }})", channel()));
      case 4:
        return line("atomic.AddInt32(&n, 1)");
      case 5:
        return line(fmt::format("fmt.Println(\"n\", atomic.LoadInt32(&n) > {})", number(0, 1)));
      case 6:
        return line("wg.Add(1)");
      case 7:
        return line("try(func() { wg.Done() })");
      case 8:
        return line("wg.Wait()");
      case 9:
        return line(number(0, 1) == 0 ? "cond.Signal()" : "cond.Broadcast()");
      case 10:
        return line("mu.Lock()") + line("cond.Wait()") + line("mu.Unlock()");
      case 11:
        return line(number(0, 1) == 0 ? "plain++" : "time.Sleep(second)");
      case 12:
        return line(fmt::format("fmt.Println(\"got\", <-{})", channel()));
      case 13:
        return line(fmt::format("atomic.CompareAndSwapInt32(&n, {}, 2)", number(0, 1)));
      case 14:
        return line("mu.Lock()") + line("plain++") + line("mu.Unlock()");
      case 15:
        return line("rw.RLock()") + statement(depth, false) + line("rw.RUnlock()");
      case 16:
        return line("rw.Lock()") + statement(depth, false) + line("rw.Unlock()");
      case 17:
        return line("if mu.TryLock() {") + statement(depth + 1, false) + line("\tmu.Unlock()") + line("}");
      case 18:
        return line("once.Do(func() {") + statement(depth + 1, false) + line("})");
      case 19:
        return line(fmt::format("for i := 0; i < {}; i++ {{", number(1, 2))) + statement(depth + 1, false) + line("}");
      case 20:
        return line("for i := 0; i < 2; i++ {") + line("\tif atomic.LoadInt32(&n) > 0 {") + line("\t\tbreak") +
               line("\t}") + statement(depth + 1, false) + line("}");
      case 21:
        if (!forks)
          return line("{") + line("timer := time.AfterFunc(second, func() { atomic.AddInt32(&n, 1) })") +
                 line("timer.Stop()") + line("}");
        return line("go func() {") + statement(depth + 1, false) + line("}()");
      default:
        return select(depth);
    }
  }
};

/// One that is drawn by RapidCheck.
inline std::string random_source() { return RandomSource().program(); }

}  // namespace graphfuzz::go::testing
