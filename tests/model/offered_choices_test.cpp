// On graphs that brute force cannot enumerate: at every step of random executions, a model offers exactly the choices
// that leave the graph consistent by its axioms as they are written (MemoryModel::consistent), and taking
// events back leaves no traces in what it offers.
#include <gtest/gtest.h>

#include <algorithm>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/native_models.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::testing {
namespace {

class Checked final : public MemoryModel {
 public:
  explicit Checked(const std::string& name) : model_(make_model(name)) {}

  std::string_view name() const override { return model_->name(); }
  void reset(const ExecutionGraph& graph) override { model_->reset(graph); }
  void added(const ExecutionGraph& graph, Slot slot) override { model_->added(graph, slot); }
  void removed(const ExecutionGraph& graph) override { model_->removed(graph); }
  std::optional<Violation> explain(const ExecutionGraph& graph) const override { return model_->explain(graph); }

  std::span<const Slot> rf_candidates(const ExecutionGraph& graph, const Access& access) override {
    return checked(graph, access, model_->rf_candidates(graph, access));
  }
  std::span<const Slot> mo_positions(const ExecutionGraph& graph, const Access& access) override {
    return checked(graph, access, model_->mo_positions(graph, access));
  }

 private:
  // Tries each choice. Those offered are made and taken back, to see whether they leave traces in the model.
  std::span<const Slot> checked(const ExecutionGraph& graph, const Access& access, std::span<const Slot> offered) {
    offered_.assign(offered.begin(), offered.end());
    RC_ASSERT(!offered_.empty());
    ExecutionGraph longer = graph;
    for (Slot choice : graph.mo(access.location)) {
      const Label label{access.kind, access.order, access.location, graph[choice].label.written_value, 0};
      const Slot slot = access.kind == EventKind::read    ? longer.add_read(access.thread, label, choice)
                        : access.kind == EventKind::write ? longer.add_write(access.thread, label, choice)
                                                          : longer.add_update(access.thread, label, choice);
      const bool is_offered = std::find(offered_.begin(), offered_.end(), choice) != offered_.end();
      RC_ASSERT(model_->consistent(longer) == is_offered);
      if (is_offered) model_->added(longer, slot);
      longer.remove_last();
      if (is_offered) model_->removed(longer);
    }
    return offered_;
  }

  std::vector<Slot> offered_;
  std::unique_ptr<MemoryModel> model_;
};

/// Up to 5 threads with up to 24 operations in all, on two locations.
Threads larger_program() {
  Threads program(*rc::gen::inRange<std::size_t>(2, 6));
  for (int i = *rc::gen::inRange(8, 25); i > 0; --i) {
    program[*rc::gen::inRange<std::size_t>(0, program.size())].push_back(*any_op());
  }
  if (*rc::gen::arbitrary<bool>()) start_and_join(program);
  return program;
}

class LargerGraphs : public ::testing::TestWithParam<std::string> {};

TEST_P(LargerGraphs, ExactlyTheConsistentChoicesAreOffered) {
  check_property(400, [&] {
    const StraightLine program(*rc::gen::resize(100, rc::gen::exec(larger_program)));
    Checked model(GetParam());
    Executor executor(program, model);
    Random random(*rc::gen::inRange<std::uint64_t>(0, 1'000'000));
    RandomStrategy strategy(random);
    for (int i = 0; i < 3; ++i) RC_ASSERT(executor.run({}, strategy) == Ending::complete);
  });
}

INSTANTIATE_TEST_SUITE_P(All, LargerGraphs, ::testing::ValuesIn(native_models()), name_of_model);

}  // namespace
}  // namespace graphfuzz::testing
