// Taking events back leaves no trace in a model: it offers what one offers that has seen only what remains.
#include <gtest/gtest.h>

#include "graphfuzz/model/registry.hpp"
#include "model/row_journal.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

class TakingBack : public ::testing::TestWithParam<std::string> {};

// Every choice that the model offers on the graph, to any thread.
std::vector<Slot> offers(MemoryModel& model, const ExecutionGraph& graph) {
  std::vector<Slot> result;
  for (ThreadId thread = 0; thread < graph.threads(); ++thread) {
    for (Location x = 0; x < graph.locations(); ++x) {
      for (const MemoryOrder order : {MemoryOrder::relaxed, MemoryOrder::acq_rel, MemoryOrder::seq_cst}) {
        for (const EventKind kind : {EventKind::read, EventKind::write, EventKind::update}) {
          const Access access{thread, kind, order, x};
          const std::span<const Slot> slots =
              kind == EventKind::write ? model.mo_positions(graph, access) : model.rf_candidates(graph, access);
          result.insert(result.end(), slots.begin(), slots.end());
          result.push_back(kNoSlot);
        }
      }
    }
  }
  return result;
}

// A graph that grows towards another one, and loses events again, with its model.
class Growing {
 public:
  Growing(const ExecutionGraph& whole, const std::string& model)
      : whole_(whole),
        graph_(whole.threads(), whole.initial_values()),
        renamed_(whole.size(), kNoSlot),
        model_(make_model(model)),
        fresh_(make_model(model)) {
    for (Slot x = 0; x < whole.locations(); ++x) renamed_[x] = x;
    model_->reset(graph_);
  }

  bool complete() const { return graph_.size() == whole_.size(); }
  Slot event_count() const { return graph_.event_count(); }
  void add() { model_->added(graph_, graph_.add_copy(whole_, graph_.size(), renamed_)); }
  void take_back(std::uint64_t count) {
    for (; count > 0; --count) {
      graph_.remove_last();
      renamed_[graph_.size()] = kNoSlot;
    }
    model_->removed(graph_);
  }
  bool offers_the_same() {
    fresh_->rebuild(graph_);
    return offers(*model_, graph_) == offers(*fresh_, graph_);
  }

 private:
  const ExecutionGraph& whole_;
  ExecutionGraph graph_;
  std::vector<Slot> renamed_;
  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<MemoryModel> fresh_;
};

Threads long_program() {
  Threads program(*rc::gen::inRange<std::size_t>(2, 6));
  for (int i = *rc::gen::inRange(6, 25); i > 0; --i) {
    program[*rc::gen::inRange<std::size_t>(0, program.size())].push_back(*any_op());
  }
  if (*rc::gen::arbitrary<bool>()) start_and_join(program);
  return program;
}

TEST_P(TakingBack, LeavesNoTraceInWhatIsOffered) {
  check_property(300, [&] {
    const StraightLine program(*rc::gen::resize(100, rc::gen::exec(long_program)));
    const std::unique_ptr<MemoryModel> model = make_model(GetParam());
    Random random(*rc::gen::inRange<std::uint64_t>(0, 1'000'000));
    const ExecutionGraph whole = random_graph(program, *model, random.next());
    Growing growing(whole, GetParam());
    for (int left = 12; !growing.complete();) {
      growing.add();
      if (left == 0 || random.below(3) != 0) continue;
      --left;
      growing.take_back(1 + random.below(growing.event_count()));
      RC_ASSERT(growing.offers_the_same());
    }
    RC_ASSERT(growing.offers_the_same());
  });
}

// Each write of the second thread goes before all those of the first, whose clocks all change: more than is kept.
TEST_P(TakingBack, WorksBeyondWhatIsKept) {
  constexpr Slot kWrites = 800;
  const std::vector<Value> initial{0};
  ExecutionGraph whole(2, initial);
  const Label label{EventKind::write, MemoryOrder::seq_cst, 0, 0, 1};
  for (Slot i = 0; i < kWrites; ++i) whole.add_write(0, label, whole.mo_last(0));
  for (Slot i = 0; i < kWrites; ++i) whole.add_write(1, label, whole.mo(0)[i]);
  Growing growing(whole, GetParam());
  while (!growing.complete()) growing.add();
  for (const Slot count : {1U, 2U, kWrites / 2, kWrites / 2}) {
    growing.take_back(count);
    EXPECT_TRUE(growing.offers_the_same()) << count;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TakingBack, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

TEST(RowJournal, BringsBackTheRowsOfTheNewestEvents) {
  std::vector<std::uint32_t> table{1, 2, 3, 4};
  RowJournal journal;
  journal.note(10, 0, {table.data(), 2});
  table[0] = 7;
  journal.note(11, 0, {table.data(), 2});
  journal.note(11, 2, {table.data() + 2, 2});
  table = {8, 8, 8, 8};
  EXPECT_TRUE(journal.undo(11, 2, table));
  EXPECT_EQ(table, (std::vector<std::uint32_t>{7, 2, 3, 4}));
  EXPECT_TRUE(journal.undo(10, 2, table));
  EXPECT_EQ(table, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(RowJournal, SaysWhatItDoesNotKnowAnyMore) {
  std::vector<std::uint32_t> table{1, 2};
  RowJournal journal(4);
  for (Slot cause = 10; cause < 14; ++cause) {
    journal.note(cause, 0, table);
    table[0] = cause;
  }
  EXPECT_TRUE(journal.undo(13, 2, table) && table[0] == 12) << table[0];
  EXPECT_FALSE(journal.undo(11, 2, table));
  EXPECT_EQ(table[0], 12U);
}

}  // namespace
}  // namespace graphfuzz::testing
