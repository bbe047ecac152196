// Runs a program on a sequential memory (a read returns what was written last), one thread as long as it gets on, then
// the next. For tests of front ends; the real executor knows memory models.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::testing {

class SequentialExecutor {
 public:
  explicit SequentialExecutor(const Program& program) : program_(program), run_(program.start()) {
    for (const LocationInfo& info : program.locations()) initial_.push_back(info.initial);
    graph_.reset(program.threads(), initial_);
  }

  /// Runs until no thread gets on any more, or after `max_events`.
  void run(std::size_t max_events = 10000) {
    for (bool progress = true; progress;) {
      progress = false;
      for (ThreadId t = 0; t < program_.threads(); ++t) {
        while (graph_.event_count() < max_events && step(t)) progress = true;
      }
    }
  }

  /// One event of the thread. False if it has ended, or waits for another thread.
  bool step(ThreadId thread) {
    const Request request = run_->pending(thread);
    switch (request.kind) {
      case RequestKind::finished:
      case RequestKind::blocked:
      case RequestKind::truncated:
      case RequestKind::failure:
        return false;
      default:
        break;
    }
    Label label{EventKind::fence, request.order, request.location, 0, 0};
    if (request.kind == RequestKind::fence) {
      graph_.add_other(thread, label);
      run_->resume(thread, 0, false);
      return true;
    }
    const Slot last = graph_.mo_last(request.location);
    const Value value = graph_[last].label.written_value;
    const bool succeeds = request.kind == RequestKind::compare_exchange && value == request.expected;
    if (request.awaits && !run_->accepts(thread, value, succeeds)) {
      rewind(thread);
      return false;
    }
    label.read_value = value;
    if (request.kind == RequestKind::write) {
      label.kind = EventKind::write;
      label.written_value = request.operand;
      graph_.add_write(thread, label, last);
    } else if (request.kind == RequestKind::update || succeeds) {
      label.kind = EventKind::update;
      label.written_value = request.kind == RequestKind::compare_exchange
                                ? request.operand
                                : apply(request.operation, value, request.operand, request.bits, request.is_signed);
      graph_.add_update(thread, label, last);
    } else {
      label.kind = EventKind::read;
      graph_.add_read(thread, label, last);
    }
    run_->resume(thread, value, succeeds);
    return true;
  }

  Run& run_in_progress() { return *run_; }
  const ExecutionGraph& graph() const { return graph_; }
  const Request& pending(ThreadId thread) const { return run_->pending(thread); }

  std::vector<Value> state() const {
    std::vector<Value> values(program_.state_size());
    run_->observe(graph_, values);
    return values;
  }
  std::string describe() const { return program_.describe(state()); }

 private:
  /// The reads since wait_begin stay in the graph (it has no use for that here): only the thread goes back.
  void rewind(ThreadId thread) { run_->rewind(thread); }

  const Program& program_;
  std::unique_ptr<Run> run_;
  std::vector<Value> initial_;
  ExecutionGraph graph_;
};

}  // namespace graphfuzz::testing
