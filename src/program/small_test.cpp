// A small test as a Program.
#include "graphfuzz/program/small_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {
namespace {

class SmallProgram final : public Program, public Question {
 public:
  SmallProgram(const SmallTest& test, std::string name, const SmallOutcome& outcome)
      : test_(test), name_(std::move(name)), items_(state_items(test)) {
    for (Location x = 0; x < test.locations; ++x) locations_.push_back({small_location_name(x), 0});
    for (const auto& [item, value] : outcome) {
      const auto found = std::find(items_.begin(), items_.end(), item);
      if (found == items_.end()) throw std::invalid_argument("the test has no " + item);
      outcome_.emplace_back(static_cast<std::size_t>(found - items_.begin()), value);
    }
  }

  const SmallTest& test() const { return test_; }

  std::string_view name() const override { return name_; }
  unsigned threads() const override { return static_cast<unsigned>(test_.threads.size()); }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override;
  std::size_t state_size() const override { return items_.size(); }
  std::string describe(std::span<const Value> state) const override {
    std::string text;
    for (std::size_t i = 0; i < state.size(); ++i) {
      text += fmt::format("{}{}={};", i == 0 ? "" : " ", items_[i], state[i]);
    }
    return text;
  }
  const Question& question() const override { return *this; }
  bool satisfies(std::span<const Value> state) const override {
    return std::all_of(outcome_.begin(), outcome_.end(),
                       [&](const auto& part) { return state[part.first] == part.second; });
  }
  Quantifier quantifier() const override { return Quantifier::exists; }
  std::string condition() const override {
    std::string text;
    for (const auto& [item, value] : outcome_) {
      text += fmt::format("{}{}={}", text.empty() ? "" : " /\\ ", items_[item], value);
    }
    return fmt::format("exists ({})", text.empty() ? "true" : text);
  }
  std::string message(std::size_t) const override { return {}; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  SmallTest test_;
  std::string name_;
  std::vector<std::string> items_;
  std::vector<LocationInfo> locations_;
  std::vector<std::pair<std::size_t, Value>> outcome_;
};

class SmallRun final : public Run {
 public:
  explicit SmallRun(const SmallTest& test) : test_(test), next_(test.threads.size(), 0) {
    pending_.resize(test.threads.size());
    SmallRun::reset();
  }

  void reset() override {
    for (ThreadId t = 0; t < next_.size(); ++t) {
      next_[t] = 0;
      prepare(t);
    }
  }
  void resume(ThreadId thread, Value, bool) override {
    ++next_[thread];
    prepare(thread);
  }
  bool accepts(ThreadId, Value, bool) const override { return true; }
  void rewind(ThreadId) override {}
  void save() override { saved_ = next_; }
  void restore() override {
    next_ = saved_;
    for (ThreadId t = 0; t < next_.size(); ++t) prepare(t);
  }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override {
    std::size_t item = 0;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      for (const Slot slot : graph.thread(t)) {
        if (reads(graph[slot].label.kind)) state[item++] = graph[slot].label.read_value;
      }
    }
    for (Location x = 0; x < graph.locations(); ++x) state[item++] = graph[graph.mo_last(x)].label.written_value;
  }

 private:
  void prepare(ThreadId thread) {
    Request& request = pending_[thread];
    request = {};
    if (next_[thread] == test_.threads[thread].size()) return;
    const SmallEvent& event = test_.threads[thread][next_[thread]];
    request.kind = event.kind == EventKind::read     ? RequestKind::read
                   : event.kind == EventKind::write  ? RequestKind::write
                   : event.kind == EventKind::update ? RequestKind::update
                                                     : RequestKind::fence;
    request.order = event.order;
    request.operation = Operation::exchange;
    if (event.kind == EventKind::fence) return;
    request.location = event.location;
    request.operand = event.value;
  }

  const SmallTest& test_;
  std::vector<std::size_t> next_;
  std::vector<std::size_t> saved_;
};

std::unique_ptr<Run> SmallProgram::start() const { return std::make_unique<SmallRun>(test_); }

}  // namespace

std::string small_location_name(Location location) {
  return location < 3 ? std::string(1, "xyz"[location]) : fmt::format("z{}", location);
}

std::vector<std::string> state_items(const SmallTest& test) {
  std::vector<std::string> items;
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    unsigned number = 0;
    for (const SmallEvent& event : test.threads[t]) {
      if (reads(event.kind)) items.push_back(fmt::format("P{}:r{}", t, number++));
    }
  }
  for (Location x = 0; x < test.locations; ++x) items.push_back(small_location_name(x));
  return items;
}

std::shared_ptr<const Program> make_program(const SmallTest& test, std::string name, const SmallOutcome& outcome) {
  return std::make_shared<SmallProgram>(test, std::move(name), outcome);
}

}  // namespace graphfuzz
