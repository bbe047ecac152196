// Two who take turns are fastest on one processor: whoever is woken on another one must first be brought back to life, by
// an interrupt, at each of the hundreds of turns of an execution.
#pragma once

#include <sched.h>
#include <sys/types.h>

namespace graphfuzz::real_go {

/// Keeps a thread and a process on the processor that the thread is on, while an execution lasts: in between the system
/// may move them, as it sees fit. Where that is not to be had nothing happens.
class OneProcessor {
 public:
  OneProcessor() = default;
  ~OneProcessor() { end(); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

  /// From now on this thread and `process`, whose children begin where it is, are together.
  void begin(pid_t process);
  /// The thread may go where it was allowed to before.
  void end();

 private:
  pid_t thread_ = 0;  // who is kept; 0: nobody
  cpu_set_t allowed_{};
  pid_t process_ = 0;
  int where_ = -1;  // … it is
};

}  // namespace graphfuzz::real_go
