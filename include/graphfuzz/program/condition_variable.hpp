// The word of a condition variable: whom a signal wakes.
//
// As in glibc since 2.25, the waiting threads are in two groups. A signal wakes any of the first, as long as that has
// someone who was not woken; if it has not, the second becomes the first. Who comes is of the second group. So nobody
// who comes after a signal can take it from those who waited already, which POSIX asks for, and among these it may be
// any.
#pragma once

#include <cstdint>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

// From the lowest bit: how many of the first group were woken and have not gone yet (credits), how many of it were not
// woken, how many are in the second group, 16 bits each but for the last 15, and the number of the first group.
constexpr std::uint64_t condition_part(Value word, unsigned part) {
  return static_cast<std::uint64_t>(word) >> (16 * part) & 0xffff;
}
constexpr Value condition_word(std::uint64_t credits, std::uint64_t asleep, std::uint64_t second, std::uint64_t group) {
  return static_cast<Value>((credits & 0xffff) | (asleep & 0xffff) << 16 | (second & 0xffff) << 32 |
                            (group & 0x7fff) << 48);
}
constexpr Value condition_credits(Value word) { return static_cast<Value>(condition_part(word, 0)); }
constexpr Value condition_group(Value word) { return static_cast<Value>(condition_part(word, 3)); }

/// A thread comes to wait. Its group is that of the word before plus one.
constexpr Value condition_wait(Value word) {
  return condition_word(condition_part(word, 0), condition_part(word, 1), condition_part(word, 2) + 1,
                        condition_part(word, 3));
}
/// A woken thread of the group goes. Those of groups before the first one have nothing to take.
constexpr Value condition_take(Value word, Value group) {
  if (condition_group(word) != group || condition_credits(word) == 0) return word;
  return condition_word(condition_part(word, 0) - 1, condition_part(word, 1), condition_part(word, 2),
                        condition_part(word, 3));
}
/// The same, but a thread that was not woken goes as well: its time is out.
constexpr Value condition_leave(Value word, Value group) {
  const std::uint64_t asleep = condition_part(word, 1);
  const std::uint64_t second = condition_part(word, 2);
  const Value first = condition_group(word);
  if (first == group && condition_credits(word) == 0 && asleep > 0)
    return condition_word(0, asleep - 1, second, condition_part(word, 3));
  if (first + 1 == group && second > 0)
    return condition_word(condition_part(word, 0), asleep, second - 1, condition_part(word, 3));
  return condition_take(word, group);
}
/// Was a thread of the group woken by what has happened so far?
constexpr bool condition_woken(Value word, Value group) {
  return condition_group(word) > group || (condition_group(word) == group && condition_credits(word) > 0);
}
constexpr Value condition_signal(Value word) {
  const std::uint64_t credits = condition_part(word, 0);
  const std::uint64_t asleep = condition_part(word, 1);
  const std::uint64_t second = condition_part(word, 2);
  const std::uint64_t group = condition_part(word, 3);
  if (asleep > 0) return condition_word(credits + 1, asleep - 1, second, group);
  if (second > 0) return condition_word(1, second - 1, 0, group + 1);
  return word;
}
constexpr Value condition_broadcast(Value word) {
  if (condition_part(word, 1) == 0 && condition_part(word, 2) == 0) return word;
  return condition_word(0, 0, 0, condition_part(word, 3) + 2);
}

}  // namespace graphfuzz
