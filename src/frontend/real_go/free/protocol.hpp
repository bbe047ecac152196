// What this process and a Go program that runs freely have in common: memory in which the program notes what it does,
// and finds what is asked of it. See overlay/free.go and overlay/free_orders.go, which have the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphfuzz::real_go::free {

using Word = std::uint64_t;

inline constexpr Word kMagic = 0x6766667265653031;

enum Field : std::size_t {
  kMagicField = 0,
  kUsed = 2,
  kFull = 6,
  kOthers = 7,
  kOver = 8,
  kSize = 9,    // in words
  kGrace = 10,  // nanoseconds
  kBefore = 11,
  // What is asked, and what has come of it:
  kStuck = 17,
  kInTurn = 18,
  kPreferred = 19,
  kTimedOut = 20,
  kDelayed = 21,
  kPatience = 22,  // nanoseconds
  kPositions = 23,
  kPrefix = 24,    // elements of the order that are not of the chain
  kRecorded = 27,  // of an execution that is repeated: its elements
  kAsk = 64,       // the first position
};

/// A position of which something is asked. Lists are the words from "at" on.
enum PositionField : std::size_t {
  kTextAt,
  kTextLength,
  kPreferredAt,
  kPreferredCount,
  kDelaysAt,
  kDelaysCount,
  kSite,
  kVisits,
  kSelectVisits,
  kWordsOfPosition
};
/// A position of a goroutine of which something is asked.
enum SiteField : std::size_t { kSiteHash, kSiteNext, kSiteElement, kSiteVisits, kWordsOfSite };
/// A visit of a site.
enum ElementField : std::size_t { kElementVisit, kElementNext, kElementIndex, kWordsOfElement };

// Records begin with a head: its mark, its kind, its length in words, which is a multiple of the unit.
inline constexpr Word kHead = 0x6766;
inline constexpr std::size_t kUnit = 8;
enum class Record : std::uint16_t { operation = 1, place = 2, routine = 3, text = 4, call = 5 };
/// With the goroutine of a call: it is the one that ends the process.
inline constexpr Word kDies = Word{1} << 32;

struct Operation {
  Word head;
  std::uint32_t routine;
  std::uint32_t kind;
  std::uint32_t place;
  std::uint32_t object;
  Word begin;
  Word end;
  std::uint32_t pair;
  std::uint32_t fill;
  std::int64_t operand;
  std::uint32_t child;
  std::uint32_t flags;
  std::int32_t chosen;
  std::uint32_t cases;
  std::uint32_t element;
  std::uint32_t part_of;  ///< a channel, and whether it was a send: what a select has become, if it never said so
};
static_assert(sizeof(Operation) == 10 * sizeof(Word));

inline constexpr std::uint32_t kOk = 1;
inline constexpr std::uint32_t kDefault = 2;
inline constexpr std::uint32_t kHeld = 4;  ///< a select that waits for its preferred case alone
inline constexpr std::int32_t kNoCase = -2;
inline constexpr std::uint32_t kNobody = 0xffff'ffff;

/// The hash of a goroutine's name, made of that of its parent's.
inline constexpr Word kHashOfMain = 1;
inline Word hash_of_child(Word parent, std::uint32_t index) {
  const Word hash = (parent ^ (Word{index} + 1)) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

}  // namespace graphfuzz::real_go::free
