#include "frontend/real_go/one_processor.hpp"

#include <unistd.h>

namespace graphfuzz::real_go {

void OneProcessor::begin(pid_t process) {
  end();
  const pid_t thread = ::gettid();
  if (::sched_getaffinity(thread, sizeof allowed_, &allowed_) != 0 || CPU_COUNT(&allowed_) < 2) return;
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
  if (::sched_setaffinity(thread, sizeof one, &one) == 0) thread_ = thread;
}

void OneProcessor::end() {
  if (thread_ == 0) return;
  ::sched_setaffinity(thread_, sizeof allowed_, &allowed_);
  thread_ = 0;
}

}  // namespace graphfuzz::real_go
