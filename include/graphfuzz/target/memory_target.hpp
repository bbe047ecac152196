// MemoryTarget: a program under a memory model.
#pragma once

#include <memory>
#include <string>

#include "graphfuzz/explore/model_kind.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

class MemoryTarget final : public Target {
 public:
  /// `program` must outlive the target. `model`: a registered one, or the path of a .cat file. Which way of building
  /// graphs suits a model in cat is found out by trying (detect_kind), once in a process: a file is loaded anew when it
  /// was written to (not when what it includes was). Throws std::invalid_argument for an unknown model, and CatError.
  MemoryTarget(const Program& program, const std::string& model, Settings settings = {});
  /// The same, keeping the program alive.
  MemoryTarget(std::shared_ptr<const Program> program, const std::string& model, Settings settings = {});
  /// Another question than the program's own; `question` must outlive the target.
  void ask(const Question& question) { question_ = &question; }
  /// Are threads that spin for ever bugs? See MemorySubject::liveness; not so by default.
  void look_for_spins(bool on) { liveness_ = on; }
  /// Are threads that wait for ever, whatever they read, bugs, and not only remarked on? Not so by default.
  void report_waits(bool on) { waits_are_bugs_ = on; }

  std::string_view kind() const override { return "litmus"; }
  std::string name() const override { return std::string(program_.name()); }
  std::string model() const override { return model_; }
  /// "model", and those given to the constructor.
  Settings settings() const override;
  Quantifier quantifier() const override { return question_->quantifier(); }
  std::string condition() const override { return question_->condition(); }
  bool asks_for_findings() const override { return false; }
  Building building() const override;
  Program::Retries retries() const override { return program_.retries(); }
  std::string event_text(const ExecutionGraph& graph, Slot slot) const override;
  std::string location_name(Location location) const override { return program_.location_name(location); }
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override;
  std::unique_ptr<const Target> instead(const ModelStuck& why) const override;
  Replay replay(std::span<const std::string> steps) const override;
  std::vector<Choice> choices(const Witness& witness) const override;
  bool minimises() const override { return true; }
  std::optional<Minimised> minimise(std::span<const std::string> steps, std::uint64_t most,
                                    const std::optional<FindingKey>& bug, Ease ease) const override;

  const Program& program() const { return program_; }

 private:
  MemorySubject subject() const;

  std::shared_ptr<const Program> owned_;
  const Program& program_;
  const Question* question_;
  bool liveness_ = false;
  bool waits_are_bugs_ = false;
  std::string model_;
  Settings settings_;
  ModelMaker make_;
  ModelKind model_kind_ = ModelKind::porf_ordered;
  std::string reason_;
};

}  // namespace graphfuzz
