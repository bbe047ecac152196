// The values of Go's constants. Integers have 128 bits (Go asks for at least 256; beyond 128 is an error), floating
// point numbers those of long double.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace graphfuzz::go::syntax {

__extension__ using Integer = __int128;

enum class ConstantKind : std::uint8_t { boolean, integer, floating, string };

struct Constant {
  ConstantKind kind = ConstantKind::integer;
  bool boolean = false;
  Integer integer = 0;
  long double floating = 0;
  std::string string;

  /// For constants of an integer type: the value in two's complement, of up to 64 bits.
  std::int64_t bits() const { return static_cast<std::int64_t>(static_cast<std::uint64_t>(integer)); }

  static Constant of(bool value) { return {ConstantKind::boolean, value, 0, 0, {}}; }
  static Constant of(Integer value) { return {ConstantKind::integer, false, value, 0, {}}; }
  static Constant of(long double value) { return {ConstantKind::floating, false, 0, value, {}}; }
  static Constant of(std::string value) { return {ConstantKind::string, false, 0, 0, std::move(value)}; }
};

}  // namespace graphfuzz::go::syntax
