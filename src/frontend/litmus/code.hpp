// The register code that threads are compiled to, one ThreadCode per thread.
//
// A register file holds, in this order: variables (the registers of the test), iteration counters of bounded loops,
// temporaries, constants. Variables and counters are what a checkpoint saves; temporaries are dead at every checkpoint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/program.hpp"
#include "type.hpp"

namespace graphfuzz::litmus {

using Register = std::uint16_t;
inline constexpr Register kNoRegister = 0xffff;

/// Instructions between two events; beyond, the thread is taken to run forever.
inline constexpr std::int64_t kMaxSteps = 1'000'000;

// clang-format off
enum class Opcode : std::uint8_t {
  nothing,
  copy,     ///< result = left
  convert,  ///< result = left, wrapped to the type (addresses stay)
  add, subtract, multiply, bit_and, bit_or, bit_xor, shift_left, shift_right,
  divide, modulo,           ///< by 0: failure number `target`
  equal, not_equal, less, less_equal,
  jump,                     ///< to `target`
  jump_if_zero,             ///< if left = 0
  jump_if_nonzero,          ///< if left ≠ 0
  request,                  ///< accesses[target] as it is
  request_with_registers,   ///< accesses[target], completed from registers
  enter_loop,               ///< loops[target] begins a new activation
  count_iteration,          ///< the body of loops[target] is entered
  checkpoint,               ///< checkpoints[target]
  assume,                   ///< left = 0: the execution is blocked
  fail,                     ///< failure number `target`
  end,
};
// clang-format on

inline bool has_two_operands(Opcode opcode) { return opcode >= Opcode::add && opcode <= Opcode::less_equal; }

struct Instruction {
  Opcode opcode = Opcode::end;
  std::uint8_t shift = 0;  ///< 64 - width of the type of the result
  bool is_signed = true;
  Register result = kNoRegister;
  Register left = kNoRegister;
  Register right = kNoRegister;
  std::uint32_t target = 0;
};

inline constexpr std::uint32_t kNoRetry = 0xffffffff;

/// A request and the registers that complete it. Fields without a register are in `request` already.
struct Access {
  Request request;
  std::uint64_t returns = 0;  ///< checkpoints that can be reached from behind this access without writing
  Register address = kNoRegister;
  Register operand = kNoRegister;
  Register expected = kNoRegister;
  Register result = kNoRegister;           ///< gets the value read, or whether the compare_exchange succeeded
  Register expected_result = kNoRegister;  ///< compare_exchange: gets the value read if it fails
  std::uint32_t message = 0;               ///< for an address that is none
  std::uint32_t wait = 0;                  ///< of LitmusProgram::waits, if the access may wait
  std::uint32_t retry = kNoRetry;          ///< if the access is an attempt that may have to be made again: its number
};

/// A point that a waiting iteration comes back to.
struct Checkpoint {
  std::uint32_t pc = 0;
  std::vector<Register> live;  ///< variables whose values matter from here on
  std::vector<Location> read;  ///< by accesses that may come back to here without writing, sorted; kNoLocation: any
  bool reads_plainly = false;  ///< is one of them not atomic?
};

/// A loop whose end depends on memory, so that it is bounded.
struct Loop {
  Register counter = kNoRegister;
  std::uint64_t checkpoints = 0;  ///< bit set
};
inline constexpr std::size_t kMaxLoops = 32;  ///< two checkpoints each, in a 64-bit set

/// An update that a thread makes again and again until it reads what it needs (retries.hpp).
struct Retry {
  std::uint32_t pc = 0;
  /// By pc: requests that lead back to the update, whatever is read on the way, having only read.
  std::vector<bool> leads_back;
  /// By pc: updates that undo it, and may.
  std::vector<bool> undoes;
  std::vector<Register> live;  ///< what must not have changed when it is made again; not its result
};

struct Variable {
  std::string_view name;
  Type type;
};

struct ThreadCode {
  std::vector<Instruction> code;
  std::vector<Access> accesses;
  std::vector<Checkpoint> checkpoints;
  std::vector<Loop> loops;
  std::vector<Variable> variables;
  std::uint32_t saved = 0;  ///< number of variables and counters
  /// By instruction, the locations that may be written from there on: `write_words` words of bits each. Empty if there
  /// are too many locations to tell.
  std::vector<std::uint64_t> later_writes;
  std::size_t write_words = 0;
  std::vector<Value> registers;  ///< initial register file
  std::vector<bool> observed;    ///< variables that matter at the end
  std::vector<Retry> retries;
};

/// What a location is to an access whose address is only known at run time.
struct Cell {
  std::uint8_t bits = 32;
  bool is_signed = true;
  Location object_begin = 0;
  Location object_end = 0;
};

}  // namespace graphfuzz::litmus
