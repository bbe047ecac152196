// What a program's file says of its own executions, and whether it came true.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

/// Of one program under one model.
struct Expectation {
  struct ExpectedBug {
    std::string kind;
    std::string text;  ///< a part of the message
  };
  std::string observation;          ///< "Never", "Sometimes", "Always"; empty: nothing is said of it
  std::vector<ExpectedBug> bugs;    ///< all that there are
  std::vector<std::string> places;  ///< "f.go:12": each bug is reported at one of them; empty: nothing is said of it
};

/// Reads "Expect-MODEL=Never|Sometimes|Always" and "Bug-MODEL=KIND|none" (litmus tests; what is not said of a variant
/// of a model is as with the model), or "// bug: KIND TEXT", "// bug: none" and lines that end with "// BUG" (Go).
/// `kind`: of the target. Nothing if the text says nothing of the model. Throws std::invalid_argument
/// ("FILE:LINE:COLUMN: expected …, found …"), also for models and kinds of bugs that there are not: what they say would
/// never be checked.
std::optional<Expectation> expectation_of(std::string_view text, const std::string& file, std::string_view kind,
                                          const std::string& model);

/// Is this the bug that is expected, by its kind and its place, or its message where no places are given?
bool shows(const Expectation& expectation, const Expectation::ExpectedBug& expected, const Bug& bug);
/// Is a bug of this kind expected, wherever it is? Goroutines that are blocked for ever are a deadlock or a leak, as
/// main is among them or not, which the same bug may be in different executions.
bool allows(const Expectation& expectation, const Bug& bug);

struct ExpectationCheck {
  enum class Match : std::uint8_t {
    met,
    missed,
    open,  ///< nothing speaks against it, but not all executions were visited, so that it is not proven
  };
  Match match = Match::met;
  std::string expected;  ///< in words
  std::string found;
};

ExpectationCheck check(const Expectation& expectation, const CampaignResult& result);

}  // namespace graphfuzz
