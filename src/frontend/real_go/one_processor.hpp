// Two who take turns are fastest on one processor: whoever is woken on another one must first be brought back to life,
// by an interrupt, at each of the hundreds of turns of an execution.
#pragma once

#include <sys/types.h>

namespace graphfuzz::real_go {

/// Keeps this thread and a process on the processor that the thread is on, while an execution lasts: in between the
/// system may move them, as it sees fit. Where that is not to be had nothing happens.
class OneProcessor {
 public:
  /// From now on this thread, which is let go from any other, and `process`, whose children begin where it is, are
  /// together.
  void begin(pid_t process);
  /// This thread may go where it was allowed to before, whoever has kept it, and so may what it starts.
  static void end();

 private:
  pid_t process_ = 0;
  int where_ = -1;  // … it is
};

}  // namespace graphfuzz::real_go
