#include "graphfuzz/report/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/xml.hpp"

namespace graphfuzz {
namespace {

/// An attribute's value.
std::string attribute(std::string_view text) { return '"' + xml_text(text) + '"'; }

std::string_view element(JunitCase::Outcome outcome) {
  switch (outcome) {
    case JunitCase::Outcome::passed:
      return "";
    case JunitCase::Outcome::failed:
      return "failure";
    case JunitCase::Outcome::skipped:
      return "skipped";
    case JunitCase::Outcome::error:
      return "error";
  }
  return "";
}

std::string counts(std::span<const JunitCase> cases) {
  const auto count = [&](JunitCase::Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(), [&](const JunitCase& c) { return c.outcome == outcome; });
  };
  double seconds = 0;
  for (const JunitCase& c : cases) seconds += c.seconds;
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", cases.size(),
                     count(JunitCase::Outcome::failed), count(JunitCase::Outcome::error),
                     count(JunitCase::Outcome::skipped), seconds);
}

std::string suite(std::span<const JunitCase> cases) {
  std::string text = fmt::format("  <testsuite name={} {}>\n", attribute(cases.front().file), counts(cases));
  for (const JunitCase& c : cases) {
    text += fmt::format("    <testcase name={} classname={} time=\"{:.3f}\"", attribute(c.name), attribute(c.model),
                        c.seconds);
    text += c.outcome == JunitCase::Outcome::passed
                ? "/>\n"
                : fmt::format("><{} message={}/></testcase>\n", element(c.outcome), attribute(c.message));
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string to_junit(std::span<const JunitCase> cases) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites {}>\n", counts(cases));
  for (std::size_t begin = 0, end = 0; begin < cases.size(); begin = end) {
    while (end < cases.size() && cases[end].file == cases[begin].file) ++end;
    text += suite(cases.subspan(begin, end - begin));
  }
  return text + "</testsuites>\n";
}

}  // namespace graphfuzz
