// The vocabulary of Go's concurrency: what a goroutine does to channels, locks and the like. Programs that the engine
// runs and traces that others recorded share it.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace graphfuzz::go {

/// A goroutine of one execution, in the order of creation; 0 is main, or the test. (ADVOCATE counts from 1.)
using Routine = std::uint32_t;
inline constexpr Routine kNoRoutine = std::numeric_limits<Routine>::max();

/// A channel, lock, … of one execution: a dense number.
using Object = std::uint32_t;
inline constexpr Object kNoObject = std::numeric_limits<Object>::max();  ///< also the nil channel

/// A place in the source: a dense number, for a table of positions.
using Position = std::uint32_t;
inline constexpr Position kNoPosition = std::numeric_limits<Position>::max();

enum class ObjectKind : std::uint8_t { channel, mutex, once, wait_group, cond, atomic, timer, variable };

/// What an operation is. A Mutex is an RWMutex that nobody reads.
enum class Kind : std::uint8_t {
  make,  ///< of a channel (operand: capacity), or of another object
  send,
  receive,
  close,
  select,
  lock,
  unlock,
  try_lock,
  rlock,
  runlock,
  try_rlock,
  once,      ///< Once.Do; in programs: its beginning, at which the winner is told from the losers
  once_end,  ///< the winner's function has returned; in programs only
  wg_add,    ///< operand: delta; Done is -1
  wg_wait,
  cond_wait,
  cond_signal,
  cond_broadcast,
  atomic_load,
  atomic_store,
  atomic_add,
  atomic_swap,
  atomic_cas,
  atomic_and,
  atomic_or,
  fork,         ///< the go statement (operand: 1 if it was before what the execution is about, else 0)
  end,          ///< the goroutine has returned
  panic,        ///< a panic that nobody recovered: the program crashes
  exit,         ///< os.Exit (operand: code)
  sleep,        ///< operand: nanoseconds
  timer_start,  ///< operand: nanoseconds until it fires; period: between further ones, 0 if it fires once
  timer_stop,
  length,  ///< len of a channel that has a buffer
  clock,   ///< looking at the time
  // Of real programs, where such accesses are told apart by their order, too; they synchronise nobody:
  plain_read,
  plain_write,
  gone,  ///< never happens: the process in which it would have is not there any more
};

/// "send", "receive", "wg add", "cond wait", …: lower case, a blank between words.
std::string_view name(Kind kind);

constexpr bool is_channel(Kind k) { return k == Kind::send || k == Kind::receive || k == Kind::close; }
constexpr bool is_mutex(Kind k) { return k >= Kind::lock && k <= Kind::try_rlock; }
constexpr bool is_atomic(Kind k) { return k >= Kind::atomic_load && k <= Kind::atomic_or; }
/// Can a run be told to hold this operation back, or to delay it? Not what concerns nobody else, nor what no trace has
/// an event for. Only these are counted where executions of a position are: go and make happen by themselves.
constexpr bool can_be_held(Kind k) {
  return k < Kind::sleep && k != Kind::make && k != Kind::once_end && k != Kind::fork && k != Kind::end &&
         k != Kind::panic && k != Kind::exit;
}

/// A panic that an operation on an object causes in the goroutine that performs it. Those marked fatal cannot be
/// recovered from.
enum class Panic : std::uint8_t {
  none,
  send_on_closed,
  close_of_closed,
  close_of_nil,
  negative_wait_group,
  unlock_of_unlocked,  ///< fatal
  /// Raised by the program itself:
  nil_dereference,
  index_out_of_range,
  other,  ///< an explicit panic, a failed conversion, a division by zero, …
};
/// Go's own words: "send on closed channel", …
std::string_view message(Panic panic);

/// One case of a select, in runtime order: sends in source order, then receives in reverse source order.
struct Case {
  Object channel = kNoObject;
  bool sends = false;
  std::uint32_t payload = 0;  ///< what it sends: the program's own number of the value
  friend bool operator==(const Case&, const Case&) = default;
};
inline constexpr int kDefault = -1;  ///< chosen case: the default

/// What a goroutine wants to do next.
struct Operation {
  Kind kind = Kind::end;
  Position position = kNoPosition;
  Object object = kNoObject;  ///< what it is done to; kNoObject for a nil channel, for select and fork
  Object locker = kNoObject;  ///< cond_wait: the lock that it gives back and takes again
  bool locker_reads = false;  ///< … if that is an RLocker
  Object whole = kNoObject;   ///< atomic: the variable that it is a part of, where plain accesses are told apart
  bool has_default = false;   ///< select
  ObjectKind object_kind = ObjectKind::channel;  ///< make: of what
  Panic panic = Panic::none;                     ///< panic: which
  std::uint32_t payload = 0;                     ///< send: the program's own number of the value
  std::int64_t operand = 0;                      ///< see Kind
  std::int64_t period = 0;                       ///< timer_start
  std::vector<Case> cases;                       ///< select

  /// What others must not touch for this to be independent of them, if it is one object.
  Object shared() const { return whole == kNoObject ? object : whole; }
};

/// What came of it.
struct Result {
  int chosen = 0;             ///< select: the case, or kDefault
  std::uint32_t payload = 0;  ///< what was received; 0 if the channel is closed
  bool ok = true;             ///< received a sent value; got the lock; is the winner of the Once; the timer was stopped
  Panic panic = Panic::none;  ///< instead of all that
  std::int64_t now = 0;       ///< logical time at which it happened, in nanoseconds since the beginning
  std::uint64_t past = 0;  ///< so many steps happen before what the goroutine does next: of the graph, not of an order
};

}  // namespace graphfuzz::go
