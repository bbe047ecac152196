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

template <class Visit>
constexpr void for_each_effect(Visit visit) {
  const auto each = [&visit](const auto& group) {
    for (const OpEffect& of : group) visit(of);
  };
  each(instructions::kMemory);
  each(instructions::kElements);
  each(instructions::kSlices);
  each(instructions::kMaps);
  each(instructions::kArithmetic);
  each(instructions::kText);
  each(instructions::kInterfaces);
  each(instructions::kControl);
  each(instructions::kChannels);
}

/// By Op.
constexpr std::array<Effect, kOps> kEffects = [] {
  std::array<Effect, kOps> all{};
  for_each_effect([&all](const OpEffect& of) { all[static_cast<std::size_t>(of.op)] = of.effect; });
  return all;
}();

// Asked of the numbers: with UndefinedBehaviorSanitizer the addresses of functions are no constants.
constexpr bool kAllHaveEffects = [] {
  std::array<bool, kOps> known{};
  for_each_effect([&known](const OpEffect& of) { known[static_cast<std::size_t>(of.op)] = true; });
  return std::find(known.begin(), known.end(), false) == known.end();
}();
static_assert(kAllHaveEffects, "an instruction without effect");

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

/// Every now and then: takes a part of what is left.
bool Interpreter::takes_time() {
  constexpr std::int64_t kPart = 20'000;
  stop_point();
  const std::int64_t part = std::min(kPart, rest_);
  rest_ -= part;
  left_ += part;
  return left_ >= 0;
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
    constexpr std::size_t kMilestone = 1024;
    if ((i + 1) % kMilestone == 0) stop_point();
    observer.access(current, reinterpret_cast<std::uintptr_t>(first), writes, where);
  }
}

void MachineRun::execute(Goroutine& g) {
  for (;;) {
    try {
      Interpreter(*this, g).run();
      return;
    } catch (const OutOfMemory&) {
      out_of_memory(g);
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
