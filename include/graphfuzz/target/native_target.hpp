// NativeTarget: the C or C++ program of this process, under a memory model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/native_program.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz {

struct NativeOptions {
  native::PlainOptions plain{};
  native::Checks checks{};
  std::string facts{};  ///< what is known already, native::Facts as text, or kNothingKnown; empty: find out
  unsigned unroll = 0;  ///< see native::Knowledge
};

class NativeTarget final : public Target {
 public:
  /// If nothing is known, runs the program of the `machine` at random, until nothing is learned any more that changes
  /// its executions. Throws Stopped, std::invalid_argument for an unknown model and for facts of another program, and
  /// Unsupported.
  NativeTarget(native::Machine& machine, const std::string& model, const NativeOptions& options, bool liveness,
               Settings settings);

  std::string_view kind() const override { return "native"; }
  std::string name() const override { return target_->name(); }
  std::string model() const override { return target_->model(); }
  /// With "facts", all that is known now, if other processes may take them over.
  Settings settings() const override;
  std::string learned() const override;
  Quantifier quantifier() const override { return target_->quantifier(); }
  std::string condition() const override { return target_->condition(); }
  Building building() const override { return target_->building(); }
  std::string event_text(const ExecutionGraph& graph, Slot slot) const override {
    return target_->event_text(graph, slot);
  }
  std::string location_name(Location location) const override { return target_->location_name(location); }
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override;
  std::unique_ptr<const Target> instead(const ModelStuck& why) const override { return target_->instead(why); }
  std::unique_ptr<const Target> anew() const override;
  /// The races, if they are lived through (NativeOptions::plain), that executions are not always the same, that none
  /// comes to an end, that main returns while others run, and that of what may be any value some are tried
  /// (Finding::kSomeValues).
  std::vector<Finding> remarks() const override;
  /// What races lead to, where the model knows none, none was seen, and plain accesses are no events.
  std::vector<std::string> not_looked_for() const override;
  Replay replay(std::span<const std::string> steps) const override;
  std::vector<Choice> choices(const Witness& witness) const override { return target_->choices(witness); }
  bool minimises() const override { return true; }
  std::optional<Minimised> minimise(std::span<const std::string> steps, std::uint64_t most,
                                    const std::optional<FindingKey>& bug, Ease ease) const override;

 private:
  NativeTarget(std::shared_ptr<native::Knowledge> knowledge, const std::string& model, const NativeOptions& options,
               bool liveness, Settings settings);
  void live_through_races();
  bool leaves_races_out() const;
  void take_facts();
  void make_target();
  void learn();
  void find_out_briefly();
  void run_at_random();
  void run_at_random_for_a_while();
  bool may_take_sections_for_accesses() const;
  void bound_endless_loops();
  void note_difference(const std::optional<Rerun>& rerun);
  void note_early_return();

  std::shared_ptr<native::Knowledge> knowledge_;
  std::string model_;
  NativeOptions options_;
  bool liveness_;
  Settings settings_;      // but for what changes
  bool ended_ = false;     // has an execution come to its end while the program was found out?
  bool is_brief_ = false;  // find_out_briefly, …
  bool gave_up_ = false;   // … in which a thread was ended that might have gone on
  std::unique_ptr<MemoryTarget> target_;
  std::vector<Finding> remarks_;
  unsigned times_ = 0;  // how often it was made anew
};

/// What is to be known of a program of another process, by its file's name: for reports, not for executions.
class AbsentNativeTarget final : public Target {
 public:
  AbsentNativeTarget(const std::string& file, const std::string& model, Settings settings);

  std::string_view kind() const override { return "native"; }
  std::string name() const override { return target_->name(); }
  std::string model() const override { return target_->model(); }
  Settings settings() const override { return target_->settings(); }
  Quantifier quantifier() const override { return target_->quantifier(); }
  std::string condition() const override { return target_->condition(); }
  Building building() const override { return target_->building(); }
  /// These throw std::invalid_argument.
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override;
  bool minimises() const override { return true; }
  Replay replay(std::span<const std::string> steps) const override;

 private:
  std::unique_ptr<MemoryTarget> target_;
};

}  // namespace graphfuzz
