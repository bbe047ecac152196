// The quickest way to a Program of one's own: threads as pure functions, from what a thread was told so far to what it
// wants to do next. examples/mailbox.cpp is one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// How a request went.
struct Answer {
  Value value = 0;         ///< what a read, update or compare_exchange read; of others it means nothing
  bool succeeded = false;  ///< did the compare_exchange write?
  friend bool operator==(const Answer&, const Answer&) = default;
};

/// Implements all of Program and Run but what the threads do. Threads and locations are those that there are at the
/// start; a final state is the last value of each location, in order. There are no waiting iterations
/// (Request::awaits): a thread that would spin without end is to ask for `truncated` after some rounds, or for
/// `blocked`. A step of a thread costs what `next` takes, so that long threads had better implement Program and Run
/// themselves.
class PureProgram : public Program {
 public:
  PureProgram(std::string name, unsigned threads, std::vector<LocationInfo> locations);

  /// What `thread` wants to do after its requests were answered by `past`, one answer each. Always the same for the
  /// same arguments; called by several workers at once.
  virtual Request next(ThreadId thread, std::span<const Answer> past) const = 0;

  std::string_view name() const override { return name_; }
  unsigned threads() const override { return threads_; }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override;
  std::size_t state_size() const override { return locations_.size(); }
  std::string describe(std::span<const Value> state) const override;
  std::string message(std::size_t number) const override;
  std::string show(Value value) const override;

 private:
  std::string name_;
  unsigned threads_;
  std::vector<LocationInfo> locations_;
};

/// Requests, for `next`.
Request read_of(Location location, MemoryOrder order);
Request write_of(Location location, Value value, MemoryOrder order);
Request update_of(Location location, Operation operation, Value operand, MemoryOrder order);
/// `failure` is the order of the read when the value is another one than `expected`.
Request compare_exchange_of(Location location, Value expected, Value desired, MemoryOrder order,
                            MemoryOrder failure = MemoryOrder::relaxed);
Request fence_of(MemoryOrder order);
/// An assertion failed, the message of which is Program::message(number).
Request failure_of(std::size_t number);
/// finished, blocked or truncated.
Request end_of(RequestKind kind = RequestKind::finished);

}  // namespace graphfuzz
