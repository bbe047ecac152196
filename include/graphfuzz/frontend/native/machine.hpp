// Machine: a native program whose threads run until they want something of the engine. The runtime (src/runtime) is
// one; tests have others.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/cells.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::native {

/// What a thread has done that no other thread needs to be asked about.
struct Touch {
  enum class Kind : std::uint8_t {
    read,       ///< plainly, `size` bytes at `address` that do not cross a multiple of eight; `value` was there
    write,      ///< the same; `value` is there afterwards
    allocate,   ///< a block of the heap: `address`, and its size in `value`
    releasing,  ///< a block is about to be freed
    release,    ///< … and was: `address`, and its size in `value`. That is as if all of it had been written
    end_stack,  ///< the thread is at its end: its stack was at `address`, and so many bytes
    note,       ///< outcome number `address` is `value`
    enter,      ///< a function is called at `place`: only if Machine::count_calls was asked for
    leave,      ///< … and is at its end
  };
  Kind kind = Kind::read;
  bool own : 1 = false;        ///< of the thread's own stack, and no write over what others have left there
  bool more : 1 = false;       ///< one call has made it, after others
  bool unwatched : 1 = false;  ///< the program wants to hear of no race of it
  std::uint8_t size = 0;
  std::uint32_t calls = 0;  ///< how it came there, for Machine::calls
  Address address = 0;
  Value value = 0;
  Address place = 0;  ///< where in the code
};

/// For which values a request that waits by itself goes on. Loops that wait are found by their coming back.
struct Wait {
  enum class Kind : std::uint8_t {
    none,
    equal,      ///< value == bound
    not_equal,  ///< value != bound
    at_least,   ///< value >= bound
    group,      ///< of a condition variable: the thread's group `bound` is woken (see condition_variable.hpp)
  };
  Kind kind = Kind::none;
  Value bound = 0;
  bool accepts(Value value) const;
};

inline constexpr std::uint8_t kSectionLockSize = 4;
/// What is known of the sections that no other thread's overlaps.
struct Sections {
  bool there = false;    ///< there are some …
  bool several = false;  ///< … and in one of them a thread has made more than one access
  Address lock = 0;      ///< what is taken for them, if it is
};

/// A thread has come to its next request.
struct Arrival {
  Request request{};    ///< but for `location`, `awaits` and `wait_begin`, unless it waits by itself
  Address address = 0;  ///< of the access
  Address place = 0;    ///< where in the code
  Wait wait{};
  bool more = false;        ///< the call that it is of has made others before
  std::uint64_t state = 0;  ///< of all that the thread will go by, if it reads: two of the same place that are equal go
                            ///< on alike
  std::vector<Touch> touches{};  ///< since the request before
  std::uint32_t calls = 0;       ///< how it came there, for Machine::calls
  Address unfit = 0;    ///< a multiple of eight on the thread's own stack whose cells do not fit how it is used
  Sections sections{};  ///< of the thread so far
  bool unseen = false;  ///< code that is not instrumented has written to where the access is, on a stack
};

/// May a freed block be handed out again, to who has freed it and asks for as much?
enum class Reuse : std::uint8_t { never, always, choose };
inline constexpr int kAnyStatus = -1;
/// What is looked for only if one asks for it, what allocators may do, and what is no bug.
struct Checks {
  bool leaks = false;          ///< blocks of the heap that nothing points to any more at the end
  bool uninitialised = false;  ///< reads of memory of the heap that nobody has written
  Reuse reuse = Reuse::never;
  bool spurious = false;   ///< a weak compare-exchange may fail, a condition variable wake, for no reason
  bool main_ends = false;  ///< the program when it returns, as exit does, instead of itself alone
  int exit_status = 0;     ///< to end with any other is a bug; kAnyStatus: none is
  /// A thread that computes for so long, by its processor's time, without anything that others may notice, hangs.
  std::chrono::milliseconds hang_after{2'000};
  /// Who locks several mutexes at once (std::lock), and finds one taken, tries again until it has all; else such
  /// executions are left, as there is another one, in which it comes when all are free.
  bool retries = false;
  bool brief = false;  ///< threads that hang, or are in a call of the system, are ended as soon as that shows
  bool is_intended(int status) const { return exit_status == kAnyStatus || status == exit_status; }
};

/// As Stack, in addresses of the code.
struct CallStack {
  std::string what;
  std::vector<Address> places;
};

/// What a cell holds at the end.
struct CellValue {
  Address address = 0;
  std::uint8_t size = 0;
  Value value = 0;
};

/// One program in one process. Deterministic: the same calls have the same results.
class Machine {
 public:
  virtual ~Machine() = default;

