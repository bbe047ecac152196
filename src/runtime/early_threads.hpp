// Threads that constructors of static objects start, before main. They do not run then: each execution begins with
// them, started by main before it does anything else.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

struct EarlyThread {
  Start start{};
  std::uint64_t thread_pointer = 0;  ///< the handle that its creator has got: it is the thread's in each execution
  bool detached = false;
  char name[16] = {};  ///< pthread_setname_np
  Frames frames{};     ///< of who has started it …
  Address place = 0;   ///< … and which of them is told, once threads are early no more
};

/// Is this the process of the tool, before main? Threads that are started now wait for each execution.
bool threads_are_early();
/// That is over. To be called once the image was taken.
void end_early_threads();

/// To be called while threads are early, with what pthread_create was given.
int add_early_thread(pthread_t* thread, const Start& start, bool detached);
/// Null if this is the handle of none.
EarlyThread* early_thread(pthread_t thread);
/// The one that main starts as its `index`-th thread, which is the thread `id`; null if it starts none.
const EarlyThread* early_thread_number(std::uint32_t index);
const EarlyThread* early_thread_with(ThreadId id);

/// The caller waits, with nobody there to end that but such a thread: if there are any, and threads are early, the
/// process ends, and says so. `what`: "pthread_join()".
void refuse_to_wait(const char* what);

/// They are started by main, which has not begun. Defined with the hooks of threads.
void start_early_threads();

}  // namespace graphfuzz::runtime
