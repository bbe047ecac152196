// A part of a program that the program has explored: what happens in it under all interleavings, and with all values
// that loads can read under a memory model.
//
//   std::atomic<int> x = 0;
//   const graphfuzz::Exploration found = graphfuzz::explore([&] {
//     std::thread other([&] { x.store(1, std::memory_order_relaxed); });
//     assert(x.load() < 2);
//     other.join();
//   }, {.model = "rc11", .exhaustive = true});
//   if (!found.findings.empty()) std::cout << found.findings.front();
//
// The program is built by graphfuzz-c++, and is run as any other: only what is in the body is explored, and that in a
// copy of the process. Whenever the body is run, all memory is as it is at the call; what the body does is not seen in
// the process itself. No other threads may be there at the call. What there is for the body to say is in
// graphfuzz/harness.h. Files that are open, and what other processes see, are not taken back.
#pragma once

#include <graphfuzz/explore.h>

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#pragma weak graphfuzz_explore
#pragma weak graphfuzz_exploration_free

namespace graphfuzz {

/// As the options of the command line that have these names (graphfuzz --help).
struct ExploreOptions {
  std::string name = "explore";  ///< what the body is called, in results and in names of replay files
  std::string model = "rc11";    ///< one model, or a .cat file
  std::string strategy = "optimal";
  std::uint64_t executions = 10'000;  ///< at most; of an exhaustive exploration only if they are another number
  double seconds = 0;                 ///< at most; 0: as long as it takes
  bool exhaustive = false;            ///< every execution graph, once
  bool stop_on_bug = false;
  std::optional<std::uint64_t> seed{};
  std::optional<unsigned> depth{};  ///< of the strategy pct
  std::string plain = "watch";      ///< plain accesses: watch, sc, relaxed, sc-all, relaxed-all
  std::string replay_folder = "graphfuzz-replays";
  std::string replay{};             ///< a replay file: only the execution that it tells of
  std::vector<std::string> more{};  ///< other words of the command line
};

/// What one or more executions showed.
struct ExploreFinding {
  std::string kind;    ///< "assertion", "race", "deadlock", …
  std::string text;    ///< "queue.cpp:12:1: assertion failed: …"
  std::string trace;   ///< the execution, one event a line
  std::string output;  ///< what was written in it
  std::string replay;  ///< the file by which it can be replayed; may be empty
  std::uint64_t executions = 0;
};

inline std::ostream& operator<<(std::ostream& out, const ExploreFinding& finding) {
  out << finding.kind << ": " << finding.text << '\n' << finding.trace;
  if (!finding.output.empty()) out << "Output of the program:\n" << finding.output << '\n';
  if (!finding.replay.empty()) out << "replay file: " << finding.replay << '\n';
  return out;
}

struct Exploration {
  bool complete = false;  ///< was every execution graph built?
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;    ///< of those, that ended with a thread waiting in vain
  std::uint64_t truncated = 0;  ///< …, that a bound cut
  std::uint64_t graphs = 0;     ///< distinct execution graphs
  std::vector<ExploreFinding> findings;
  std::vector<ExploreFinding> remarks;  ///< what is no bug, but may be of interest
  std::vector<std::string> states;      ///< the outcomes: "popped=1; pushed=2;" (graphfuzz_note)
};

namespace explore_detail {

inline std::vector<std::string> words_of(const ExploreOptions& options) {
  std::vector<std::string> words;
  const auto add = [&words](const char* option, std::string value) {
    words.emplace_back(option);
    words.push_back(std::move(value));
  };
  const ExploreOptions usual;
  if (!options.replay.empty()) {
    add("--replay", options.replay);
    return words;
  }
  add("--model", options.model);
  if (options.strategy != usual.strategy) add("--strategy", options.strategy);
  add("--plain", options.plain);
  add("--replay-dir", options.replay_folder);
  if (options.exhaustive) words.emplace_back("--exhaustive");
  if (options.stop_on_bug) words.emplace_back("--stop-on-bug");
  if (options.seconds > 0) add("--time", std::to_string(options.seconds));
  const bool unlimited = options.exhaustive || options.seconds > 0;
  if (!unlimited || options.executions != usual.executions) add("--executions", std::to_string(options.executions));
  if (options.seed) add("--seed", std::to_string(*options.seed));
  if (options.depth) add("--depth", std::to_string(*options.depth));
  words.insert(words.end(), options.more.begin(), options.more.end());
  return words;
}

inline std::vector<ExploreFinding> findings_of(const graphfuzz_finding* first, std::size_t count) {
  std::vector<ExploreFinding> findings;
  for (const graphfuzz_finding* f = first; f != first + count; ++f) {
    findings.push_back({f->kind, f->text, f->trace, f->output, f->replay, f->executions});
  }
  return findings;
}

inline Exploration explore(void (*body)(void*), void* argument, const ExploreOptions& options) {
  if (graphfuzz_explore == nullptr || graphfuzz_exploration_free == nullptr) {
    throw std::runtime_error(
        "graphfuzz::explore: the program is not linked with graphfuzz's runtime: build it with "
        "graphfuzz-c++");
  }
  const std::vector<std::string> words = words_of(options);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  const std::unique_ptr<graphfuzz_exploration, void (*)(graphfuzz_exploration*)> got(
      graphfuzz_explore(body, argument, options.name.c_str(), pointers.data()), graphfuzz_exploration_free);
  if (!got) throw std::bad_alloc();
  const std::string error = std::string("graphfuzz::explore: ") + got->error;
  if (got->status == GRAPHFUZZ_WRONG_OPTIONS) throw std::invalid_argument(error);
  if (got->status != GRAPHFUZZ_EXPLORED) throw std::runtime_error(error);
  Exploration result;
  result.complete = got->complete != 0;
  result.executions = got->executions;
  result.blocked = got->blocked;
  result.truncated = got->truncated;
  result.graphs = got->graphs;
  result.findings = findings_of(got->findings, got->findings_count);
  result.remarks = findings_of(got->remarks, got->remarks_count);
  result.states.assign(got->states, got->states + got->states_count);
  return result;
}

}  // namespace explore_detail

/// Explores what happens when `body()` is called. Throws std::invalid_argument, if the options are wrong, or a file
/// cannot be read or written, and std::runtime_error if the body cannot be explored: because of other threads, or
/// because the program was not built for it, or is explored as a whole.
template <class Body>
Exploration explore(Body&& body, const ExploreOptions& options = {}) {
  auto run = [&body] { body(); };
  const auto call = [](void* function) { (*static_cast<decltype(run)*>(function))(); };
  return explore_detail::explore(call, &run, options);
}

}  // namespace graphfuzz
