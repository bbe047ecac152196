// Values while a Go program runs: slots of 16 bytes. A structure or array is the slots of its parts, one after the
// other, so that a pointer to a part is just a pointer to a slot. What the slot of each kind of type holds:
//
//   integer, bool   i (sign- or zero-extended)         float         f (a float32 is rounded after each operation)
//   pointer         p, a slot in the arena             map, channel  o, a Map or Channel in the arena
//   string          s, n bytes                         slice         p, n: length (low half) and capacity
//   function        p, slots: [0].o is the FunctionCode, then what the closure captures
//   interface       t, the dynamic type (null: nil interface); its value is in i/f/p/o if that type is a `word`, or
//                   else in the slots that p points to, which are never written to again
//
// All zeros is the zero value of every type.
#pragma once

#include <cstdint>
#include <string_view>

namespace graphfuzz::go::vm {

struct TypeInfo;

struct Slot {
  union {
    std::int64_t i;
    std::uint64_t u;
    double f;
    Slot* p;
    const char* s;
    void* o;
  };
  union {
    std::uint64_t n;
    const TypeInfo* t;
  };

  std::string_view string() const { return {s, static_cast<std::size_t>(n)}; }
  std::uint32_t length() const { return static_cast<std::uint32_t>(n); }
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(n >> 32); }

  static Slot integer(std::int64_t value) {
    Slot slot;
    slot.i = value;
    slot.n = 0;
    return slot;
  }
  static Slot real(double value) {
    Slot slot;
    slot.f = value;
    slot.n = 0;
    return slot;
  }
  static Slot text(std::string_view text) {
    Slot slot;
    slot.s = text.data();
    slot.n = text.size();
    return slot;
  }
  static Slot pointer(Slot* to) {
    Slot slot;
    slot.p = to;
    slot.n = 0;
    return slot;
  }
  static Slot slice(Slot* first, std::uint64_t length, std::uint64_t capacity) {
    Slot slot;
    slot.p = first;
    slot.n = length | capacity << 32;
    return slot;
  }
};
static_assert(sizeof(Slot) == 16);

/// A channel: the engine knows its state, we its number and what it carries.
struct Channel {
  std::uint32_t object = 0;
  std::uint32_t element_slots = 0;
  bool small = false;  ///< elements are integers or bools: a small one is its own payload
  std::int64_t capacity = 0;
  std::int64_t held = 0;  ///< for len(): sends minus receives that were seen to happen
};

}  // namespace graphfuzz::go::vm
