// Many numbers in one byte string of a document: a list of a million steps takes a few bytes a step, and not an element
// of the document for each number.
//
//   store::Packer numbers;
//   for (const Step& step : steps) numbers.add(step.thread);
//   out.key("steps").bytes(numbers.bytes());
//
//   store::Unpacker numbers(saved.field("steps"));
//   while (!numbers.at_end()) steps.push_back({numbers.integer<ThreadId>(0, last)});
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "graphfuzz/store/reader.hpp"

namespace graphfuzz::store {

/// Whole numbers take a byte for each seven bits that they have (LEB128), reals eight.
class Packer {
 public:
  Packer& add(std::uint64_t number);
  /// Infinite ones, too; not NaN, which no Unpacker takes.
  Packer& add_real(double number);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what may come from anybody: each function throws DocumentError if what comes next is not what it is named for.
class Unpacker {
 public:
  /// `bytes` must be bytes, and outlive the unpacker.
  explicit Unpacker(const Value& bytes) : value_(bytes), bytes_(bytes.bytes()) {}

  template <std::unsigned_integral Number>
  Number integer(Number least = 0, Number most = std::numeric_limits<Number>::max()) {
    return static_cast<Number>(next(least, most));
  }
  /// How many things follow, each of which takes so many bytes at least: to be allocated without fear.
  std::size_t count(std::size_t bytes_each = 1) { return next(0, left() / bytes_each); }
  double real(double least = -std::numeric_limits<double>::infinity(),
              double most = std::numeric_limits<double>::infinity());

  std::size_t left() const { return bytes_.size() - position_; }
  bool at_end() const { return left() == 0; }
  void expect_end() const;
  /// Throws DocumentError: the problem in the caller's own words.
  [[noreturn]] void reject(std::string problem) const { value_.reject(std::move(problem)); }

 private:
  std::uint64_t next(std::uint64_t least, std::uint64_t most);

  Value value_;
  std::string bytes_;
  std::size_t position_ = 0;
};

}  // namespace graphfuzz::store
