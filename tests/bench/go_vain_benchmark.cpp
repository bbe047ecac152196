// Exhaustive exploration of families of growing Go programs: runs in vain per graph, and time per graph. Both should
// stay bounded by a polynomial in the size of the program.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/frontend/go.hpp"

namespace graphfuzz::go {
namespace {

// `items` numbers go through `stages` goroutines, each of which selects between its input and being told to stop.
std::string pipeline(int stages, int items) {
  return fmt::format(R"(package main
func stage(in, out chan int, stop chan bool) {{
	for {{
		select {{
		case v := <-in:
			select {{
			case out <- v + 1:
			case <-stop:
				return
			}}
		case <-stop:
			return
		}}
	}}
}}
func main() {{
	stop := make(chan bool)
	first := make(chan int)
	in := first
	for s := 0; s < {}; s++ {{
		out := make(chan int)
		go stage(in, out, stop)
		in = out
	}}
	go func() {{
		for i := 0; i < {}; i++ {{
			first <- i
		}}
	}}()
	for i := 0; i < {}; i++ {{
		<-in
	}}
	close(stop)
}}
)",
                     stages, items, items);
}

// Two senders, and a receiver that selects between their channels, in rounds.
std::string select_rounds(int rounds, int) {
  return fmt::format(R"(package main
func main() {{
	a, b := make(chan int), make(chan int)
	for _, c := range []chan int{{a, b}} {{
		go func(c chan int) {{
			for i := 0; i < {}; i++ {{
				c <- i
			}}
		}}(c)
	}}
	for i := 0; i < {}; i++ {{
		select {{
		case <-a:
		case <-b:
		}}
	}}
}}
)",
                     rounds, 2 * rounds);
}

// Workers take jobs from one channel, and give results into another.
std::string pool(int workers, int jobs) {
  return fmt::format(R"(package main
func main() {{
	jobs, results := make(chan int), make(chan int, {})
	for w := 0; w < {}; w++ {{
		go func() {{
			for j := range jobs {{
				results <- j * j
			}}
		}}()
	}}
	for j := 0; j < {}; j++ {{
		jobs <- j
	}}
	close(jobs)
	for j := 0; j < {}; j++ {{
		<-results
	}}
}}
)",
                     jobs, workers, jobs, jobs);
}

// Goroutines that take two locks in turn.
std::string locks(int goroutines, int rounds) {
  return fmt::format(R"(package main
import "sync"
var a, b sync.Mutex
func main() {{
	var wg sync.WaitGroup
	for g := 0; g < {}; g++ {{
		wg.Add(1)
		go func() {{
			for i := 0; i < {}; i++ {{
				a.Lock()
				a.Unlock()
				b.Lock()
				b.Unlock()
			}}
			wg.Done()
		}}()
	}}
	wg.Wait()
}}
)",
                     goroutines, rounds);
}

// A counter that a lock protects, read by one.
std::string counter(int goroutines, int rounds) {
  return fmt::format(R"(package main
import "sync"
var mu sync.RWMutex
var n int
func main() {{
	for g := 0; g < {}; g++ {{
		go func() {{
			for i := 0; i < {}; i++ {{
				mu.Lock()
				n++
				mu.Unlock()
			}}
		}}()
	}}
	mu.RLock()
	_ = n
	mu.RUnlock()
}}
)",
                     goroutines, rounds);
}

// A goroutine that counts so many ticks, and one that sends meanwhile.
std::string ticker(int ticks, int sends) {
  return fmt::format(R"(package main
import "time"
func main() {{
	t := time.NewTicker(time.Second)
	c := make(chan int)
	go func() {{
		for i := 0; i < {}; i++ {{
			c <- i
		}}
	}}()
	for n := 0; n < {}; {{
		select {{
		case <-t.C:
			n++
		case <-c:
		}}
	}}
	t.Stop()
}}
)",
                     sends, ticks);
}

// Requests, each with a time limit.
std::string timeouts(int requests, int) {
  return fmt::format(R"(package main
import "time"
func main() {{
	for i := 0; i < {}; i++ {{
		c := make(chan int, 1)
		go func() {{
			c <- 1
		}}()
		select {{
		case <-c:
		case <-time.After(time.Second):
		}}
	}}
}}
)",
                     requests);
}

// Receivers that do not wait.
std::string polls(int goroutines, int rounds) {
  return fmt::format(R"(package main
func main() {{
	c := make(chan int, 2)
	for g := 0; g < {}; g++ {{
		go func() {{
			for i := 0; i < {}; i++ {{
				select {{
				case <-c:
				default:
				}}
			}}
		}}()
	}}
	for i := 0; i < {}; i++ {{
		c <- i
	}}
}}
)",
                     goroutines, rounds, rounds);
}

void explore(benchmark::State& state, std::string (*make)(int, int), int a, int b, Order order) {
  constexpr std::uint64_t kMost = 20'000;
  const auto program = parse_go(make(a, b), "family.go");
  std::uint64_t graphs = 0, vain = 0;
  bool all = false;
  for (auto _ : state) {
    Tree tree({order});
    Explorer explorer(*program, {}, std::make_shared<RoutineNames>(), tree, 1);
    const auto begin = std::chrono::steady_clock::now();
    const auto late = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::seconds(5); };
    while (graphs + vain < kMost && !late()) {
      const Visit visit = explorer.explore();
      if ((all = visit == Visit::exhausted)) break;
      ++(visit == Visit::vain ? vain : graphs);
    }
  }
  const auto counted = static_cast<double>(graphs == 0 ? 1 : graphs);
  state.counters["graphs"] = static_cast<double>(graphs);
  state.counters["all"] = all ? 1 : 0;
  state.counters["vain_per_graph"] = static_cast<double>(vain) / counted;
  state.counters["graph_time"] = benchmark::Counter(
      counted, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);  // printed as a time per graph
}

const auto* const registered = [] {
  struct Family {
    const char* name;
    std::string (*make)(int, int);
    std::vector<std::pair<int, int>> sizes;
  };
  const std::vector<Family> families = {
      {"pipeline", pipeline, {{1, 2}, {1, 4}, {2, 2}, {2, 4}, {3, 2}, {3, 4}, {4, 4}, {6, 6}}},
      {"select_rounds", select_rounds, {{2, 0}, {4, 0}, {6, 0}, {16, 0}, {64, 0}}},
      {"pool", pool, {{2, 2}, {2, 4}, {3, 3}, {3, 4}}},
      {"locks", locks, {{2, 2}, {3, 1}, {3, 2}, {4, 2}, {4, 8}}},
      {"counter", counter, {{2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 8}}},
      {"ticker", ticker, {{1, 1}, {2, 1}, {2, 2}, {3, 2}, {4, 4}}},
      {"timeouts", timeouts, {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {6, 0}}},
      {"polls", polls, {{1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 2}}},
  };
  for (const Order order : {Order::deepest, Order::random}) {
    for (const Family& family : families) {
      for (const auto& [a, b] : family.sizes) {
        const std::string name =
            fmt::format("{}/{}/{}/{}", family.name, a, b, order == Order::random ? "random" : "deepest");
        benchmark::RegisterBenchmark(name.c_str(), explore, family.make, a, b, order)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return "";
}();

}  // namespace
}  // namespace graphfuzz::go
