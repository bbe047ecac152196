// A program's semantics without waits: every iteration of a loop is made of events, and counts.
#pragma once

#include <memory>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz::testing {

/// Has the final states and the failing assertions of the program itself: an iteration that does nothing but wait can
/// be left out of an execution, whatever it read, and an execution without any is one of these. (Waiting for a mutex
/// stays one request.) Its graphs are more.
class PlainSemantics final : public Program {
 public:
  explicit PlainSemantics(const Program& program) : program_(program) {}

  std::string_view name() const override { return program_.name(); }
  unsigned threads() const override { return program_.threads(); }
  const std::vector<LocationInfo>& locations() const override { return program_.locations(); }
  std::unique_ptr<Run> start() const override { return std::make_unique<PlainRun>(program_); }
  std::size_t state_size() const override { return program_.state_size(); }
  std::string describe(std::span<const Value> state) const override { return program_.describe(state); }
  const Question& question() const override { return program_.question(); }
  std::string message(std::size_t number) const override { return program_.message(number); }
  std::string show(Value value) const override { return program_.show(value); }

 private:
  class PlainRun final : public Run {
   public:
    explicit PlainRun(const Program& program) : run_(program.start()) {
      pending_.resize(program.threads());
      look();
    }
    void reset() override {
      run_->reset();
      look();
    }
    void resume(ThreadId thread, Value value, bool succeeded) override {
      run_->resume(thread, value, succeeded);
      look();
    }
    bool accepts(ThreadId thread, Value value, bool succeeded) const override {
      return !pending_[thread].lock || run_->accepts(thread, value, succeeded);
    }
    void rewind(ThreadId) override {}
    void save() override { run_->save(); }
    void restore() override {
      run_->restore();
      look();
    }
    void observe(const ExecutionGraph& graph, std::span<Value> state) const override { run_->observe(graph, state); }

   private:
    void look() {
      for (ThreadId t = 0; t < pending_.size(); ++t) {
        pending_[t] = run_->pending(t);
        if (!pending_[t].lock) pending_[t].awaits = false;
      }
    }
    std::unique_ptr<Run> run_;
  };

  const Program& program_;
};

}  // namespace graphfuzz::testing
