// Executions can be taken apart into choices and put together again.
#include "graphfuzz/explore/executor.hpp"

#include <gtest/gtest.h>

#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

TEST(Executor, ReplayingTheChoicesOfAGraphReproducesIt) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph graph = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const Prefix prefix = choices(graph);
    Executor executor(program, *model);
    RC_ASSERT(executor.check(prefix) == prefix.steps.size());
    RC_ASSERT(executor.graph() == graph);
    Random random(1);
    RandomStrategy strategy(random);
    RC_ASSERT(executor.run(prefix, strategy) == Ending::complete);
    RC_ASSERT(executor.graph() == graph);
  });
}

TEST(Executor, CheckAcceptsExactlyTheConsistentSteps) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> loose = make_model("relaxed");
    const std::unique_ptr<MemoryModel> strict = make_model(*rc::gen::element("sc", "ra"));
    const ExecutionGraph graph = random_graph(program, *loose, *rc::gen::arbitrary<std::uint64_t>());
    const Prefix prefix = choices(graph);
    Executor executor(program, *strict);
    RC_ASSERT((executor.check(prefix) == prefix.steps.size()) == strict->consistent(graph));
  });
}

TEST(Executor, StateAfterRemovalIsAsIfBuiltAnew) {
  // The choices offered after events were taken back are those offered without them.
  check_property(500, [] {
    const StraightLine program(*any_program());
    const char* name = any_model();
    const std::unique_ptr<MemoryModel> model = make_model(name);
    const std::unique_ptr<MemoryModel> fresh = make_model(name);
    ExecutionGraph graph = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    model->rebuild(graph);
    while (graph.event_count() > 0) {
      graph.remove_last();
      model->removed(graph);
      fresh->rebuild(graph);
      for (ThreadId t = 0; t < graph.threads(); ++t) {
        for (Location x = 0; x < graph.locations(); ++x) {
          const Access access{t, EventKind::read, MemoryOrder::seq_cst, x};
          const std::span<const Slot> a = model->rf_candidates(graph, access);
          const std::span<const Slot> b = fresh->rf_candidates(graph, access);
          RC_ASSERT(std::vector<Slot>(a.begin(), a.end()) == std::vector<Slot>(b.begin(), b.end()));
        }
      }
    }
  });
}

// A parent that starts a child, waits for it, and reads what it wrote.
class StartAndJoin final : public Program {
 public:
  std::string_view name() const override { return "start-join"; }
  unsigned threads() const override { return 2; }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override { return std::make_unique<ParentAndChild>(); }
  std::size_t state_size() const override { return 1; }
  std::string describe(std::span<const Value> state) const override { return std::to_string(state[0]); }
  std::string message(std::size_t) const override { return ""; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  // P0: x = 1; start P1; join P1; r = x.   P1: c = x; x = c + 1.
  class ParentAndChild final : public Run {
   public:
    ParentAndChild() {
      pending_.resize(2);
      reset();
    }
    void reset() override {
      step_[0] = step_[1] = 0;
      read_ = child_read_ = 0;
      pending_[0] = access(RequestKind::write, 1);
      pending_[1] = Request{};
    }
    void resume(ThreadId t, Value value, bool) override {
      ++step_[t];
      if (t == 0) {
        if (step_[0] == 1) pending_[0] = thread(RequestKind::start);
        if (step_[0] == 2) {
          pending_[0] = thread(RequestKind::join);
          pending_[1] = access(RequestKind::read, 0);
        }
        if (step_[0] == 3) pending_[0] = access(RequestKind::read, 0);
        if (step_[0] == 4) {
          read_ = value;
          pending_[0] = Request{};
        }
      } else {
        if (step_[1] == 1) {
          child_read_ = value;
          pending_[1] = access(RequestKind::write, value + 1);
        }
        if (step_[1] == 2) pending_[1] = Request{};
      }
    }
    bool accepts(ThreadId, Value, bool) const override { return true; }
    void rewind(ThreadId) override {}
    void save() override {}
    void restore() override {}
    void observe(const ExecutionGraph&, std::span<Value> state) const override { state[0] = read_; }

   private:
    static Request access(RequestKind kind, Value operand) {
      Request request;
      request.kind = kind;
      request.location = 0;
      request.operand = operand;
      return request;
    }
    static Request thread(RequestKind kind) {
      Request request;
      request.kind = kind;
      request.operand = 1;
      return request;
    }
    int step_[2] = {0, 0};
    Value read_ = 0, child_read_ = 0;
  };
  std::vector<LocationInfo> locations_ = {{"x", 0}};
};

TEST(Executor, StartingAndJoiningThreadsSynchronises) {
  const StartAndJoin program;
  for (const ModelInfo& info : registered_models()) {
    if (info.name == "minimal") continue;  // knows no synchronisation
    const std::unique_ptr<MemoryModel> model = info.make();
    Executor executor(program, *model);
    Random random(1);
    RandomStrategy strategy(random);
    for (int i = 0; i < 50; ++i) {
      ASSERT_EQ(executor.run({}, strategy), Ending::complete) << info.name;
      ASSERT_EQ(executor.state()[0], 2) << info.name << ": " << canonical(executor.graph());
      ASSERT_TRUE(model->consistent(executor.graph())) << info.name;
      const Prefix prefix = choices(executor.graph());
      const ExecutionGraph graph = executor.graph();
      ASSERT_EQ(executor.check(prefix), prefix.steps.size());
    }
  }
}

}  // namespace
}  // namespace graphfuzz::testing
