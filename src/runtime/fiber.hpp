// Fibers: the threads of the program, run by turns in one thread of the operating system.
#pragma once

#include <pthread.h>

#include <boost/context/detail/fcontext.hpp>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

using native::Address;
using native::Arrival;
using native::Touch;
using native::Wait;

/// What a thread of the program runs.
struct Start {
  void* (*function)(void*) = nullptr;
  void* argument = nullptr;
  enum class Returns { pointer, number, nothing } returns = Returns::pointer;  ///< a number is an int
};

/// A lock that a thread holds.
struct Held {
  Address lock = 0;
  std::uint32_t count = 1;  ///< so many times
  bool shared = false;      ///< with other readers
};

/// Places in the program's code, innermost first: an instruction, and the calls that led there.
struct Frames {
  static constexpr unsigned kMost = 32;
  Address places[kMost];
  unsigned count = 0;
};

/// What the program did that the processor or the watchdog objects to.
struct Fault {
  int signal = 0;         ///< 0: none
  Address address = 0;    ///< of the access
  Address code = 0;       ///< of the instruction
  Frames frames{};        ///< where
  bool overflow = false;  ///< of the stack
  bool again = false;     ///< while the first one was told of
};

struct Fiber {
  ThreadId id = 0;
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr;  ///< its lower end; kStackSize bytes
  std::uint64_t thread_pointer = 0;
  std::vector<char> library_locals{};  ///< while it does not run, if they are exchanged (thread_locals.hpp)
  Start start{};
  void* result = nullptr;
  std::uint32_t children = 0;
  bool finished = false;
  Arrival arrival{};
  Value value = 0;         ///< the answer to the request
  bool succeeded = false;  ///< …
  /// A plain write to a cell: it is known what was written when the thread comes to its next call.
  struct PlainWrite {
    Address address = 0;
    std::uint32_t size = 0;
    Address place = 0;
    Address behind = 0;  ///< of a compiler: the call that told of it, behind which it is made; 0: it was made
    bool is_volatile = false;
    bool more = false;        ///< its hook had made others before
    std::uint32_t calls = 0;  ///< that the thread was in when it was told of (calls.hpp)
  } plain_write{};
  std::optional<std::uint32_t> settled_calls{};  ///< of the plain write that is being settled
  bool asked = false;                            ///< something came of the hook that it is in
  std::vector<Address> calls{};                  ///< return addresses of the functions it is in, outermost first
  std::vector<std::uint32_t> call_numbers{};     ///< of as many of these as anyone has asked for (calls.hpp)
  struct Destructor {
    void (*function)(void*);
    void* object;
  };
  std::vector<Destructor> destructors{};  ///< of its thread_locals
  std::vector<Held> held{};
  struct Specific {
    unsigned key;
    void* value;
  };
  std::vector<Specific> specific{};    ///< what it has of its own (pthread_setspecific)
  std::uint32_t keys = 0;              ///< that it has made
  std::uint64_t blocked_signals = 0;   ///< a bit for each, signal 1 the lowest
  std::uint32_t sections = 0;          ///< without preemption, that it is in
  std::uint32_t section_accesses = 0;  ///< that it has made in the outermost of them, but plain ones to its own stack
  std::uint32_t ignored_reads = 0;     ///< so many requests that its reads be in no race (annotations.hpp)
  std::uint32_t ignored_writes = 0;    ///< …
  int cancel_state = PTHREAD_CANCEL_ENABLE;  ///< which it can ask for; nobody is ever cancelled
  int cancel_type = PTHREAD_CANCEL_DEFERRED;
  std::vector<std::size_t> atomic_calls{};  ///< which of its calls are of functions that are such sections
  struct CountAt {
    Address place;
    unsigned count;
  };
  std::vector<CountAt> time_outs{};
  std::vector<CountAt> woken_for_nothing{};  ///< out of condition variables
  std::uint64_t clock = 0;                   ///< nanoseconds of its own time since the program began
  std::uint64_t clock_read = 0;              ///< as it was when the thread read it last
  std::uint64_t random = 0;                  ///< state of its random numbers
  std::uint64_t outside = 0;                 ///< what it has changed of what is no memory (outside.hpp)
  std::vector<void*> cleanup{};              ///< pthread_cleanup_push of C, innermost last
  std::uint64_t lowest = 0;                  ///< address on its stack: below it nothing was used by anyone who asked
  std::uint64_t used = 0;                    ///< where its stack was found to be used from, as of `last_look`
  std::uint64_t last_look = 0;               ///< by `runs`
  std::uint64_t last_run = 0;                ///< …
  bool gone = false;                         ///< it has not returned: the program has ended in it
  std::vector<Address> freed{};              ///< blocks that it has freed, the last one last
  struct Fresh {
    Address address;
    std::size_t size;
    Address place;
  };
  std::vector<Fresh> fresh{};  ///< blocks that code which is not instrumented may have written to (unseen_writes.hpp)
  const char* loading_error = nullptr;  ///< of dlopen(), that it has not asked for yet
  bool exiting = false;                 ///< it calls what is to be called at the end, and has called so many
  std::size_t early_handlers = 0;
  std::size_t endings = 0;
  Fault fault{};                               ///< what ended it, if something did
  alignas(16) unsigned char leaving[64] = {};  ///< the exception that pthread_exit throws
};

