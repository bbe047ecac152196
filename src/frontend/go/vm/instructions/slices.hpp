// Instructions that make slices, let them grow and copy them; lengths and capacities.
#pragma once

#include <algorithm>

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

/// Room for `more` elements behind a slice's; as Go does, twice the capacity, but less from 256 elements on.
inline Slot grown(Arena& arena, const Slot& slice, std::uint64_t more, std::uint32_t size) {
  const std::uint64_t length = slice.length() + more;
  if (length > 0xffffffffU) throw OutOfMemory{};
  if (length <= slice.capacity()) return Slot::slice(slice.p, length, slice.capacity());
  std::uint64_t capacity = slice.capacity();
  if (length > 2 * capacity) {
    capacity = length + (length > 1 ? length & 1 : 0);
  } else if (capacity < 256) {
    capacity *= 2;
  } else {
    while (capacity < length) capacity += (capacity + 768) / 4;
  }
  Slot* fresh = arena.slots(capacity * size);
  if (slice.length() > 0) copy(fresh, slice.p, slice.length() * size);
  return Slot::slice(fresh, length, capacity);
}

inline void slice_of(Interpreter& in, Slot* r, const Instruction& i) {
  const auto count = static_cast<std::uint32_t>(i.c);
  Slot* fresh = in.arena().slots(std::size_t{count} * i.n);
  copy(fresh, r + i.b, count * i.n);
  r[i.a] = Slot::slice(fresh, count, count);
}

inline Next make_slice(Interpreter& in, Slot* r, const Instruction& i) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  const std::int64_t length = r[i.b].i;
  const std::int64_t capacity = r[i.c].i;
  if (length < 0 || length > kLimit) return in.error("makeslice: len out of range");
  if (capacity < length || capacity > kLimit) return in.error("makeslice: cap out of range");
  r[i.a] = Slot::slice(in.arena().slots(static_cast<std::size_t>(capacity) * i.n), static_cast<std::uint64_t>(length),
                       static_cast<std::uint64_t>(capacity));
  return following(i);
}

inline void append(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot old = r[i.b];
  const auto count = static_cast<std::uint32_t>(i.d);
  const Slot fresh = count == 0 ? old : grown(in.arena(), old, count, i.n);
  if (count > 0) {
    Slot* at = fresh.p + std::size_t{old.length()} * i.n;
    if (fresh.p != old.p && old.p != nullptr) in.reads(old.p, old.length() * i.n);
    in.writes(at, count * i.n);
    copy(at, r + i.c, count * i.n);
  }
  r[i.a] = fresh;
}

inline void append_slice(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot old = r[i.b];
  const Slot more = r[i.c];
  const Slot fresh = more.length() == 0 ? old : grown(in.arena(), old, more.length(), i.n);
  if (more.length() > 0) {
    Slot* at = fresh.p + std::size_t{old.length()} * i.n;
    in.reads(more.p, more.length() * i.n);
    in.writes(at, more.length() * i.n);
    copy(at, more.p, more.length() * i.n);
  }
  r[i.a] = fresh;
}

inline void append_string(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot old = r[i.b];
  const std::string_view more = r[i.c].string();
  const Slot fresh = more.empty() ? old : grown(in.arena(), old, more.size(), 1);
  for (std::size_t k = 0; k < more.size(); ++k) {
    fresh.p[old.length() + k] = Slot::integer(static_cast<unsigned char>(more[k]));
  }
  r[i.a] = fresh;
}

inline void copy_slice(Interpreter& in, Slot* r, const Instruction& i) {
  const std::uint32_t count = std::min(r[i.b].length(), r[i.c].length());
  in.reads(r[i.c].p, count * i.n);
  in.writes(r[i.b].p, count * i.n);
  if (count > 0) copy(r[i.b].p, r[i.c].p, count * i.n);
  r[i.a] = Slot::integer(count);
}

inline void copy_string(Slot* r, const Instruction& i) {
  const std::string_view from = r[i.c].string();
  const auto count = std::min<std::size_t>(r[i.b].length(), from.size());
  for (std::size_t k = 0; k < count; ++k) r[i.b].p[k] = Slot::integer(static_cast<unsigned char>(from[k]));
  r[i.a] = Slot::integer(static_cast<std::int64_t>(count));
}

inline void length(Slot* r, const Instruction& i) { r[i.a] = Slot::integer(r[i.b].length()); }
inline void length_string(Slot* r, const Instruction& i) {
  r[i.a] = Slot::integer(static_cast<std::int64_t>(r[i.b].n));
}
inline void capacity(Slot* r, const Instruction& i) { r[i.a] = Slot::integer(r[i.b].capacity()); }

inline constexpr auto kSlices =
    group(on<Op::slice_of, slice_of>, on<Op::make_slice, make_slice>, on<Op::append, append>,
          on<Op::append_slice, append_slice>, on<Op::append_string, append_string>, on<Op::copy_slice, copy_slice>,
          on<Op::copy_string, copy_string>, on<Op::length, length>, on<Op::length_string, length_string>,
          on<Op::capacity, capacity>);

}  // namespace graphfuzz::go::vm::instructions
