// The places of a program, by their names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

/// Several positions may be of the same place ("file#line"): the first one stands for all of them.
class Places {
 public:
  /// Of the program, which must live as long, and may come to know more of them.
  explicit Places(const GoProgram& program) : program_(program), learned_(program.may_differ()) { look(); }

  /// Takes in what the program knows by now.
  void look();
  /// By position.
  const std::vector<std::string>& names() const { return names_; }
  /// "file:line", or "?".
  const std::string& words(Position position) const;
  Position canonical(Position position) const { return position < canonical_.size() ? canonical_[position] : position; }
  /// What tells it from others, the same in every process: its number, unless it was learned from runs.
  std::uint64_t mark(Position position) const { return learned_ ? hash(position) : position; }
  /// Of the name; the same whatever else the program knows.
  std::uint64_t hash(Position position) const;
  /// The position called so, "file:line" or "file#line"; kNoPosition if none is, or can be.
  Position find(std::string_view name);

 private:
  const GoProgram& program_;
  const bool learned_;
  std::vector<std::string> words_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> hashes_;  // of the names
  std::vector<Position> canonical_;
  std::map<std::string, Position, std::less<>> first_;  // with the name
};

}  // namespace graphfuzz::go
