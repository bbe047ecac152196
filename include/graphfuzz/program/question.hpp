// Question: what is asked of the final states of a program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

enum class Quantifier : std::uint8_t { exists, not_exists, forall };

/// A state is what Program::describe puts into words: Program::state_size values. Immutable and shared by all workers.
class Question {
 public:
  virtual ~Question() = default;

  /// Can `keeps` be false at all? If not, it is not asked.
  virtual bool filters() const { return false; }
  /// Is the state to be counted at all (`filter`)?
  virtual bool keeps(std::span<const Value> /*state*/) const { return true; }
  /// Does the condition's bare proposition hold in the state?
  virtual bool satisfies(std::span<const Value> state) const = 0;
  virtual Quantifier quantifier() const = 0;
  /// The condition with its quantifier, in herd7's normal spelling.
  virtual std::string condition() const = 0;

  /// What the states that are asked about consist of: registers of threads, and locations.
  struct Subjects {
    std::vector<ThreadId> threads{};
    std::vector<Location> locations{};
  };
  /// Nothing: it is not known.
  virtual std::optional<Subjects> subjects() const { return std::nullopt; }
};

/// "forall (true)": that of a program of which nothing is asked.
const Question& no_question();

}  // namespace graphfuzz
