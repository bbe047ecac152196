// Which tests of an executable a pattern of go test means, and how one of them is asked for.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "frontend/native/build/process.hpp"
#include "frontend/real_go/process.hpp"
#include "frontend/real_go/toolchain.hpp"
#include "graphfuzz/frontend/real_go.hpp"

namespace graphfuzz::real_go {
namespace {

// In Go's words, on a line of its own.
constexpr std::string_view kNothingToRun = "testing: warning: no tests to run\n";

/// One alternative of a pattern: what the name of the test is to match, and, from its slash on, those of sub-tests.
struct Alternative {
  std::string test;
  std::string subtests;
};

/// Go's package testing takes a pattern apart at each "|" that is in no brackets, and then each of these at its
/// slashes. An unmatched "]" is a character like any other.
std::vector<Alternative> alternatives_of(const std::string& pattern) {
  std::vector<Alternative> alternatives(1);
  int squares = 0, parentheses = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const bool outside = squares == 0 && parentheses == 0;
    if (c == '|' && outside) {
      alternatives.emplace_back();
      continue;
    }
    Alternative& last = alternatives.back();
    std::string& part = last.subtests.empty() && !(c == '/' && outside) ? last.test : last.subtests;
    part += c;
    if (c == '\\' && i + 1 < pattern.size()) {
      part += pattern[++i];
    } else if (c == '[') {
      ++squares;
    } else if (c == ']') {
      squares = std::max(0, squares - 1);
    } else if (c == '(' && squares == 0) {
      ++parentheses;
    } else if (c == ')' && squares == 0) {
      --parentheses;
    }
  }
  return alternatives;
}

std::vector<std::string> tests_that_match(const Executable& executable, const std::string& pattern) {
  std::vector<std::string> tests;
  native::Process process({executable.file, "-test.list", pattern.empty() ? "." : pattern});
  const bool listed = process.wait();
  const std::string output = without_frames(process.output());
  for (const std::string& line : lines_of(output)) {
    if (line.starts_with("Test") && line.find(' ') == line.npos) tests.push_back(line);
  }
  // A TestMain may end with what code it likes after that: executions of the tests will tell.
  if (listed || !tests.empty()) return tests;
  std::string what = without_frames(process.errors());
  if (what.empty()) what = output;
  throw BuildError(fmt::format(
      "{}: its tests cannot be listed: TestMain, or what comes before it, has ended the process when it was asked for "
      "them (-test.list): {}{}",
      executable.package, process.ending(), what.empty() ? ", and it wrote nothing" : '\n' + what));
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::vector<std::string> tests_of(const Executable& executable, const std::string& pattern, const std::string& skip) {
  std::vector<Alternative> alternatives = alternatives_of(pattern);
  if (std::ranges::all_of(alternatives, &std::string::empty, &Alternative::subtests)) alternatives = {{pattern, ""}};
  std::vector<std::vector<std::string>> matching;
  for (const Alternative& alternative : alternatives)
    matching.push_back(tests_that_match(executable, alternative.test));
  std::vector<std::string> tests = alternatives.size() == 1 ? matching[0] : tests_that_match(executable, "");
  if (!skip.empty()) {
    const std::vector<Alternative> skipped = alternatives_of(skip);
    if (!std::ranges::all_of(skipped, &std::string::empty, &Alternative::subtests)) {
      throw BuildError("-skip: expected names of tests, found sub-tests: " + skip);
    }
    const std::vector<std::string> names = tests_that_match(executable, skip);
    std::erase_if(tests, [&](const std::string& test) { return is_among(names, test); });
  }
  std::vector<std::string> result;
  for (const std::string& test : tests) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      if (!is_among(matching[i], test)) continue;
      names.push_back(test + alternatives[i].subtests);
      if (alternatives[i].subtests.empty()) {
        names = {test};  // all of it, whatever others choose
        break;
      }
    }
    if (!names.empty()) result.push_back(fmt::format("{}", fmt::join(names, "|")));
  }
  return result;
}

bool says_nothing_ran(std::string_view output) { return output.find(kNothingToRun) != output.npos; }

std::string nothing_ran(const std::string& test) {
  const std::vector<Alternative> alternatives = alternatives_of(test);
  if (alternatives.front().subtests.empty()) return {};
  std::vector<std::string> wanted;
  for (const Alternative& alternative : alternatives) wanted.push_back(alternative.subtests.substr(1));
  return fmt::format("no tests to run: {} has no sub-test that matches {}", alternatives.front().test,
                     fmt::join(wanted, "|"));
}

std::string only(const std::string& test) {
  std::vector<std::string> patterns;
  for (const Alternative& alternative : alternatives_of(test)) {
    patterns.push_back("^" + alternative.test + "$" + alternative.subtests);
  }
  return fmt::format("{}", fmt::join(patterns, "|"));
}

}  // namespace graphfuzz::real_go
