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
  std::string observation;        ///< "Never", "Sometimes", "Always"; empty: nothing is said of it
  std::vector<ExpectedBug> bugs;  ///< all that there are
};

/// Reads "Expect-MODEL=Never|Sometimes|Always" and "Bug-MODEL=KIND" (litmus tests; what is not said of a variant of a
/// model is as with the model), or "// bug: KIND TEXT" and "// bug: none" (Go). `kind`: of the target. Nothing if the
/// text says nothing of the model. Throws std::invalid_argument ("FILE:LINE:1: expected …, found …").
std::optional<Expectation> expectation_of(std::string_view text, const std::string& file, std::string_view kind,
                                          const std::string& model);

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
