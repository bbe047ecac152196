// Predicted bugs are replayed: select-based-fuzzing.md, "Fuzzing".
#include "graphfuzz/fuzz/go/bug_replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/directed_search.hpp"

namespace graphfuzz::go {
namespace {

/// How the first run of a seed that ends well goes on: of so many tries in how many a bug was predicted, and the next
/// run had a bug that happened.
struct Tried {
  unsigned predicted = 0, happened = 0;
  std::set<int> exit_codes;
};

Tried second_runs(const std::string& source, StrategyKind strategy) {
  const auto program = parse_go(source, "replay.go");
  Tried tried;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    GraphCounts counts;
    DirectedSearch search(GoFuzzOptions::of(strategy), Record{},
                          machine_runner(*program, {}, std::make_shared<RoutineNames>()), counts, seed);
    const auto bugs = [&] {
      const std::vector<Finding> found = search.engine().runner().findings();
      return std::any_of(found.begin(), found.end(), [](const Finding& f) { return !f.remark; });
    };
    search.step();
    if (bugs() || search.engine().predicted().empty()) continue;
    ++tried.predicted;
    search.step();
    if (search.input().replays == 0) continue;
    tried.exit_codes.insert(search.input().replays);
    tried.happened += bugs() ? 1 : 0;
  }
  return tried;
}

void expect_replayed(const std::string& source, int exit_code) {
  for (const StrategyKind strategy : {StrategyKind::gfuzz_hb, StrategyKind::gopie_hb, StrategyKind::flow}) {
    const Tried tried = second_runs(source, strategy);
    EXPECT_GT(tried.predicted, 3U) << name(strategy);
    EXPECT_EQ(tried.happened, tried.predicted) << name(strategy);
    EXPECT_THAT(tried.exit_codes, ::testing::ElementsAre(exit_code)) << name(strategy);
  }
}

TEST(GoBugReplay, SendOnClosed) {
  expect_replayed(R"(package main
func main() {
	c, done := make(chan int, 1), make(chan int)
	go func() {
		c <- 1
		done <- 1
	}()
	close(c)
	<-done
}
)",
                  30);
}

TEST(GoBugReplay, NegativeWaitGroup) {
  expect_replayed(R"(package main
import "sync"
func main() {
	var w sync.WaitGroup
	done := make(chan int)
	go func() {
		w.Done()
		done <- 1
	}()
	w.Add(1)
	<-done
}
)",
                  34);
}

TEST(GoBugReplay, UnlockOfUnlocked) {
  expect_replayed(R"(package main
import "sync"
func main() {
	var m sync.Mutex
	done := make(chan int)
	go func() {
		m.Unlock()
		done <- 1
	}()
	m.Lock()
	<-done
}
)",
                  35);
}

TEST(GoBugReplay, CyclicDeadlock) {
  expect_replayed(R"(package main
import "sync"
func main() {
	var a, b sync.Mutex
	var w sync.WaitGroup
	w.Add(2)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		w.Done()
	}()
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		w.Done()
	}()
	w.Wait()
}
)",
                  41);
}

// Nobody is told of what nobody has predicted, and nothing twice.
TEST(GoBugReplay, EachOnce) {
  const auto program = parse_go(R"(package main
func main() {
	c, done := make(chan int, 1), make(chan int)
	go func() {
		c <- 1
		done <- 1
	}()
	<-done
	close(c)
}
)",
                                "replay.go");
  GraphCounts counts;
  DirectedSearch search(GoFuzzOptions::of(StrategyKind::gfuzz_hb), Record{},
                        machine_runner(*program, {}, std::make_shared<RoutineNames>()), counts, 1);
  for (int run = 0; run < 20; ++run) {
    search.step();
    EXPECT_EQ(search.input().replays, 0) << "the close is after the send";
  }
}

}  // namespace
}  // namespace graphfuzz::go
