// Small programs without branches, for property tests: a Program made of lists of operations.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::testing {

struct Op {
  RequestKind kind = RequestKind::read;  // … compare_exchange, fence, start, join
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failure_order = MemoryOrder::relaxed;
  Operation operation = Operation::add;
  bool weak = false;
  bool dependent = false;  // write: adds the value that the thread read last
  Location location = 0;
  Value operand = 0;  // start and join: the thread
  Value expected = 0;
};

/// For RapidCheck's reports.
inline std::ostream& operator<<(std::ostream& out, const Op& op) {
  return out << "{kind " << static_cast<int>(op.kind) << " order " << static_cast<int>(op.order) << "/"
             << static_cast<int>(op.failure_order) << " loc " << op.location << " operand " << op.operand
             << (op.dependent ? "+last" : "") << " expected " << op.expected << (op.weak ? " weak" : "") << "}";
}

using Threads = std::vector<std::vector<Op>>;

class StraightLine final : public Program {
 public:
  explicit StraightLine(Threads ops, Location locations = 2) : ops_(std::move(ops)) {
    for (Location x = 0; x < locations; ++x) locations_.push_back({std::string(1, static_cast<char>('x' + x)), 0});
  }

  const Threads& ops() const { return ops_; }

  /// The thread that starts `thread`; nothing if it runs from the beginning.
  std::optional<ThreadId> started_by(ThreadId thread) const {
    for (ThreadId t = 0; t < ops_.size(); ++t) {
      for (const Op& op : ops_[t]) {
        if (op.kind == RequestKind::start && op.operand == thread) return t;
      }
    }
    return std::nullopt;
  }

  std::string_view name() const override { return "straight-line"; }
  unsigned threads() const override { return static_cast<unsigned>(ops_.size()); }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override { return std::make_unique<StraightLineRun>(*this); }
  std::size_t state_size() const override { return locations_.size(); }
  std::string describe(std::span<const Value> state) const override {
    std::string text;
    for (std::size_t x = 0; x < state.size(); ++x) text += locations_[x].name + "=" + std::to_string(state[x]) + ";";
    return text;
  }
  std::string message(std::size_t) const override { return ""; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  class StraightLineRun final : public Run {
   public:
    explicit StraightLineRun(const StraightLine& program) : program_(program) {
      pending_.resize(program.threads());
      reset();
    }
    void reset() override {
      next_.assign(pending_.size(), 0);
      last_read_.assign(pending_.size(), 0);
      last_reader_.assign(pending_.size(), std::nullopt);
      for (ThreadId t = 0; t < pending_.size(); ++t) {
        pending_[t] = {};
        if (!program_.started_by(t)) prepare(t);
      }
    }
    void resume(ThreadId t, Value value, bool) override {
      const RequestKind kind = pending_[t].kind;
      if (kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange) {
        last_read_[t] = value;
        last_reader_[t] = {DependencyKind::data, false, static_cast<std::uint32_t>(next_[t])};
      }
      if (kind == RequestKind::start) prepare(static_cast<ThreadId>(pending_[t].operand));
      ++next_[t];
      prepare(t);
    }
    bool accepts(ThreadId, Value, bool) const override { return true; }
    void rewind(ThreadId) override {}
    void save() override {}
    void restore() override {}
    Capabilities capabilities() const override {
      Capabilities result{.dependencies = true};
      for (const std::vector<Op>& ops : program_.ops_) {
        for (const Op& op : ops) result.starts_threads |= op.kind == RequestKind::start;
      }
      return result;
    }
    std::span<const Dependency> dependencies(ThreadId t) const override {
      const std::vector<Op>& ops = program_.ops_[t];
      if (next_[t] == ops.size() || !ops[next_[t]].dependent || !last_reader_[t]) return {};
      return {&*last_reader_[t], 1};
    }
    void observe(const ExecutionGraph& graph, std::span<Value> state) const override {
      for (Location x = 0; x < state.size(); ++x) state[x] = graph[graph.mo_last(x)].label.written_value;
    }

   private:
    void prepare(ThreadId t) {
      Request& request = pending_[t];
      request = {};
      const std::vector<Op>& ops = program_.ops_[t];
      if (next_[t] == ops.size()) return;
      const Op& op = ops[next_[t]];
      request.kind = op.kind;
      request.order = op.order;
      request.failure_order = op.failure_order;
      request.operation = op.operation;
      request.weak = op.weak;
      request.location = op.location;
      request.operand = op.operand + (op.dependent ? last_read_[t] : 0);
      request.expected = op.expected;
    }

    const StraightLine& program_;
    std::vector<std::size_t> next_;
    std::vector<Value> last_read_;
    std::vector<std::optional<Dependency>> last_reader_;
  };

  Threads ops_;
  std::vector<LocationInfo> locations_;
};

/// A graph as text that does not depend on the order of construction; for comparing sets of graphs.
inline std::string canonical(const ExecutionGraph& graph) {
  std::string text;
  const auto id = [&](Slot slot) {
    const EventId e = graph[slot].id;
    return (e.thread == kInitThread ? std::string("i") : std::to_string(e.thread)) + "." + std::to_string(e.index);
  };
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (Slot slot : graph.thread(t)) {
      const Event& e = graph[slot];
      text += std::to_string(static_cast<int>(e.label.kind)) + "," + std::to_string(e.label.read_value) + "," +
              std::to_string(e.label.written_value) + "," + (e.rf == kNoSlot ? "-" : id(e.rf)) + " ";
    }
    text += "| ";
  }
  for (Location x = 0; x < graph.locations(); ++x) {
    for (Slot slot : graph.mo(x)) text += id(slot) + " ";
    text += "/ ";
  }
  return text;
}

}  // namespace graphfuzz::testing
