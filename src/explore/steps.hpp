// Steps of the explorer that stand for something else than what a prefix can say.
#pragma once

#include "graphfuzz/explore/prefix.hpp"

namespace graphfuzz {

// Sources of steps that stand for something else. No event has such an index.
inline constexpr std::uint32_t kSleeps = 0x7fffffff;     // a read that awaits a value waits for a revisit
inline constexpr std::uint32_t kAnyPlace = 0x7ffffffe;   // a write that revisits: its place in mo is still to be chosen
inline constexpr std::uint32_t kUnchecked = 0x7ffffffd;  // a revisit that the model may not allow

// In a list of stamps: the step is a choice that no revisit may drop.
inline constexpr std::uint32_t kFixed = 0x80000000;

inline Step step_of(ThreadId thread, EventId source, bool fails = false) {
  Step step;
  step.thread = thread;
  step.source_thread = source.thread;
  step.source_index = source.index & 0x7fffffff;
  step.fails = fails;
  return step;
}

inline bool means(const Step& step, std::uint32_t meaning) {
  return step.source_thread == kInitThread && step.source_index == meaning;
}

}  // namespace graphfuzz
