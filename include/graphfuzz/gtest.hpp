// Tests of GoogleTest whose body graphfuzz explores:
//
//   #include <graphfuzz/gtest.hpp>
//
//   GRAPHFUZZ_TEST(Queue, KeepsTheOrder) {
//     Queue queue;
//     std::thread producer([&] { queue.push(1); queue.push(2); });
//     EXPECT_NE(queue.pop(), 2);
//     producer.join();
//   }
//   GRAPHFUZZ_TEST_OPTIONS(Queue, IsNotEmpty, {.model = "sc", .strategy = "pct", .executions = 1000}) { … }
//
// The test passes if no execution shows a bug: a failure of an EXPECT_ or ASSERT_, a data race, a deadlock, whatever
// graphfuzz finds in programs. Each is a failure of the test, with what happened, and with what to say to have that one
// execution replayed: GRAPHFUZZ_REPLAY=FILE in the environment.
//
// The program is built by graphfuzz-c++ and linked with GoogleTest as it is. A test without options is explored
// exhaustively, for a minute at most. A test whose bounds were reached passes if nothing was found until then, and says
// so. Properties graphfuzz_executions and graphfuzz_graphs are recorded.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <graphfuzz/harness.h>
#include <graphfuzz/explore.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

namespace graphfuzz::testing {

/// Of a test without options.
inline ExploreOptions default_options() {
  ExploreOptions options;
  options.exhaustive = true;
  options.seconds = 60;
  return options;
}

namespace detail {

/// Has failures of GoogleTest's assertions fail the execution.
class Reporter final : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  Reporter() : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, nullptr) {}
  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const char* const file = result.file_name() == nullptr ? "" : result.file_name();
    graphfuzz_fail(file, static_cast<unsigned>(std::max(result.line_number(), 0)), result.message());
  }
};

inline std::string how_to_replay(const ExploreFinding& finding, const std::string& test) {
  if (finding.replay.empty()) return "";
  return "To replay it: GRAPHFUZZ_REPLAY=" + finding.replay + " " + ::testing::internal::GetArgvs().front() +
         " --gtest_filter=" + test + "\n";
}

template <class Body>
void run(Body body, const char* suite, const char* test, const char* file, int line, ExploreOptions options) {
  options.name = std::string(suite) + "." + test;
  if (const char* const replay = std::getenv("GRAPHFUZZ_REPLAY"); replay != nullptr && *replay != 0) {
    options.replay = replay;
  }
  Exploration result;
  try {
    const Reporter reporter;
    result = graphfuzz::explore(body, options);
  } catch (const std::exception& e) {
    GTEST_FAIL_AT(file, line) << e.what();
  }
  constexpr std::size_t kMost = 3;
  for (std::size_t i = 0; i < std::min(result.findings.size(), kMost); ++i) {
    ADD_FAILURE_AT(file, line) << result.findings[i] << how_to_replay(result.findings[i], options.name);
  }
  if (result.findings.size() > kMost) {
    ADD_FAILURE_AT(file, line) << result.findings.size() - kMost << " other findings, see " << options.replay_folder;
  }
  ::testing::Test::RecordProperty("graphfuzz_executions", std::to_string(result.executions));
  ::testing::Test::RecordProperty("graphfuzz_graphs", std::to_string(result.graphs));
  if (!options.replay.empty()) return;
  if (result.findings.empty() && result.executions == result.blocked + result.truncated) {
    GTEST_FAIL_AT(file, line) << "no execution came to its end: " << result.blocked << " blocked, " << result.truncated
                              << " truncated";
  }
  if (!result.complete) {
    std::cout << "[graphfuzz ] " << options.name << ": " << result.executions << " executions, not all there are\n";
  }
}

}  // namespace detail
}  // namespace graphfuzz::testing

#define GRAPHFUZZ_TEST_BODY_(SUITE, NAME) GraphfuzzBody_##SUITE##_##NAME

/// A test with options, `{.model = "sc"}`: those of ExploreOptions, but for the name.
#define GRAPHFUZZ_TEST_OPTIONS(SUITE, NAME, ...)                                                             \
  static void GRAPHFUZZ_TEST_BODY_(SUITE, NAME)();                                                           \
  TEST(SUITE, NAME) {                                                                                        \
    ::graphfuzz::testing::detail::run(&GRAPHFUZZ_TEST_BODY_(SUITE, NAME), #SUITE, #NAME, __FILE__, __LINE__, \
                                      ::graphfuzz::ExploreOptions __VA_ARGS__);                              \
  }                                                                                                          \
  static void GRAPHFUZZ_TEST_BODY_(SUITE, NAME)()

/// A test that is explored exhaustively.
#define GRAPHFUZZ_TEST(SUITE, NAME) GRAPHFUZZ_TEST_OPTIONS(SUITE, NAME, (::graphfuzz::testing::default_options()))
