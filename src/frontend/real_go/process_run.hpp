// ProcessRun: an execution of a real Go program, as the engine wants it: goroutines stepped by "what came of your
// operation goes in, your next operation comes out".
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/real_go/process.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::real_go {

/// The places that executions of a program have come to, by number. Thread-safe.
class Positions {
 public:
  /// The number of "file:line", which is new if nobody has come there. `function`: empty if it is not known.
  go::Position number(const std::string& text, const std::string& function);
  std::size_t size() const;
  std::string text(go::Position position) const;
  std::string function(go::Position position) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> texts_;
  std::vector<std::string> functions_;  // … that these are in
  std::unordered_map<std::string, go::Position> numbers_;
};

struct Hang {
  std::string dump;     ///< what Go's runtime wrote then (Process::dump)
  go::Routine routine;  ///< who got nowhere
};

/// Where executions of a program were seen to get nowhere, by the choices that led there: the same ones lead there
/// again, and that need not be waited for. Thread-safe.
class Hangs {
 public:
  std::optional<Hang> find(std::uint64_t choices) const;
  void add(std::uint64_t choices, Hang hang);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Hang> hangs_;
};

class ProcessRun final : public go::Run {
 public:
  ProcessRun(Start start, std::shared_ptr<Positions> positions, std::shared_ptr<Hangs> hangs);

  void reset() override;
  void observe(go::AccessObserver* observer) override { observer_ = observer; }
  void observe_outside(go::AccessObserver* observer) override { outside_observer_ = observer; }
  go::Routine routines() const override { return static_cast<go::Routine>(operations_.size()); }
  const go::Operation& pending(go::Routine routine) const override { return *operations_[routine]; }
  void resume(go::Routine routine, const go::Result& result) override;
  go::Routine fire(go::Object timer, std::int64_t now, std::uint64_t past) override;
  std::string_view output() const override;
  std::string_view printed() const override;
  std::string_view stacks() const override { return stacks_; }
  Stack stack(go::Routine routine) override;
  std::string_view test_failures() const override { return failures_; }
  bool outlives_main() const override { return !start_.is_main; }
  std::string_view unexplored() const override;
  std::string panic_text(go::Routine routine) const override { return panics_[routine]; }

 private:
  void set_time(std::int64_t now, std::uint64_t past);
  void go_on(go::Routine routine, go::Routine child = go::kNoRoutine);
  bool has_told(go::Routine routine) const;
  void choose(std::initializer_list<Word> words);
  void read_records();
  bool take_turn();
  void read_call(go::Routine routine, const std::string& text);
  void read_access(std::span<const Word> words);
  void read_operation(std::span<const Word> words);
  void find_failure(go::Routine routine);
  void gone(go::Routine routine);
  void stay(go::Routine routine, go::Kind kind);
  go::Operation& operation(go::Routine routine);
  go::Position position(Word place) const;

  Start start_;
  std::shared_ptr<Positions> positions_;
  std::shared_ptr<Hangs> hangs_;
  std::uint64_t choices_ = 0;  // a hash of all that the process was told
  std::int64_t now_ = 0;       // what time it was told last, without …
  Word moments_ = 0;           // … how often it has passed
  Process process_;
  go::AccessObserver* observer_ = nullptr;
  go::AccessObserver* outside_observer_ = nullptr;
  std::vector<go::Position> places_;  // by the process's numbers
  std::vector<std::unique_ptr<go::Operation>> operations_;
  std::vector<go::Position> started_;  // by goroutine: where, or where the one was that has started it in the library
  std::vector<go::Routine> told_;      // have come to an operation since somebody went on
  bool gone_ = false;                  // the process has ended, or gets nowhere, which somebody has been blamed for
  bool crashed_ = false;               // Go's runtime has ended the process
  std::vector<std::string> panics_;
  std::vector<std::uint64_t> addresses_;  // by object, of atomic variables
  std::string failures_;
  std::string stacks_;
  std::optional<std::map<go::Routine, Stack>> calls_;  // where goroutines have stopped, once that was asked for
  mutable std::string output_;
};

}  // namespace graphfuzz::real_go
