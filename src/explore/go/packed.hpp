// Packed: many small numbers as the bytes of one element of a document, where an element for each would take ten times
// the room. Seven bits a byte, lowest first; the highest bit says that another one follows.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/store/reader.hpp"

namespace graphfuzz::go {

class Packer {
 public:
  Packer& number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
    return *this;
  }
  /// All 64 bits, as they are.
  Packer& word(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
    return *this;
  }
  Packer& real(double value) { return word(std::bit_cast<std::uint64_t>(value)); }
  Packer& step(const Step& step);
  Packer& steps(std::span<const Step> steps);
  Packer& touch(const Touch& touch);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads them back. What is read may come from anybody: each function throws store::DocumentError, naming the element
/// and the byte, unless there is what it is named for.
class Unpacker {
 public:
  explicit Unpacker(const store::Value& value) : value_(value), bytes_(value.bytes()) {}

  bool at_end() const { return at_ == bytes_.size(); }
  void expect_end() const {
    if (!at_end()) fail("the end");
  }

  template <class Number>
  Number number(Number most = std::numeric_limits<Number>::max()) {
    return static_cast<Number>(number_up_to(most));
  }
  std::uint64_t word();
  /// From 0 to `most`.
  double real(double most);
  bool truth() { return number<std::uint8_t>(1) != 0; }
  /// Of goroutines with names less than `names`.
  Step step(std::size_t names);
  std::vector<Step> steps(std::size_t names);
  Touch touch();

  [[noreturn]] void fail(const std::string& expected) const;

 private:
  std::uint64_t number_up_to(std::uint64_t most);
  std::size_t left() const { return bytes_.size() - at_; }

  store::Value value_;
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace graphfuzz::go
