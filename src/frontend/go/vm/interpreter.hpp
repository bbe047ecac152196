// Executes instructions. What each of them does is a small function in instructions/, called through a table; the
// interpreter goes from one to the next, and is what they see of the machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {

/// The instruction to perform next. Null: there is none, as the goroutine waits for the engine, or has ended.
using Next = const Instruction*;

class Interpreter {
 public:
  Interpreter(MachineRun& machine, Goroutine& goroutine)
      : machine_(machine), goroutine_(goroutine), rest_(machine.code_->instruction_limit) {}

  /// Until the goroutine wants something of the engine, or ends. Throws OutOfMemory and Incomparable; its frame then is
  /// behind the instruction that could not be performed.
  void run();

  // What instructions work on.
  Slot* registers() const { return registers_; }
  Frame& frame() const { return *frame_; }
  Slot* globals() const { return machine_.globals_; }
  Arena& arena() const { return machine_.arena_; }
  const Slot& constant(std::int32_t number) const { return machine_.code_->constants[index(number)]; }
  const TypeInfo& type(std::int32_t number) const { return machine_.code_->types[index(number)]; }
  FunctionCode* function(std::int32_t number) const { return machine_.code_->by_index[index(number)]; }

  // To be called before variables are read or written that another goroutine may know. A map is one.
  void reads(const void* first, std::size_t count = 1) { access(first, count, false); }
  void writes(const void* first, std::size_t count = 1) { access(first, count, true); }

  // Where an instruction may lead, other than to the one behind it.
  Next jump(std::int32_t target) const { return frame_->code->code.data() + target; }
  /// Before what may go on for ever: jumps back and calls. False: too long, without any operation; go where end() says.
  bool has_time() { return (left_ -= 10) >= 0 || takes_time(); }
  Next end();
  Next error(std::string_view text, Panic kind = Panic::other) {
    return resume(machine_.raise_error(goroutine_, kind, text));
  }
  Next nil_error() { return error("invalid memory address or nil pointer dereference", Panic::nil_dereference); }
  Next index_error(std::int64_t index, std::int64_t length) {
    return resume(machine_.raise_index(goroutine_, index, length));
  }
  Next assertion_error(const TypeInfo* held, const TypeInfo& wanted, const TypeInfo* interface) {
    return resume(machine_.raise_assertion(goroutine_, held, wanted, interface));
  }
  Next panic(Slot value) { return resume(machine_.raise(goroutine_, Panic::other, value)); }
  void recover(Slot& to) { machine_.recover(goroutine_, to); }
  /// The window is where the callee's registers begin.
  Next enter(const FunctionCode* callee, std::int32_t window, Slot* closure) {
    return resume(machine_.enter(goroutine_, callee, frame_->base + static_cast<std::uint32_t>(window), closure));
  }
  Next leave() { return resume(machine_.leave(goroutine_)); }
  Next defer_call(const Instruction& call) { return resume(machine_.defer_call(goroutine_, call)); }
  Next call_deferred() { return resume(machine_.call_deferred(goroutine_, 0)); }
  Next native(const Instruction& call) { return resume(machine_.native(goroutine_, call)); }
  Next call_value(const Instruction& call);

  // What the goroutine asks of the engine: the instruction is finished when the engine says what came of it.
  Operation& operation(Kind kind, Object object) { return machine_.operation(goroutine_, kind, object); }
  Next ask(Kind kind, Object object) {
    operation(kind, object);
    return nullptr;
  }
  Next make(const Instruction& make) { return resume(machine_.begin_make(goroutine_, make, registers_)); }
  Next select(const SelectCode& select) {
    machine_.begin_select(goroutine_, select, registers_);
    return nullptr;
  }
  std::uint32_t payload(const Channel& channel, const Slot* value) { return machine_.payload(channel, value); }

  /// Where the frame on top goes on in case of failure, in case of a call, and after an operation.
  void save(Next pc) { frame_->pc = pc; }

 private:
  static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
  void access(const void* first, std::size_t count, bool writes) {
    if (machine_.observer_ != nullptr) [[unlikely]]
      tell(static_cast<const char*>(first), count, writes);
  }
  void tell(const char* first, std::size_t count, bool writes);
  /// After what may have changed the stack of frames. Where `goes_on` is false, the goroutine waits for the engine.
  Next resume(bool goes_on);
  bool takes_time();

  MachineRun& machine_;
  Goroutine& goroutine_;
  Frame* frame_ = nullptr;     ///< the one on top
  Slot* registers_ = nullptr;  ///< its
  std::int64_t left_ = 0;      ///< instructions, roughly, until it may be stopped …
  std::int64_t rest_;          ///< … and, after those, until it has taken too long
};

/// What an instruction does. Returns where it leads.
using Effect = Next (*)(Interpreter& in, Next i);

/// Makes one of a function that has one of these forms. `r` are the registers of the frame.
///   void f(Slot* r, const Instruction& i)                   works on registers alone
///   void f(Interpreter& in, Slot* r, const Instruction& i)  and on the machine
///   Next f(Interpreter& in, Slot* r, const Instruction& i)  and says what comes next: usually following(i)
template <auto perform>
Next effect(Interpreter& in, Next i) {
  Slot* r = in.registers();
  if constexpr (std::is_invocable_v<decltype(perform), Slot*, const Instruction&>) {
    perform(r, *i);
    return i + 1;
  } else {
    in.save(i + 1);
    if constexpr (std::is_same_v<std::invoke_result_t<decltype(perform), Interpreter&, Slot*, const Instruction&>,
                                 void>) {
      perform(in, r, *i);
      return i + 1;
    } else {
      return perform(in, r, *i);
    }
  }
}

inline Next following(const Instruction& i) { return &i + 1; }

inline void copy(Slot* to, const Slot* from, std::uint32_t count) {
  std::memmove(static_cast<void*>(to), from, count * sizeof(Slot));
}

/// What stands in the table, and what a file of instructions has for it.
struct OpEffect {
  Op op;
  Effect effect;
};
template <Op op, auto perform>
inline constexpr OpEffect on{op, effect<perform>};
template <typename... All>
constexpr std::array<OpEffect, sizeof...(All)> group(All... all) {
  return {all...};
}

}  // namespace graphfuzz::go::vm
