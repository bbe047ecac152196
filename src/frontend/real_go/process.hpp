// A process of a Go program under control, and the memory that it shares with this one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/real_go/one_processor.hpp"
#include "frontend/real_go/protocol.hpp"

namespace graphfuzz::real_go {

/// What programs write under virtual time comes in frames, each of which begins with 0 0 P B, the time, and its length.
std::string without_frames(const std::string& text);

struct Start {
  std::string name;  ///< for a person
  std::string file;
  std::vector<std::string> arguments;
  std::string folder;  ///< places are told without it
  std::string runs_in;
  bool is_main = false;
  bool races = false;    ///< accesses to plain memory are to be told
  std::string points{};  ///< lines, or "*", where these are stopped before
  /// Who gets to no operation for so long gets nowhere.
  std::chrono::milliseconds patience{};
  std::uint64_t time = 0;  ///< what the clock says when the process begins: seconds since 1970
  std::string unseen{};    ///< what of it does not stop where others can notice
  std::string subtests{};  ///< of a test of which some sub-tests are to run: what to say if it has none of them
};

class Process {
 public:
  /// Throws BuildError if there is no memory to share.
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Begins anew, up to the first time that it is our turn; the same program each time. Throws BuildError if it cannot
  /// be run.
  void start(const Start& start);
  Word& operator[](Field field) { return memory_[field]; }
  Word operator[](Field field) const { return memory_[field]; }
  /// Lets it go on until it is our turn again. False: it has ended, or it gets nowhere.
  bool take_turn();
  /// Ends it as one that is known to get nowhere from here on, in place of take_turn. `dump`: see dump().
  void give_up(const std::string& dump);
  /// What it has told since.
  std::span<const Word> records() const { return {memory_ + kFirst, memory_[kUsed]}; }
  /// If it does not run any more: its exit code, negative for a signal; nothing if it was ended since it got nowhere.
  std::optional<int> ended() const { return exit_code_; }
  /// What it has written.
  std::string output() const;
  /// What Go's runtime wrote when it was ended since it got nowhere.
  const std::string& dump() const { return dump_; }

 private:
  bool wait_for_turn();
  void ask_for_stacks();
  void launch(const Start& start);
  void ask_for_copy();
  void end();
  void end_execution();
  void end_copy();
  bool serves() const { return pid_ >= 0 && memory_[kServes] != 0; }
  pid_t runs() const { return serves() ? static_cast<pid_t>(memory_[kPid]) : pid_; }
  bool has_ended();
  std::string text_from(off_t begin) const;

  int memory_file_ = -1;
  int output_file_ = -1;
  Word* memory_ = nullptr;
  pid_t pid_ = -1;         // runs the program, or makes copies that do
  bool has_copy_ = false;  // that has not been seen to end
  OneProcessor together_;  // with who makes copies, and those
  std::uint32_t copies_ = 0;
  std::chrono::milliseconds patience_{};
  std::optional<int> exit_code_;
  std::string dump_;
};

}  // namespace graphfuzz::real_go
