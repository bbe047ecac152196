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

Next Interpreter::call_value(const Instruction& call) {
  Slot* closure = nullptr;
  bool goes_on = true;
  const FunctionCode* callee = machine_.callee(goroutine_, call, &closure, goes_on);
  if (callee == nullptr) return resume(goes_on);
  return call.n == kCall ? enter(callee, call.a, closure) : ask(Kind::fork, kNoObject);
}

void Interpreter::tell(const char* first, std::size_t count, bool writes) {
  if (frame_->code->prelude) return;
  AccessObserver& observer = *machine_.observer_;
  const Position where = machine_.position(*frame_);
  const Routine current = machine_.current_;
  for (std::size_t i = 0; i < count; ++i, first += sizeof(Slot)) {
    observer.access(current, reinterpret_cast<std::uintptr_t>(first), writes, where);
  }
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
