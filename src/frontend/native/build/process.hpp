// Compilers, run as processes.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace graphfuzz::native {

/// A file without a name, in memory.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  int descriptor() const { return descriptor_; }
  std::string text() const;

 private:
  int descriptor_;
};

/// A process that reads nothing, and whose output and errors are kept.
class Process {
 public:
  /// Throws BuildError if it cannot be started. The first word is a path.
  explicit Process(const std::vector<std::string>& command);
  /// Ends it if it has not ended.
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  /// Waits for its end. True: its exit code is 0. Throws Stopped if it was interrupted, or if we are (stop_point).
  bool wait();
  std::string output() const { return output_.text(); }
  std::string errors() const { return errors_.text(); }
  /// "exit code 1", "was killed by signal 9 (Killed)".
  std::string ending() const;

 private:
  MemoryFile output_;
  MemoryFile errors_;
  pid_t pid_ = -1;
  int status_ = 0;
};

}  // namespace graphfuzz::native
