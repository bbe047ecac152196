// Facts: what was learned of a native program that says what its executions are, by addresses and names, so that it
// holds in every process in which the program is at the same addresses. Facts only grow.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "graphfuzz/frontend/native/cells.hpp"
#include "graphfuzz/graph/event.hpp"

namespace graphfuzz::native {

/// A loop that waits.
struct Loop {
  std::set<Address> places{};  ///< of its reads
  unsigned visits = 1;         ///< how often an iteration may come to the place where it begins
  void add(const Loop& other);
  friend bool operator==(const Loop&, const Loop&) = default;
};

/// Updates of a location that their thread undoes when they fail, and then makes once more: as long as nobody can tell
/// whether somebody has tried in vain.
struct Attempts {
  std::set<Address> places{};                      ///< of the updates
  std::set<Address> waits{};                       ///< where a thread comes to when it has undone one
  std::set<std::pair<ThreadId, Value>> amounts{};  ///< what a thread adds with one
  bool seen = false;                               ///< somebody can tell, and nothing else is known
  void add(const Attempts& other);
  friend bool operator==(const Attempts&, const Attempts&) = default;
};

/// Bytes, as masks of multiples of eight.
using ByteSet = std::map<Address, std::uint8_t>;

/// What threads read that poll, and what others may write meanwhile: where both is the same they may race.
struct Looks {
  ByteSet read{};
  ByteSet written{};
  void add(const Looks& other);
  bool may_race() const;
};

/// A lock that threads take and let go again and again, until they find under it what they look for: as long as nobody
/// can tell whether somebody has looked in vain.
struct Polls {
  std::set<Address> places{};    ///< where they ask for it
  std::set<ThreadId> threads{};  ///< who does
  Looks under{};                 ///< while they have it; what others write who have it does not count
  Looks outside{};               ///< while they do not have it
  bool seen = false;             ///< somebody can tell
  void add(const Polls& other);
  /// Are executions the same by these?
  bool same(const Polls& other) const {
    return seen == other.seen && (seen || (places == other.places && threads == other.threads));
  }
};

/// Who asks to write a location, and how often at most in an execution: kManyTimes or less, which is any number.
using Writers = std::map<ThreadId, std::uint32_t>;
inline constexpr std::uint32_t kManyTimes = 16;
inline constexpr std::uint32_t kMostLockNews = 8;
void add_writers(Writers& to, const Writers& others);

/// What was learned elsewhere is of other addresses than those here.
class OtherAddresses : public std::invalid_argument {
 public:
  OtherAddresses();
};

/// Those of eight, as a mask.
constexpr std::uint8_t bytes_of(unsigned offset, unsigned size) {
  return static_cast<std::uint8_t>(((1U << size) - 1) << offset);
}

/// The parts of eight bytes that no access goes to less than the whole of: how large the one is that begins at a byte,
/// a power of two that divides where it begins; 0 where none does.
using Pieces = std::array<std::uint8_t, 8>;
/// These bytes are accessed: they are made of whole pieces from then on. Is one of those that were there cut for that?
bool cut(Pieces& pieces, unsigned offset, unsigned size);
/// No piece goes on over that byte's beginning from then on. Has one?
bool cut_at(Pieces& pieces, unsigned offset);

struct Facts {
  /// Of eight bytes that were accessed plainly.
  struct Memory {
    ThreadId owner = 0;  ///< who was the first to access them
    bool shared = false;
    bool written = false;
    bool split = false;  ///< something in it is accessed atomically, which was a piece before
    Pieces pieces{};
    std::uint8_t racing = 0;                ///< bytes: plain accesses have raced there
    std::array<std::uint8_t, 8> atomics{};  ///< sizes of what is accessed atomically at each byte
    void add(const Memory& other);
    bool covers(unsigned offset, unsigned size) const;
    /// Is that more than one piece, of what is not accessed atomically?
    bool cuts(unsigned offset, unsigned size) const {
      return atomics[offset] != size && pieces[offset] != 0 && pieces[offset] < size;
    }
  };

  std::uint64_t layout = 0;     ///< Machine::layout
  bool plain_is_event = false;  ///< are plain accesses to shared memory events?
  bool racing_alone = false;    ///< … only where they race?
  bool found_out = false;       ///< was the program run at random to learn all this, and nothing ended the process?
  bool sections_are_accesses = false;  ///< Knowledge::take_sections_for_accesses
  bool sections_make_several = false;  ///< … but one was seen to make more than one
  std::uint32_t unroll = 0;            ///< Knowledge::bound_loops; 0: the program comes to its end
  struct Location {
    bool plainly = false;    ///< it was accessed plainly before it was known to be one
    bool is_signed = false;  ///< what it holds at the start is a negative number
    std::string name{};      ///< if it has one only while the program runs, as blocks of the heap have
  };
  std::map<std::pair<Address, std::uint8_t>, Location> cells{};  ///< by address and size
  std::map<Address, Memory> memory{};                            ///< by multiples of eight
  std::map<Address, Loop> loops{};                               ///< by place where iterations begin
  std::map<Address, Attempts> attempts{};                        ///< by location
  std::map<Address, Polls> polls{};                              ///< by location
  std::map<Address, Writers> locks{};                            ///< by location that somebody waits at for a lock
  /// How often a search had to begin anew for what it learned of locks. After kMostLockNews nothing more is gone by.
  std::uint32_t lock_news = 0;
  bool locks_tell() const { return lock_news <= kMostLockNews; }
  std::set<std::string> outcomes{};  ///< names

  /// What others have learned. Both must be of the same program: throws OtherAddresses if addresses are other
  /// ones.
  void add(const Facts& other);
  /// Are plain accesses to that memory events, or to some of it?
  bool has_events(const Memory& of) const {
    return plain_is_event && of.shared && of.written && (of.racing != 0 || !racing_alone);
  }
  /// Without memory of single threads, of which there is much and which matters only to who wants to add to it.
  Facts without_private_memory() const;
  /// Are the program's executions, by the others, what they are by these? Only what belongs to that is looked at, not
  /// all that is known.
  bool same_executions(const Facts& other) const;

  /// In letters and digits.
  std::string to_text() const;
  /// Of a text that may come from anybody. Throws std::invalid_argument.
  static Facts parse(std::string_view text);
};

}  // namespace graphfuzz::native
