// WorkerProcess: a process of its own that works on units, one after the other, and what is said to it and by it.
//
// Orders and answers go over one stream of bytes: a code of 4 bytes, the length of what follows in 8, lowest byte
// first, and as many bytes. The code of an order is the number of parts that what is left over is to become, and what
// follows a unit; that of an answer is 0 for a result, 1 for a sentence that says why there is none, 2 for one that
// says what is wrong with us.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

struct Message {
  static constexpr std::uint32_t kResult = 0, kFailure = 1, kInternalError = 2;
  std::uint32_t code = 0;
  std::string bytes;
};

/// Cuts a stream into messages.
class MessageReader {
 public:
  void add(std::string_view bytes) { buffer_ += bytes; }
  /// The next one that has come as a whole. Throws std::runtime_error if it claims to be longer than any may be.
  std::optional<Message> next();

 private:
  std::string buffer_;
};
std::string to_bytes(const Message& message);

class WorkerProcess {
 public:
  /// Starts it, with its standard input and output being the stream. Throws std::system_error.
  explicit WorkerProcess(const std::vector<std::string>& command);
  /// Kills it.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// To be looked at with poll, for `events`.
  int descriptor() const { return socket_; }
  short events() const;

  void send(const Message& message);
  /// Reads and writes what can be without waiting. Returns false if the process has ended, or closed the stream.
  bool exchange();
  std::optional<Message> receive() { return reader_.next(); }

  /// Asks it to stop what it does, and to answer.
  void interrupt() const;
  /// After exchange() has returned false: "was killed by signal 11 (Segmentation fault)", "ended with exit code 3".
  std::string ending();

 private:
  pid_t pid_ = -1;
  int socket_ = -1;
  std::string out_;       // what is to be written
  std::size_t sent_ = 0;  // of it
  MessageReader reader_;
};

}  // namespace graphfuzz
