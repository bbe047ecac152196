// Times until which a thread waits.
#pragma once

#include <time.h>

namespace graphfuzz::runtime {

/// Is that no time? Who would wait for it is told so (EINVAL), but not who need not wait.
inline bool is_no_time(const timespec* until) {
  return until != nullptr && (until->tv_nsec < 0 || until->tv_nsec >= 1'000'000'000);
}

}  // namespace graphfuzz::runtime
