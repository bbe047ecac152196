// What a goroutine asks of the engine and gets back.
#include <algorithm>

#include "frontend/go/vm/format.hpp"
#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {

namespace {

/// Payloads from here on are numbers of values in a table; below, they are the values.
constexpr std::uint32_t kInTable = 0x80000000U;

}  // namespace

Operation& MachineRun::operation(Goroutine& g, Kind kind, Object object) {
  Operation& pending = g.pending;
  pending.kind = kind;
  pending.position = g.frames.empty() ? kNoPosition : position(g.frames.back());
  pending.object = object;
  pending.locker = kNoObject;
  pending.locker_reads = false;
  pending.has_default = false;
  pending.object_kind = ObjectKind::channel;
  pending.panic = Panic::none;
  pending.payload = 0;
  pending.operand = 0;
  pending.period = 0;
  pending.cases.clear();
  return pending;
}

std::uint32_t MachineRun::payload(const Channel& channel, const Slot* value) {
  if (channel.element_slots == 0) return 0;
  if (channel.small && value->u < kInTable) return static_cast<std::uint32_t>(value->u);
  if (!arena_.charge(channel.element_slots * sizeof(Slot))) throw OutOfMemory{};
  const auto number = static_cast<std::uint32_t>(payloads_.size()) | kInTable;
  payloads_.insert(payloads_.end(), value, value + channel.element_slots);
  return number;
}

void MachineRun::unpack(const Channel* channel, std::uint32_t payload, Slot* to, std::uint32_t count) {
  if (payload < kInTable || channel == nullptr) {
    for (std::uint32_t i = 0; i < count; ++i) to[i] = Slot::integer(0);
    if (count > 0) to->u = payload;
    return;
  }
  const std::size_t from = payload & ~kInTable;
  if (from + count > payloads_.size()) return;
  std::copy_n(payloads_.begin() + static_cast<std::ptrdiff_t>(from), count, to);
}

bool MachineRun::begin_make(Goroutine& g, const Instruction& make, Slot* registers) {
  const std::int64_t capacity = make.b < 0 ? 0 : registers[make.b].i;
  if (capacity < 0 || capacity > (std::int64_t{1} << 32)) {
    return raise(g, Panic::other, runtime_error("makechan: size out of range"));
  }
  const TypeInfo& element = code_->types[static_cast<std::size_t>(make.c)];
  auto* channel = arena_.make<Channel>();
  channel->object = object_count_++;
  channel->element_slots = element.slots;
  channel->small = element.small;
  channel->capacity = capacity;
  registers[make.a] = Slot::integer(0);
  registers[make.a].o = channel;
  operation(g, Kind::make, channel->object).operand = capacity;
  return false;
}

void MachineRun::begin_select(Goroutine& g, const SelectCode& select, const Slot* registers) {
  Operation& pending = operation(g, Kind::select, kNoObject);
  pending.has_default = select.has_default;
  for (const std::uint32_t number : select.order) {
    const SelectCase& from = select.cases[number];
    const auto* channel = static_cast<const Channel*>(registers[from.channel].o);
    Case& to = pending.cases.emplace_back();
    to.sends = from.sends;
    if (channel == nullptr) continue;
    to.channel = channel->object;
    if (from.sends) to.payload = payload(*channel, registers + from.value);
  }
}

/// The operation that `g` was pending with has failed.
bool MachineRun::raise_failure(Goroutine& g, Panic kind) {
  switch (kind) {
    case Panic::send_on_closed:
      return raise_error(g, kind, "send on closed channel");
    case Panic::close_of_closed:
      return raise_error(g, kind, "close of closed channel");
    case Panic::close_of_nil:
      return raise_error(g, kind, "close of nil channel");
    case Panic::negative_wait_group:
      return raise(g, kind, boxed(*code_->string_type, "sync: negative WaitGroup counter"));
    case Panic::unlock_of_unlocked:
      return fatal(
          g, kind,
          g.pending.kind == Kind::runlock ? "sync: RUnlock of unlocked RWMutex" : "sync: unlock of unlocked mutex");
    default:
      return raise_error(g, kind, "operation failed");
  }
}

/// The operation that `g` was pending with has happened: the instruction before pc is finished.
bool MachineRun::complete(Goroutine& g, const Result& result) {
  if (result.panic != Panic::none) return raise_failure(g, result.panic);
  const Frame& frame = g.frames.back();
  const Instruction& instruction = frame.pc[-1];
  Slot* r = g.stack.data() + frame.base;
  clock_ = std::max(clock_, result.now);
  switch (instruction.op) {
    case Op::length_channel: {
      const auto* channel = static_cast<const Channel*>(r[instruction.b].o);
      r[instruction.a] = Slot::integer(std::clamp<std::int64_t>(channel->held, 0, channel->capacity));
      return true;
    }
    case Op::send:
      if (auto* channel = static_cast<Channel*>(r[instruction.a].o)) ++channel->held;
      return true;
    case Op::receive:
      complete_receive(static_cast<Channel*>(r[instruction.b].o), result, r + instruction.a, instruction.n);
      if (instruction.c >= 0) r[instruction.c] = Slot::integer(result.ok ? 1 : 0);
      return true;
    case Op::select:
      complete_select(g.frames.back(), result, r);
      return true;
    case Op::call:
    case Op::call_closure:
    case Op::call_interface:
      fork(g, instruction);
      return true;
    case Op::call_native:
      complete_native(g, instruction, result);
      return true;
    default:
      return true;  // make, close
  }
}

void MachineRun::complete_receive(Channel* channel, const Result& result, Slot* to, std::uint32_t count) {
  if (channel != nullptr && result.ok) --channel->held;
  unpack(channel, result.ok ? result.payload : 0, to, count);
}

void MachineRun::complete_select(Frame& frame, const Result& result, Slot* registers) {
  const SelectCode& select = frame.code->selects[static_cast<std::size_t>(frame.pc[-1].a)];
  const Instruction* code = frame.code->code.data();
  if (result.chosen == kDefault) {
    frame.pc = code + select.default_target;
    return;
  }
  const SelectCase& taken = select.cases[select.order[static_cast<std::size_t>(result.chosen)]];
  auto* channel = static_cast<Channel*>(registers[taken.channel].o);
  if (taken.sends) {
    ++channel->held;
  } else {
    complete_receive(channel, result, registers + taken.value, static_cast<std::uint32_t>(taken.ok - taken.value));
    registers[taken.ok] = Slot::integer(result.ok ? 1 : 0);
  }
  frame.pc = code + taken.target;
}

void MachineRun::fork(Goroutine& g, const Instruction& call) {
  bool goes_on = true;
  Slot* closure = nullptr;
  const FunctionCode* code = callee(g, call, &closure, goes_on);  // not null: it was asked for before
  const Position where = position(g.frames.back());
  Goroutine& child = new_goroutine();
  operation(child, Kind::end, kNoObject);
  if (!enter(child, code, 0, closure)) return;
  child.frames.back().call_position = where;
  const Slot* from = g.stack.data() + g.frames.back().base + call.a + code->result_slots;
  std::copy_n(from, code->parameter_slots, child.stack.data() + code->result_slots);
}

}  // namespace graphfuzz::go::vm