inline constexpr std::size_t kStackSize = std::size_t{8} << 20;
inline constexpr std::size_t kStackGuard = std::size_t{1} << 20;  ///< of that, at its lower end, is not to be touched
inline constexpr Address kStacks = 0x5200'0000'0000;              ///< that of thread n is n sizes above
inline constexpr Address kHeaps = 0x5300'0000'0000;               ///< the same, with kHeapSize
inline constexpr Address kHeapSize = Address{1} << 32;
inline constexpr Address kHeapsEnd = 0x5400'0000'0000;
/// What is known of thread n is n sizes above. Its address is in what the thread keeps on its stack for us, and so in
/// its state, which is to be the same in each process.
inline constexpr Address kFibers = 0x50f0'0000'0000;
inline constexpr Address kFiberSize = 4096;
inline constexpr Address kParked = 0x5100'0000'0000;  ///< stacks of threads that lend their thread-local storage
inline constexpr std::size_t kParkedSize = std::size_t{1} << 18;

/// The fiber that runs, null while the engine or the runtime does.
extern Fiber* current __attribute__((visibility("hidden")));
/// The fiber that runs, hooks that it has called included; null while the engine does.
extern Fiber* volatile running __attribute__((visibility("hidden")));
/// How often a fiber was run: what the watchdog goes by.
extern volatile std::uint64_t runs __attribute__((visibility("hidden")));

/// For hooks: what they do themselves is not the program's doing.
class InRuntime {
 public:
  InRuntime() : fiber_(current) {
    current = nullptr;
    if (fiber_ != nullptr) fiber_->asked = false;
  }
  InRuntime(const InRuntime&) = delete;
  InRuntime& operator=(const InRuntime&) = delete;
  ~InRuntime() { current = fiber_; }
  Fiber& fiber() const { return *fiber_; }
  /// Null if no thread of the program runs.
  Fiber* maybe_fiber() const { return fiber_; }

 private:
  Fiber* fiber_;
};

/// A new fiber in the place of the one that was there, ready to run.
Fiber& make_fiber(ThreadId id, const Start& start);
/// That of a thread that was made; null if there is none.
Fiber* fiber(ThreadId id);
/// Lets it run up to its next request.
void run(Fiber& fiber);
/// Called by a fiber (as fiber_): gives control to the engine, and comes back with the answer.
void yield(Fiber& fiber);
/// The system does not give what every execution may need: whoever has let the fiber run gets an Unsupported, which
/// could not pass through the program's functions; outside of threads it is thrown here. `what` is not copied.
[[noreturn]] void refuse(const char* what);
/// Where on its stack there is something, the lowest address: below that is what nobody has written.
Address used_stack(Fiber& fiber);
/// Zeros what it has used below the address.
void clear_stack_below(const Fiber& fiber, Address address);
/// No fiber is left.
void drop_fibers();
/// All fibers that were ever made, for their memory.
std::size_t fiber_count();
/// Those that were made since the last were dropped.
std::size_t live_fibers();
/// Are there others than the one that runs that have not come to their ends?
bool others_run();

}  // namespace graphfuzz::runtime
