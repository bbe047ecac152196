// What this process and a Go program that it runs have in common: memory in which they take turns. See
// overlay/runtime.go, which has the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphfuzz::real_go {

using Word = std::uint64_t;

inline constexpr Word kMagic = 0x6766676f31;
inline constexpr std::size_t kWords = std::size_t{1} << 17;
inline constexpr std::size_t kFirst = 32;  // of the records

/// Words of the memory: whose turn it is, what is asked, and what has come of the operation.
enum Field : std::size_t {
  kMagicField = 0,
  kTurn = 1,
  kCommand = 2,
  kRoutine = 3,
  kChosen = 4,
  kPayload = 5,
  kOk = 6,
  kPanic = 7,
  kNow = 8,
  kObject = 9,
  kFlushes = 10,  // not a point: there is no room for more records
  // Of a process that makes a copy of itself for each execution, where that is to begin:
  kServes = 11,
  kRequest = 12,    // so many were asked for
  kEnded = 13,      // the last one has
  kStatus = 14,     // as waitpid has it
  kPid = 15,        // of the copy
  kUsed = 16,       // so many words of records have been written
  kBegan = 19,      // a test, or main, has begun
  kCollected = 18,  // not all accesses to plain memory were told, as some of it was collected
  kOutside = 17,    // so many times a goroutine has waited for what nobody controls
  kSignalled = 20,  // so many times a signal was sent, or taken
  kNetwork = 21,    // the network was used
  kFinalizes = 22,  // finalizers were run
};

enum Turn : std::uint32_t { kEngine = 1, kProgram = 2 };
enum Command : Word { kResume = 1, kFire = 2, kStacks = 3 };
/// A record is its length in words, its kind, and the rest.
enum class Record : Word {
  operation = 1,
  place = 2,
  panic = 3,
  failure = 4,
  access = 5,
  meets = 6,
  outside = 7,
  call = 8
};

inline constexpr Word kNobody = 0xffff'ffff;
/// Nanoseconds that a step takes: in between a goroutine may look at the clock as often.
inline constexpr Word kStepTime = 8;

}  // namespace graphfuzz::real_go
