// What the compiler makes of a checked program: one FunctionCode per function, of instructions for a machine with
// registers. Registers are the slots of the frame: first the results, then the receiver and the parameters, then local
// variables and temporaries. A call's window lies in the caller's frame and is the beginning of the callee's.
//
// A variable that a closure captures and that changes after its declaration, or whose address is taken, is in the arena
// and its register holds the pointer ("boxed"); all others are registers, and nobody else can ever see them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/go/checked.hpp"
#include "frontend/go/vm/natives.hpp"
#include "frontend/go/vm/value.hpp"
#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go::vm {

struct FunctionCode;

/// What one slot of a value is, for comparing and hashing.
enum class SlotKind : std::uint8_t { word, real, string, interface, incomparable };

/// A type, as the machine needs it. `word`: the value is the first word of a single slot.
struct TypeInfo {
  const syntax::Type* type = nullptr;
  std::uint32_t index = 0;
  std::uint32_t slots = 0;
  bool word = false;
  bool small = false;  ///< integer or bool
  bool comparable = false;
  std::vector<SlotKind> layout;
  std::vector<std::uint32_t> offsets;  ///< of a structure's fields
  const TypeInfo* key = nullptr;       ///< of a map
  const TypeInfo* element = nullptr;   ///< of a map
  // Only of types that interfaces hold:
  bool dynamic = false;
  /// By method-name number: what to call with the receiver's word (see Compiler::interface_entry); sorted by number.
  std::vector<std::pair<std::uint32_t, const FunctionCode*>> methods;
  std::vector<bool> implements;               ///< by number of the interface asked for
  const FunctionCode* text_method = nullptr;  ///< Error() string, or else String() string

  const FunctionCode* method(std::uint32_t name) const {
    for (const auto& [number, code] : methods) {
      if (number == name) return code;
    }
    return nullptr;
  }
};

enum class Op : std::uint16_t {
  // a := …
  move,            // R[a] = R[b]
  move_n,          // R[a…] = R[b…], n slots
  load_int,        // R[a] = c | d << 32
  load_constant,   // R[a] = constant b
  zero,            // R[a…] = 0, n slots
  box,             // R[a] = pointer to a copy of R[b…], n slots
  new_object,      // R[a] = pointer to c zero slots
  load,            // R[a…] = R[b].p[c…], n slots; nil is a panic
  store,           // R[a].p[c…] = R[b…], n slots
  initialize,      // as store, to a variable that nobody else knows yet
  load_global,     // R[a…] = globals[b…], n slots
  store_global,    // globals[a…] = R[b…], n slots
  global_address,  // R[a] = &globals[b]
  field_address,   // R[a] = R[b].p + c
  captures,        // R[a…] = what the closure captured, n slots
  // Elements
  index_slice,     // R[a] = &R[b][R[c]], elements of n slots
  check_index,     // panic unless 0 <= R[a] < b
  element,         // R[a] = R[b].p + c + R[d] * n
  get_local,       // R[a…] = R[b + R[c]…], n slots
  set_local,       // R[a + R[b]…] = R[c…], n slots
  index_string,    // R[a] = R[b][R[c]]
  slice_slice,     // R[a] = R[b][R[c] : R[c+1] : R[c+2]], elements of n slots; d: bit 0..2: which are given
  slice_string,    // the same of a string
  array_to_slice,  // R[a] = slice of the c elements at R[b].p
  slice_of,        // R[a] = new slice of the c elements R[b…], of n slots each
  make_slice,      // R[a] = make([]T, R[b], R[c]), elements of n slots
  append,          // R[a] = append(R[b], the d elements R[c…], of n slots each)
  append_slice,    // R[a] = append(R[b], R[c]...)
  append_string,   // R[a] = append(R[b], string R[c]...)
  copy_slice,      // R[a] = copy(R[b], R[c]), elements of n slots
  copy_string,     // R[a] = copy(R[b], string R[c])
  length,          // R[a] = len of slice R[b]
  length_string,
  length_map,
  length_channel,
  capacity,
  capacity_channel,
  // Maps; d: the map's type
  make_map,     // R[a]
  map_get,      // R[a…] = R[b][R[c…]]; n: also whether it is there, after the value
  map_set,      // R[a][R[b…]] = R[c…]
  map_delete,   // delete(R[a], R[b…])
  map_next,     // R[a]: place in R[b]; R[a+1…] = key, value of the next entry, or go to c
  string_next,  // R[a]: place in string R[b]; R[a+1], R[a+2] = index, rune, or go to c
  // Integers
  add,
  subtract,
  multiply,
  divide,
  remainder,
  divide_unsigned,
  remainder_unsigned,
  bit_and,
  bit_or,
  bit_xor,
  and_not,
  shift_left,  // d: the count is signed: a negative one is a panic
  shift_right,
  shift_right_unsigned,
  add_constant,  // R[a] = R[b] + c
  negate,
  complement,
  logical_not,
  wrap,  // R[a] = R[b] as an integer of c bits; d: signed
  equal,
  not_equal,
  less,
  less_equal,
  less_unsigned,
  less_equal_unsigned,
  // Floating point numbers
  add_real,
  subtract_real,
  multiply_real,
  divide_real,
  negate_real,
  round_real,  // to float32
  equal_real,
  not_equal_real,
  less_real,
  less_equal_real,
  // Strings
  concatenate,
  equal_string,
  not_equal_string,
  less_string,
  less_equal_string,
  equal_value,  // R[a] = R[b…] == R[c…] of type d
  // Conversions: R[a] = T(R[b])
  int_to_real,
  unsigned_to_real,
  real_to_int,
  string_to_bytes,
  bytes_to_string,
  string_to_runes,
  runes_to_string,
  rune_to_string,
  to_interface,  // R[a] = interface of R[b…], of type c
  // Interfaces: R[a…] = R[b].(T); c: T's type; n: also whether it is so, after the value
  assert_type,
  assert_interface,  // d: the interface's number
  is_type,           // R[a] = R[b] holds type c
  is_interface,      // R[a] = R[b]'s type implements interface number d
  unbox,             // R[a…] = the value in R[b], which is of type c
  // Control
  jump,           // to a
  jump_if,        // R[a]: to b
  jump_if_not,    // !R[a]: to b
  jump_less_not,  // !(R[a] < R[c]): to b
  // Calls; a: the window; n: CallMode
  call,            // function b
  call_closure,    // R[b]
  call_interface,  // method-name number b of R[c]; d: slots of the results
  call_native,     // native b; of an operation: n: its Kind, c: where in the window the pointer is, d: bits
  make_closure,    // R[a] = function b with n captured slots R[c…]
  return_,
  run_defers,
  panic,    // with interface R[a]
  recover,  // R[a]
  // Operations
  make_channel,  // R[a] = make(chan T, R[b]) (b < 0: unbuffered); c: T's type
  send,          // R[a] <- R[b…]
  receive,       // R[a…] = <-R[b]; c >= 0: R[c] = ok
  close,         // R[a]
  select,        // selects[a]
  block,         // for ever
};

