// The processes in which a program is run once each (--fork): copies of this process as it was before the program had
// run.
#pragma once

#include <sys/types.h>

#include <memory>

#include "graphfuzz/frontend/native/machine.hpp"
#include "runtime/fiber.hpp"
#include "runtime/wire.hpp"

namespace graphfuzz::runtime {

/// Is this one of them? What an execution leaves behind goes with it.
inline bool runs_once = false;

/// What such a process is asked for.
enum class Ask : unsigned char { begin, resume, output, initial, name, block_name };

/// Takes an arrival from the answer of a process, with messages and outcomes by their numbers in this process.
void take_arrival(Message& answer, Arrival& arrival);
/// Tells the process of the cells there are, in front of a question.
void add_cells(Message& question, const native::CellTable& cells);

/// One of the processes. It ends with its object.
class RunProcess {
 public:
  RunProcess(int fd, pid_t pid) : fd_(fd), pid_(pid) {}
  RunProcess(const RunProcess&) = delete;
  RunProcess& operator=(const RunProcess&) = delete;
  ~RunProcess();
  /// Asks, and waits for the answer. False if there is none: the process has ended, or hangs. Throws Unsupported as the
  /// machine there does.
  bool ask(const Message& question, Message& answer);

 private:
  friend class RunServer;
  int fd_;
  pid_t pid_;
};

/// Where the processes come from: a process that does nothing else.
class RunServer {
 public:
  /// Is started in the state that this process is in. Throws Unsupported.
  explicit RunServer(native::Machine& machine);
  RunServer(const RunServer&) = delete;
  RunServer& operator=(const RunServer&) = delete;
  ~RunServer();
  /// A new process, whose program is before main. Throws Unsupported.
  std::unique_ptr<RunProcess> start();
  /// How the last one has ended, as of waitpid. One that has not, or only as it cannot be spoken to any more, is
  /// killed, and did not end.
  int end(RunProcess& process);
  static constexpr int kDidNotEnd = -1;

 private:
  int fd_ = -1;
  pid_t pid_ = 0;
};

}  // namespace graphfuzz::runtime
