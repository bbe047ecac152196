#include "frontend/go/vm/interpreter.hpp"

#include <algorithm>
#include <array>

#include "frontend/go/vm/instructions/arithmetic.hpp"
#include "frontend/go/vm/instructions/channels.hpp"
#include "frontend/go/vm/instructions/control.hpp"
#include "frontend/go/vm/instructions/elements.hpp"
#include "frontend/go/vm/instructions/interfaces.hpp"
#include "frontend/go/vm/instructions/maps.hpp"
#include "frontend/go/vm/instructions/memory.hpp"
#include "frontend/go/vm/instructions/slices.hpp"
#include "frontend/go/vm/instructions/text.hpp"

namespace graphfuzz::go::vm {
namespace {

constexpr std::size_t kOps = static_cast<std::size_t>(Op::block) + 1;

/// By Op.
constexpr std::array<Effect, kOps> kEffects = [] {
  std::array<Effect, kOps> all{};
  const auto add = [&all](const auto& group) {
    for (const OpEffect& of : group) all[static_cast<std::size_t>(of.op)] = of.effect;
  };
  add(instructions::kMemory);
  add(instructions::kElements);
  add(instructions::kSlices);
  add(instructions::kMaps);
  add(instructions::kArithmetic);
  add(instructions::kText);
  add(instructions::kInterfaces);
  add(instructions::kControl);
  add(instructions::kChannels);
  return all;
}();
static_assert(std::find(kEffects.begin(), kEffects.end(), nullptr) == kEffects.end(), "an instruction without effect");

}  // namespace

void Interpreter::run() {
  if (goroutine_.frames.empty()) return;
  Next next = resume(true);
  while (next != nullptr) next = kEffects[static_cast<std::size_t>(next->op)](*this, next);
}

Next Interpreter::resume(bool goes_on) {
  if (!goes_on) return nullptr;
  frame_ = &goroutine_.frames.back();
  registers_ = goroutine_.stack.data() + frame_->base;
  return frame_->pc;
}

Next Interpreter::end() {
  const std::string limit = std::to_string(machine_.code_->instruction_limit);
  return resume(machine_.fatal(goroutine_, Panic::other, limit + " instructions without a concurrency operation"));
}

Next Interpreter::error(std::string_view text, Panic kind) {
  return resume(machine_.raise_error(goroutine_, kind, text));
}

Next Interpreter::nil_error() {
  return error("invalid memory address or nil pointer dereference", Panic::nil_dereference);
}

Next Interpreter::index_error(std::int64_t index, std::int64_t length) {
  return resume(machine_.raise_index(goroutine_, index, length));
}

Next Interpreter::assertion_error(const TypeInfo* held, const TypeInfo& wanted, const TypeInfo* interface) {
  return resume(machine_.raise_assertion(goroutine_, held, wanted, interface));
}

Next Interpreter::enter(const FunctionCode* callee, std::int32_t window, Slot* closure) {
  return resume(machine_.enter(goroutine_, callee, frame_->base + static_cast<std::uint32_t>(window), closure));
}

Next Interpreter::call_value(const Instruction& call) {
  Slot* closure = nullptr;
  bool goes_on = true;
  const FunctionCode* callee = machine_.callee(goroutine_, call, &closure, goes_on);
  if (callee == nullptr) return resume(goes_on);
  return call.n == kCall ? enter(callee, call.a, closure) : ask(Kind::fork, kNoObject);
}

Next Interpreter::ask(Kind kind, Object object) {
  operation(kind, object);
  return nullptr;
}

Next Interpreter::select(const SelectCode& select) {
  machine_.begin_select(goroutine_, select, registers_);
  return nullptr;
}

void MachineRun::access_slots(const Frame& frame, const Slot* first, std::uint32_t count, bool writes) {
  if (frame.code->prelude) return;
  const Position where = position(frame);
  for (std::uint32_t i = 0; i < count; ++i) {
    observer_->access(current_, reinterpret_cast<std::uintptr_t>(first + i), writes, where);
  }
}

void MachineRun::access(const Frame& frame, const void* variable, bool writes) {
  if (frame.code->prelude) return;
  observer_->access(current_, reinterpret_cast<std::uintptr_t>(variable), writes, position(frame));
}

void MachineRun::execute(Goroutine& g) {
  for (;;) {
    try {
      Interpreter(*this, g).run();
      return;
    } catch (const OutOfMemory&) {
      fatal(g, Panic::other, "out of memory");
      return;
    } catch (const Incomparable& failure) {
      const std::string type = to_string(failure.type->type);
      const std::string text =
          failure.hashing ? "hash of unhashable type " + type : "comparing uncomparable type " + type;
      if (!raise_error(g, Panic::other, text)) return;
    }
  }
}

}  // namespace graphfuzz::go::vm