enum CallMode : std::uint16_t { kCall, kGo, kDefer };

struct Instruction {
  Op op;
  std::uint16_t n = 0;
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t c = 0;
  std::int32_t d = 0;
};

struct SelectCase {
  bool sends = false;
  std::int32_t channel = 0;  ///< register
  std::int32_t value = 0;    ///< register of what is sent, or for what is received
  std::int32_t ok = -1;      ///< register, or -1
  std::int32_t target = 0;
};
struct SelectCode {
  std::vector<SelectCase> cases;     ///< in source order
  std::vector<std::uint32_t> order;  ///< in runtime order: sends, then receives backwards
  bool has_default = false;
  std::int32_t default_target = 0;
};

struct FunctionCode {
  std::string name;
  std::vector<Instruction> code;
  std::vector<Position> positions;  ///< per instruction
  std::vector<SelectCode> selects;
  std::uint32_t result_slots = 0;
  std::uint32_t parameter_slots = 0;  ///< with the receiver
  std::uint32_t frame_slots = 0;
  std::int32_t epilogue = -1;  ///< where a frame goes on after a panic was recovered; -1: it has no defers
  bool prelude = false;        ///< accesses are not reported
  bool transparent = false;    ///< operations are at the position of the call
  mutable Slot self{};         ///< the function as a value
};

/// A program, compiled.
struct Code {
  std::shared_ptr<syntax::Program> program;
  std::deque<FunctionCode> functions;
  std::vector<FunctionCode*> by_index;
  std::deque<TypeInfo> types;
  std::vector<const TypeInfo*> by_type;  ///< by Type::number; null for those that were not needed
  std::vector<Slot> constants;
  std::deque<std::string> texts;  ///< that constants refer to
  std::deque<Slot> boxes;         ///< strings in constant interfaces
  std::vector<std::string> positions;
  std::uint32_t global_slots = 0;
  const FunctionCode* entry = nullptr;
  const FunctionCode* send_time = nullptr;  ///< what the timer of a channel does; null without package time
  const TypeInfo* runtime_error = nullptr;  ///< of the machine's panics; a string
  const TypeInfo* string_type = nullptr;
  std::int64_t instruction_limit = 0;
  std::size_t memory_limit = 0;
};

}  // namespace graphfuzz::go::vm
