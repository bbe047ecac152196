// ANSI colours, or none.
#pragma once

#include <string>
#include <string_view>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

class Colours {
 public:
  explicit Colours(bool on) : on_(on) {}
  std::string red(std::string_view text) const { return paint("\x1b[1;31m", text); }
  std::string green(std::string_view text) const { return paint("\x1b[32m", text); }
  std::string bold(std::string_view text) const { return paint("\x1b[1m", text); }

  /// Green for ok. What is not proven has no colour. An `exists` that was not seen is no bug and stays as it is.
  std::string verdict(std::string_view text, const CampaignResult& result) const {
    if (decision(result) == Decision::open && result.verdict != Verdict::undef) return bold(text);
    if (result.verdict == Verdict::ok) return green(text);
    if (result.verdict == Verdict::no && result.quantifier == Quantifier::exists) return bold(text);
    return red(text);
  }

 private:
  std::string paint(std::string_view code, std::string_view text) const {
    if (!on_) return std::string(text);
    return std::string(code).append(text).append("\x1b[0m");
  }

  bool on_;
};

}  // namespace graphfuzz
