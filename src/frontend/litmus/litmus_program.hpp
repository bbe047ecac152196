// A compiled litmus test: the Program that parse_litmus returns.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code.hpp"
#include "decision.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::litmus {

/// One thing that a final state tells: a register, a location, or a whole array.
struct StateItem {
  std::string label;  ///< as herd7 prints it, "P0:r0" or "x"
  bool is_register = false;
  unsigned thread = 0;
  Register reg = kNoRegister;
  Location first = 0;
  std::uint32_t size = 1;  ///< cells
  bool is_array = false;
};

struct LitmusProgram final : Program, Question {
  std::string test_name;
  std::vector<LocationInfo> location_infos;
  std::vector<Cell> cells;  ///< by location
  std::vector<ThreadCode> thread_codes;
  std::vector<std::string> messages;
  std::vector<std::string> waits;  ///< "f.litmus:7:10: lock(l)"
  unsigned unroll = 2;
  Retries retries_found;

  std::vector<StateItem> items;   ///< a state holds their values one after the other
  std::size_t visible_items = 0;  ///< the rest is only there for the filter
  std::size_t state_values = 0;
  std::optional<Decision> proposition;
  std::optional<Decision> filter;
  Quantifier asked = Quantifier::forall;
  std::string condition_text;

  std::string_view name() const override { return test_name; }
  unsigned threads() const override { return static_cast<unsigned>(thread_codes.size()); }
  const std::vector<LocationInfo>& locations() const override { return location_infos; }
  std::unique_ptr<Run> start() const override;
  std::vector<Value> constants() const override;
  std::vector<WriteInCode> writes_in_code() const override;
  Retries retries() const override { return retries_found; }
  std::size_t state_size() const override { return state_values; }
  std::string describe(std::span<const Value> state) const override;
  const Question& question() const override { return *this; }
  bool filters() const override { return filter.has_value(); }
  bool keeps(std::span<const Value> state) const override { return !filter || filter->holds(state); }
  bool satisfies(std::span<const Value> state) const override { return proposition->holds(state); }
  Quantifier quantifier() const override { return asked; }
  std::string condition() const override { return condition_text; }
  std::optional<Subjects> subjects() const override;
  std::string message(std::size_t number) const override { return messages.at(number); }
  std::string wait(ThreadId, std::uint32_t number) const override {
    return number < waits.size() ? waits[number] : std::string();
  }
  bool may_wait() const override { return !waits.empty(); }
  std::string show(Value value) const override;
};

}  // namespace graphfuzz::litmus
