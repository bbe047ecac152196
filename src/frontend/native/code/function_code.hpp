// FunctionCode: a function's instructions, which registers they use, and where in its frame they read and write.
#pragma once

#include <array>
#include <bitset>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/native/code/borrowing.hpp"

namespace graphfuzz::native {

/// A frame's bytes, the last one the topmost of the return address. What lies lower is taken to be live.
inline constexpr unsigned kMostFrame = 1024;
using FrameBytes = std::bitset<kMostFrame>;

inline constexpr std::int32_t kAddressSize = 8;

class LandingPads;

class FunctionCode {
 public:
  /// Of the function that `at` is in. `called`: what it does with its arguments is asked for, too.
  FunctionCode(CodeAddress at, Callees& callees, bool called = false);

  /// Addresses are bytes from where the frame ends.
  struct Slot {
    std::int32_t at = 0;
    std::optional<std::int32_t> address{};  // nothing: one of several, or perhaps something else
    bool overlaps(std::int32_t begin, unsigned size) const {
      return at < begin + static_cast<std::int32_t>(size) && begin < at + kAddressSize;
    }
  };
  /// Addresses in the frame that registers hold (nothing: anything else), and those that are kept in the frame itself.
  struct Held {
    std::array<std::optional<std::int32_t>, kRegisterCount> registers{};
    std::vector<Slot> slots{};
    std::optional<std::int32_t>& operator[](std::size_t r) { return registers[r]; }
    const std::optional<std::int32_t>& operator[](std::size_t r) const { return registers[r]; }
  };
  struct Step {
    Instruction code;
    CalledFunction called = CalledFunction::ordinary;
    CodeAddress next = 0;    // 0: none
    CodeAddress branch = 0;  // of a call: where it goes on if that throws; 0: none
    bool lands = false;      // … which may be anywhere
    RegisterSet left = 0;    // … whoever called the function finds these as they are then, if it is left
    RegisterSet uses = 0;
    RegisterSet kills = 0;
    RegisterSet live = 0;     // before it
    RegisterSet set = 0;      // since they were lost in a call, perhaps; before it
    bool decides = true;      // of a branch: does anybody notice which way is gone?
    bool live_flags = false;  // before it
    bool reached = false;
    Held held{};  // before it
    FrameBytes reads{};
    FrameBytes writes{};
    FrameBytes live_bytes{};  // before it
  };
  /// Null if the code there could not be read.
  const Step* at(CodeAddress address) const {
    const auto step = steps_.find(address);
    return known_ && step != steps_.end() ? &step->second : nullptr;
  }
  /// Are all accesses to its frame known?
  bool is_frame_known() const { return known_ && !given_away_; }
  /// May functions that it calls read any of its frame?
  bool is_frame_lent() const { return lent_; }
  /// What may be read of its frame from the call on that returns there, and in it.
  FrameBytes live_since_call(CodeAddress return_address) const;
  Borrowing borrowing() const;
  bool reads_arguments() const { return reads_arguments_; }
  /// Does it use registers that are none of general purpose?
  bool uses_vectors() const { return uses_vectors_; }

 private:
  bool read(CodeAddress begin);
  void expect_unseen_code();
  void note_exceptions(Step& step, CodeAddress return_address, LandingPads& pads);
  void note_registers(Step& step) const;
  /// At most: those that it only reads may be among them.
  static RegisterSet written_by(const Step& step);
  static RegisterSet operands_read_by(const Step& step);
  template <class Settle>
  void settle(Settle settle);
  /// A branch whose ways come together again, having done no more than compute.
  struct Fork {
    CodeAddress branch = 0;
    CodeAddress joins = 0;
    RegisterSet written = 0;  // on the ways
    bool flags = false;       // are they?
  };
  void settle_registers();
  std::optional<Fork> fork_at(CodeAddress branch) const;
  bool ways_to(CodeAddress from, CodeAddress end, std::vector<CodeAddress>& ways) const;
  void follow_sets(CodeAddress begin);
  void follow_addresses(CodeAddress begin);
  bool merge(Step& step, const Held& held);
  static bool merge_slots(std::vector<Slot>& slots, const std::vector<Slot>& others);
  Held after(const Step& step);
  template <class Visit>
  static void for_each_access(const Step& step, Visit visit);
  void follow_slots(const Step& step, Held& held);
  bool keep(const Step& step, Held& held, std::int32_t address);
  bool may_keep_addresses() const { return !lands_ && !goes_anywhere_; }
  bool passes_slots(const Step& step);
  bool is_read_from(CodeAddress from, RegisterSet reg) const;
  bool reads_what_calls_lose(const Step& step);
  void note_accesses(Step& step);
  void note_arguments(Step& step);
  void note_borrowers(Step& step);
  void note_access(Step& step, std::int32_t offset, unsigned size, bool is_write);
  void note_argument_access(std::size_t argument, std::int32_t offset, unsigned size,
                            std::bitset<Borrowing::kBytes> Borrowing::Argument::*bytes);
  void note_call(Step& step, std::int32_t address, const Borrowing::Argument& argument);
  const Borrowing* borrowing_of(const Step& step);
  void give_away() { given_away_ = true; }

  Callees& callees_;
  bool called_;
  boost::unordered_flat_map<CodeAddress, Step> steps_;
  std::vector<CodeAddress> addresses_;  // as they were come by
  bool known_ = false;
  bool lands_ = false;  // may a call end in a handler or cleanup of the function that is not known?
  bool goes_anywhere_ = false;
  bool goes_on_unseen_ = false;  // … and perhaps in code of the function that has not been read
  bool lent_ = false;            // may what is called know an address in the frame?
  bool given_away_ = false;      // may anybody?
  bool reads_arguments_ = false;
  bool uses_vectors_ = false;
  RegisterSet written_ = 0;  // by any of its instructions
  bool keeps_ = false;       // Borrowing::keeps
  std::array<Borrowing::Argument, kArguments> borrowed_{};
};

// Calls `settle(step, next, branch)` until it is false of all steps.
template <class Settle>
void FunctionCode::settle(Settle settle) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto address = addresses_.rbegin(); address != addresses_.rend(); ++address) {
      Step& step = steps_.find(*address)->second;
      const Step* const next = step.next != 0 ? at(step.next) : nullptr;
      const Step* const branch = step.branch != 0 ? at(step.branch) : nullptr;
      changed |= settle(step, next, branch);
    }
  }
}

}  // namespace graphfuzz::native
