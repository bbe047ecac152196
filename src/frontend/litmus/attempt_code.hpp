// One thread's code as the search for retries sees it: what follows an access, if it reads a given value.
#pragma once

#include <cstdint>
#include <vector>

#include "code.hpp"
#include "liveness.hpp"

namespace graphfuzz::litmus {

/// What a thread does behind an access, as far as it does not depend on what else it knows.
struct Path {
  bool determined = false;  ///< false: it depends on something else, or may fail
  bool stuck = false;       ///< not determined, because of the branch at `pc`
  std::uint32_t pc = 0;     ///< of the next access, or the end
  std::vector<Value> values;
  std::vector<bool> known;
  std::vector<bool> touched;
};

class AttemptCode {
 public:
  AttemptCode(const ThreadCode& code, const std::vector<Cell>& cells);

  const ThreadCode& code() const { return code_; }
  const Liveness& liveness() const { return liveness_; }
  const Access& access(std::uint32_t pc) const { return code_.accesses[code_.code[pc].target]; }
  /// An access whose location and operands the code itself gives.
  bool is_fixed(std::uint32_t pc) const { return code_.code[pc].opcode == Opcode::request; }
  /// A fixed access of this kind.
  bool is(std::uint32_t pc, RequestKind kind) const { return is_fixed(pc) && access(pc).request.kind == kind; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(code_.code.size()); }

  /// The access at `pc` reads `value`.
  Path follow(std::uint32_t pc, Value value) const;
  /// Does the thread go on alike, whether the access at `pc` reads `a` or `b`?
  bool alike(std::uint32_t pc, Value a, Value b) const;
  /// Does the load at `pc` come back to itself when it reads `value`, having changed nothing that matters?
  bool spins(std::uint32_t pc, Value value) const;
  /// Two updates that do the same, and are followed by the same.
  bool same_attempt(std::uint32_t a, std::uint32_t b) const;
  /// Does the update at `undo` take back what the one at `pc` did, and is its own result never looked at?
  bool undoes(std::uint32_t undo, std::uint32_t pc) const;

 private:
  const ThreadCode& code_;
  const std::vector<Cell>& cells_;
  Liveness liveness_;
  std::vector<bool> constant_;  // registers that no instruction changes
};

/// What an update that adds or subtracts adds.
Value added_by(const Request& request);
bool only_adds(const Request& request);

}  // namespace graphfuzz::litmus
