#pragma once

namespace graphfuzz::runtime {

/// pthread_exit: the functions that the thread is in are left, with the destructors and what was pushed by
/// pthread_cleanup_push, and the thread ends.
[[noreturn]] void leave_thread(void* result);

}  // namespace graphfuzz::runtime