  /// What accesses are requests, even if they are plain. Must outlive the machine, and may grow.
  virtual void use(const CellTable& cells) = 0;
  /// Calls of the program's own functions are to be among the touches.
  virtual void count_calls(bool /*wanted*/) {}
  /// What main gets behind the name of the program, from the next `reset` on.
  virtual void set_arguments(const std::vector<std::string>& /*arguments*/) {}
  /// From the next `reset` on.
  virtual void look_for(const Checks& /*checks*/) {}
  /// Everything is as it was before main.
  virtual void reset() = 0;
  /// Takes main, or a thread that another has asked to `start`, to its first request. Valid until the next call.
  virtual const Arrival& begin(ThreadId thread) = 0;
  /// The request of the thread has happened. Valid until the next call.
  virtual const Arrival& resume(ThreadId thread, Value value, bool succeeded) = 0;
  /// Remembers under the number, below kMarks, where everything is, to come back with the ticket until the next `reset`
  /// or mark of the same number. 0 if that cannot be, or would cost more than to do everything again. Arrivals have
  /// lost their touches then.
  virtual std::uint64_t mark(std::size_t /*number*/) { return 0; }
  /// Everything is as it was then. False, and everything as it is, if what has happened since cannot be taken back.
  virtual bool go_back_to(std::size_t /*number*/, std::uint64_t /*ticket*/) { return false; }
  static constexpr std::size_t kMarks = 8;
  /// What the program has written to standard output and standard error since `reset`, as far as it was kept.
  virtual std::string output() const { return {}; }
  /// The eight bytes at a multiple of eight as they are after `reset`.
  virtual Value initial(Address granule) const = 0;
  /// The text of a `failure` request's number, "out-of-bounds: write of 4 bytes …".
  virtual std::string message(std::size_t number) const = 0;
  /// The number of such a text.
  virtual std::size_t message_number(const std::string& text) = 0;
  /// Remembers how that came about, and tells, the first that was remembered.
  virtual void explain(std::size_t /*message*/, std::vector<CallStack> /*stacks*/) {}
  virtual std::vector<CallStack> explanation(std::size_t /*message*/) const { return {}; }
  /// Of Touch::calls and Arrival::calls: places of calls, innermost first.
  virtual std::vector<Address> calls(std::uint32_t /*number*/) const { return {}; }
  /// Whose stack the address is on.
  virtual std::optional<ThreadId> stack_owner(Address /*data*/) const { return std::nullopt; }
  /// Who allocates the blocks of the heap that are there.
  virtual std::optional<ThreadId> heap_owner(Address /*data*/) const { return std::nullopt; }
  /// The blocks that have leaked, now that all threads have ended: numbers of messages. Nothing if they are not looked
  /// for. `cells`: where something else may be in memory.
  virtual bool looks_for_leaks() const { return false; }
  virtual std::vector<std::size_t> leaks(std::span<const CellValue> /*cells*/) { return {}; }
  /// The names of outcomes (Touch::note), by number.
  virtual std::vector<std::string> outcomes() const = 0;
  virtual std::size_t outcome_number(const std::string& name) = 0;
  /// The functions that the program may call of which any value may come, and some are tried.
  virtual std::vector<std::string> functions_of_some_values() const { return {}; }
  /// The functions that the program may call to have a signal come after a time, which none does.
  virtual std::vector<std::string> functions_of_timers() const { return {}; }
  /// The same in all processes in which everything that is loaded is at the same addresses.
  virtual std::uint64_t layout() const { return 0; }
  /// Are addresses of other processes that run the program, and have this layout, those of this one? Not where the
  /// program had its say before.
  virtual bool is_elsewhere_the_same() const { return true; }
  /// Can what is there be read?
  virtual bool is_memory(Address /*address*/) const { return true; }
  /// "q.cpp:12" and "queue.head" of addresses.
  virtual Place place(Address code) const = 0;
  virtual std::string name(Address data) const = 0;
  /// What a message about code begins with: "q.cpp:12:1", or where no line is known "wait_for+27", or "libq.so+0x1139".
  std::string where(Address code) const {
    const Place line = place(code);
    return line.file.empty() ? name(code) : to_text(line) + ":1";
  }
  /// Has the value there a type with negative numbers? None if that is not known.
  virtual std::optional<bool> is_signed(Address /*data*/, std::size_t /*size*/) const { return std::nullopt; }
  /// What is allocated there now, "block0.1+8"; empty if nothing is, or it is of the program's own.
  virtual std::string block_name(Address /*data*/) const { return {}; }
  /// Of the program.
  virtual std::string program() const = 0;
  /// Names of its libraries of which not everything is seen, as they are not instrumented.
  virtual std::vector<std::string> unseen_libraries() const { return {}; }
  /// The same program, run in a new process after each `reset`; null if that cannot be. This one is not to be run then.
  virtual Machine* forked() { return nullptr; }
};

/// The machine of this process; null where there is none.
Machine* machine();
void set_machine(Machine* machine);

}  // namespace graphfuzz::native
