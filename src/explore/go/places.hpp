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
  explicit Places(const GoProgram& program) : program_(program) { look(); }

  /// Takes in what the program knows by now.
  void look();
  /// By position.
  const std::vector<std::string>& names() const { return names_; }
  /// "file:line", or "?".
  const std::string& words(Position position) const;
  Position canonical(Position position) const { return position < canonical_.size() ? canonical_[position] : position; }
  /// The position called so, "file:line" or "file#line"; kNoPosition if none is.
  Position find(std::string_view name) const;

 private:
  const GoProgram& program_;
  std::vector<std::string> words_;
  std::vector<std::string> names_;
  std::vector<Position> canonical_;
  std::map<std::string, Position, std::less<>> first_;  // with the name
};

}  // namespace graphfuzz::go
