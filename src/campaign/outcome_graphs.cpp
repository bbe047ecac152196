#include "campaign/outcome_graphs.hpp"

#include <fmt/format.h>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kFingerprint = 2;  // values
constexpr std::string_view kSeparator = " graph ";

class OutcomeRun final : public Run {
 public:
  explicit OutcomeRun(std::unique_ptr<Run> run, unsigned threads) : run_(std::move(run)), threads_(threads) {
    pending_.resize(threads_);
    copy_pending();
  }

  void reset() override {
    run_->reset();
    copy_pending();
  }
  bool restart(ThreadId thread) override {
    const bool able = run_->restart(thread);
    copy_pending();
    return able;
  }
  void resume(ThreadId thread, Value value, bool succeeded) override {
    run_->resume(thread, value, succeeded);
    copy_pending();  // of other threads, too: they may have been started
  }
  bool accepts(ThreadId thread, Value value, bool succeeded) const override {
    return run_->accepts(thread, value, succeeded);
  }
  void rewind(ThreadId thread) override {
    run_->rewind(thread);
    copy_pending();
  }
  void save() override { run_->save(); }
  void restore() override {
    run_->restore();
    copy_pending();
  }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override {
    const std::size_t own = state.size() - kFingerprint;
    run_->observe(graph, state.first(own));
    const Fingerprint print = fingerprint(graph).graph;
    state[own] = static_cast<Value>(print.low);
    state[own + 1] = static_cast<Value>(print.high);
  }
  bool track_dependencies(bool on) override {
    const bool able = run_->track_dependencies(on);
    copy_pending();
    return able;
  }
  std::span<const Dependency> dependencies(ThreadId thread) const override { return run_->dependencies(thread); }

 private:
  void copy_pending() {
    for (ThreadId t = 0; t < threads_; ++t) pending_[t] = run_->pending(t);
  }

  std::unique_ptr<Run> run_;
  unsigned threads_;
};

class OutcomeGraphs final : public Program {
 public:
  OutcomeGraphs(const Program& program, bool negated) : program_(program), negated_(negated) {}

  std::string_view name() const override { return program_.name(); }
  unsigned threads() const override { return program_.threads(); }
  const std::vector<LocationInfo>& locations() const override { return program_.locations(); }
  std::unique_ptr<Run> start() const override { return std::make_unique<OutcomeRun>(program_.start(), threads()); }
  std::size_t state_size() const override { return program_.state_size() + kFingerprint; }
  std::string describe(std::span<const Value> state) const override {
    const std::size_t own = state.size() - kFingerprint;
    return fmt::format("{}{}{:016x}{:016x}", program_.describe(state.first(own)), kSeparator,
                       static_cast<std::uint64_t>(state[own]), static_cast<std::uint64_t>(state[own + 1]));
  }
  bool filters() const override { return true; }
  bool keeps(std::span<const Value> state) const override {
    const std::span<const Value> own = state.first(state.size() - kFingerprint);
    return program_.keeps(own) && program_.satisfies(own) != negated_;
  }
  bool satisfies(std::span<const Value>) const override { return true; }
  Quantifier quantifier() const override { return Quantifier::exists; }
  std::string condition() const override { return program_.condition(); }
  std::string message(std::size_t number) const override { return program_.message(number); }
  std::string show(Value value) const override { return program_.show(value); }
  std::vector<Value> constants() const override { return program_.constants(); }
  std::vector<WriteInCode> writes_in_code() const override { return program_.writes_in_code(); }

 private:
  const Program& program_;
  bool negated_;
};

}  // namespace

std::unique_ptr<Program> make_outcome_graphs(const Program& program, bool negated) {
  return std::make_unique<OutcomeGraphs>(program, negated);
}

std::string without_fingerprint(const std::string& state) { return state.substr(0, state.rfind(kSeparator)); }

}  // namespace graphfuzz
