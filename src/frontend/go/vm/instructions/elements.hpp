// Instructions for the elements of slices, arrays and strings, and for slice expressions.
#pragma once

#include <string>

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline Next index_slice(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot slice = r[i.b];
  const std::int64_t index = r[i.c].i;
  if (static_cast<std::uint64_t>(index) >= slice.length()) return in.index_error(index, slice.length());
  r[i.a] = Slot::pointer(slice.p + index * i.n);
  return following(i);
}

inline Next check_index(Interpreter& in, Slot* r, const Instruction& i) {
  const std::int64_t index = r[i.a].i;
  return static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(i.b) ? following(i)
                                                                             : in.index_error(index, i.b);
}

inline Next element(Interpreter& in, Slot* r, const Instruction& i) {
  if (r[i.b].p == nullptr) return in.nil_error();
  r[i.a] = Slot::pointer(r[i.b].p + i.c + r[i.d].i * i.n);
  return following(i);
}

inline void get_local(Slot* r, const Instruction& i) { copy(r + i.a, r + i.b + r[i.c].i, i.n); }
inline void set_local(Slot* r, const Instruction& i) { copy(r + i.a + r[i.b].i, r + i.c, i.n); }

inline Next index_string(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view text = r[i.b].string();
  const std::int64_t index = r[i.c].i;
  if (static_cast<std::uint64_t>(index) >= text.size()) {
    return in.index_error(index, static_cast<std::int64_t>(text.size()));
  }
  r[i.a] = Slot::integer(static_cast<unsigned char>(text[static_cast<std::size_t>(index)]));
  return following(i);
}

/// The bounds of a slice expression: those that are given, or else what they are by default.
struct SliceBounds {
  std::int64_t low;
  std::int64_t high;
  std::int64_t maximum;

  SliceBounds(const Slot* r, const Instruction& i, std::int64_t length, std::int64_t capacity)
      : low((i.d & 1) != 0 ? r[i.c].i : 0),
        high((i.d & 2) != 0 ? r[i.c + 1].i : length),
        maximum((i.d & 4) != 0 ? r[i.c + 2].i : capacity) {}

  bool fit(std::int64_t capacity) const { return 0 <= low && low <= high && high <= maximum && maximum <= capacity; }

  /// What Go says of those that do not fit.
  Next error(Interpreter& in, std::int64_t capacity, bool of_string) const {
    std::string text = "slice bounds out of range [";
    if (maximum < 0 || maximum > capacity) {
      text += "::" + std::to_string(maximum) + "] with capacity " + std::to_string(capacity);
    } else if (high < 0 || high > maximum) {
      text += ":" + std::to_string(high) + "]";
      if (of_string || high >= 0) text += (of_string ? " with length " : " with capacity ") + std::to_string(maximum);
    } else {
      text += std::to_string(low) + ":" + std::to_string(high) + "]";
    }
    return in.error(text, Panic::index_out_of_range);
  }
};

inline Next slice_slice(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot slice = r[i.b];
  const SliceBounds bounds(r, i, slice.length(), slice.capacity());
  if (!bounds.fit(slice.capacity())) return bounds.error(in, slice.capacity(), false);
  r[i.a] = Slot::slice(slice.p == nullptr ? nullptr : slice.p + bounds.low * i.n,
                       static_cast<std::uint64_t>(bounds.high - bounds.low),
                       static_cast<std::uint64_t>(bounds.maximum - bounds.low));
  return following(i);
}

inline Next slice_string(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view text = r[i.b].string();
  const auto length = static_cast<std::int64_t>(text.size());
  const SliceBounds bounds(r, i, length, length);
  if (!bounds.fit(length)) return bounds.error(in, length, true);
  r[i.a] =
      Slot::text(text.substr(static_cast<std::size_t>(bounds.low), static_cast<std::size_t>(bounds.high - bounds.low)));
  return following(i);
}

inline Next array_to_slice(Interpreter& in, Slot* r, const Instruction& i) {
  if (r[i.b].p == nullptr) return in.nil_error();
  r[i.a] = Slot::slice(r[i.b].p, static_cast<std::uint64_t>(i.c), static_cast<std::uint64_t>(i.c));
  return following(i);
}

inline constexpr auto kElements =
    group(on<Op::index_slice, index_slice>, on<Op::check_index, check_index>, on<Op::element, element>,
          on<Op::get_local, get_local>, on<Op::set_local, set_local>, on<Op::index_string, index_string>,
          on<Op::slice_slice, slice_slice>, on<Op::slice_string, slice_string>, on<Op::array_to_slice, array_to_slice>);

}  // namespace graphfuzz::go::vm::instructions
