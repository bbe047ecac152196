// The C types of the dialect: integers of 8 to 64 bits, and pointers to them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphfuzz::litmus {

/// `bits` and `is_signed` describe the integer at the end of `pointers` levels of indirection.
struct Type {
  std::uint8_t bits = 32;
  bool is_signed = true;
  std::uint8_t pointers = 0;
  bool is_void = false;

  bool is_pointer() const { return pointers > 0; }
  /// Width and signedness of a value of this type itself.
  std::uint8_t value_bits() const { return is_pointer() ? std::uint8_t{64} : bits; }
  bool value_signed() const { return is_pointer() || is_signed; }
  Type pointee() const { return {bits, is_signed, static_cast<std::uint8_t>(pointers - 1), is_void}; }
  Type pointer_to() const { return {bits, is_signed, static_cast<std::uint8_t>(pointers + 1), is_void}; }
  friend bool operator==(const Type&, const Type&) = default;
};

inline constexpr Type kInt{32, true, 0, false};
inline constexpr Type kVoid{32, true, 0, true};
inline constexpr std::uint8_t kMaxPointers = 3;

/// C's spelling, e.g. "unsigned 8-bit integer" or "pointer to 32-bit integer", for messages.
std::string describe(const Type& type);

/// The type C computes `left op right` in (usual arithmetic conversions).
Type common_type(const Type& left, const Type& right);
/// Integer promotion: anything narrower than int becomes int.
Type promoted(const Type& type);

/// Does a value of type `from` have the same representation in type `to`, so that no conversion is needed?
bool keeps_value(const Type& from, const Type& to);

}  // namespace graphfuzz::litmus
