#include "frontend/real_go/one_processor.hpp"

#include <sched.h>
#include <unistd.h>

#include <optional>

namespace graphfuzz::real_go {
namespace {

/// Where the thread may go when it is not kept; nothing: it is not.
thread_local std::optional<cpu_set_t> allowed;

}  // namespace

void OneProcessor::begin(pid_t process) {
  end();
  cpu_set_t before;
  if (::sched_getaffinity(0, sizeof before, &before) != 0 || CPU_COUNT(&before) < 2) return;
  const int here = ::sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(here), &one);
  if (process != process_ || here != where_) {
    if (::sched_setaffinity(process, sizeof one, &one) != 0) return;
    process_ = process;
    where_ = here;
  }
  if (::sched_setaffinity(0, sizeof one, &one) == 0) allowed = before;
}

void OneProcessor::end() {
  if (allowed) ::sched_setaffinity(0, sizeof *allowed, &*allowed);
  allowed.reset();
}

}  // namespace graphfuzz::real_go
