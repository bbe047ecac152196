#include "graphfuzz/program/pure_program.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {
namespace {

/// The past of each thread, from which all else follows.
class PureRun final : public Run {
 public:
  explicit PureRun(const PureProgram& program) : program_(program), pasts_(program.threads()), saved_(pasts_) {
    make_room(program.threads());
    PureRun::reset();
  }

  Capabilities capabilities() const override { return {.restarts = true}; }
  void reset() override {
    for (ThreadId t = 0; t < pasts_.size(); ++t) cut(t, 0);
  }
  bool restart(ThreadId thread) override {
    cut(thread, 0);
    return true;
  }
  std::optional<std::uint32_t> take_back(ThreadId thread, std::uint32_t count) override {
    cut(thread, count);
    return count;
  }
  void resume(ThreadId thread, Value value, bool succeeded) override {
    pasts_[thread].push_back({value, succeeded});
    ask(thread);
  }
  bool accepts(ThreadId, Value, bool) const override { return true; }
  void rewind(ThreadId) override { throw std::logic_error("a pure program never waits"); }
  void save() override { saved_ = pasts_; }
  void restore() override {
    pasts_ = saved_;
    for (ThreadId t = 0; t < pasts_.size(); ++t) ask(t);
  }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override {
    for (Location x = 0; x < state.size(); ++x) state[x] = graph[graph.mo_last(x)].label.written_value;
  }

 private:
  void cut(ThreadId thread, std::uint32_t count) {
    pasts_[thread].resize(count);
    ask(thread);
  }
  void ask(ThreadId thread) { pending_[thread] = program_.next(thread, pasts_[thread]); }

  const PureProgram& program_;
  std::vector<std::vector<Answer>> pasts_;
  std::vector<std::vector<Answer>> saved_;
};

Request access(RequestKind kind, Location location, MemoryOrder order) {
  Request request;
  request.kind = kind;
  request.location = location;
  request.order = order;
  request.bits = 64;
  return request;
}

}  // namespace

PureProgram::PureProgram(std::string name, unsigned threads, std::vector<LocationInfo> locations)
    : name_(std::move(name)), threads_(threads), locations_(std::move(locations)) {}

std::unique_ptr<Run> PureProgram::start() const { return std::make_unique<PureRun>(*this); }

std::string PureProgram::describe(std::span<const Value> state) const {
  std::string text;
  for (std::size_t x = 0; x < state.size(); ++x) {
    text += fmt::format("{}{}={};", x == 0 ? "" : " ", locations_[x].name, show(state[x]));
  }
  return text;
}

std::string PureProgram::message(std::size_t number) const { return fmt::format("assertion {} failed", number); }

std::string PureProgram::show(Value value) const { return fmt::format("{}", value); }

Request read_of(Location location, MemoryOrder order) { return access(RequestKind::read, location, order); }

Request write_of(Location location, Value value, MemoryOrder order) {
  Request request = access(RequestKind::write, location, order);
  request.operand = value;
  return request;
}

Request update_of(Location location, Operation operation, Value operand, MemoryOrder order) {
  Request request = access(RequestKind::update, location, order);
  request.operation = operation;
  request.operand = operand;
  return request;
}

Request compare_exchange_of(Location location, Value expected, Value desired, MemoryOrder order, MemoryOrder failure) {
  Request request = access(RequestKind::compare_exchange, location, order);
  request.expected = expected;
  request.operand = desired;
  request.failure_order = failure;
  return request;
}

Request fence_of(MemoryOrder order) { return access(RequestKind::fence, kNoLocation, order); }

Request failure_of(std::size_t number) {
  Request request;
  request.kind = RequestKind::failure;
  request.operand = static_cast<Value>(number);
  return request;
}

Request end_of(RequestKind kind) {
  Request request;
  request.kind = kind;
  return request;
}

}  // namespace graphfuzz
