// What a goroutine asks of the engine and gets back, and the packages' intrinsic functions.
#include <algorithm>

#include "frontend/go/vm/format.hpp"
#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {

namespace {

/// Payloads from here on are numbers of values in a table; below, they are the values.
constexpr std::uint32_t kInTable = 0x80000000U;

std::int64_t wrapped(std::int64_t value, int bits) {
  switch (bits) {
    case 32:
      return static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
    case -32:
      return static_cast<std::int32_t>(value);
    default:
      return value;
  }
}

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
    const Slot text = arena_.text("makechan: size out of range");
    Slot* box = arena_.slots(1);
    *box = text;
    Slot value = Slot::pointer(box);
    value.t = code_->runtime_error != nullptr ? code_->runtime_error : code_->string_type;
    return raise(g, Panic::other, value);
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

/// The operation that `g` was pending with has happened: the instruction before pc is finished.
bool MachineRun::complete(Goroutine& g, const Result& result) {
  Frame& frame = g.frames.back();
  const Instruction& instruction = frame.pc[-1];
  Slot* r = g.stack.data() + frame.base;
  switch (result.panic) {
    case Panic::none:
      break;
    case Panic::send_on_closed:
      return raise_error(g, result.panic, "send on closed channel");
    case Panic::close_of_closed:
      return raise_error(g, result.panic, "close of closed channel");
    case Panic::close_of_nil:
      return raise_error(g, result.panic, "close of nil channel");
    case Panic::negative_wait_group: {
      Slot* box = arena_.slots(1);
      *box = arena_.text("sync: negative WaitGroup counter");
      Slot value = Slot::pointer(box);
      value.t = code_->string_type;
      return raise(g, result.panic, value);
    }
    case Panic::unlock_of_unlocked:
      return fatal(
          g, result.panic,
          g.pending.kind == Kind::runlock ? "sync: RUnlock of unlocked RWMutex" : "sync: unlock of unlocked mutex");
    default:
      return raise_error(g, result.panic, "operation failed");
  }
  clock_ = std::max(clock_, result.now);
  switch (instruction.op) {
    case Op::length_channel: {
      const auto* channel = static_cast<const Channel*>(r[instruction.b].o);
      r[instruction.a] = Slot::integer(std::clamp<std::int64_t>(channel->held, 0, channel->capacity));
      return true;
    }
    case Op::send: {
      auto* channel = static_cast<Channel*>(r[instruction.a].o);
      if (channel != nullptr) ++channel->held;
      return true;
    }
    case Op::receive: {
      auto* channel = static_cast<Channel*>(r[instruction.b].o);
      if (channel != nullptr && result.ok) --channel->held;
      unpack(channel, result.ok ? result.payload : 0, r + instruction.a, instruction.n);
      if (instruction.c >= 0) r[instruction.c] = Slot::integer(result.ok ? 1 : 0);
      return true;
    }
    case Op::select: {
      const SelectCode& select = frame.code->selects[static_cast<std::size_t>(instruction.a)];
      const Instruction* code = frame.code->code.data();
      if (result.chosen == kDefault) {
        frame.pc = code + select.default_target;
        return true;
      }
      const SelectCase& taken = select.cases[select.order[static_cast<std::size_t>(result.chosen)]];
      auto* channel = static_cast<Channel*>(r[taken.channel].o);
      if (taken.sends) {
        ++channel->held;
      } else {
        if (result.ok) --channel->held;
        unpack(channel, result.ok ? result.payload : 0, r + taken.value,
               static_cast<std::uint32_t>(taken.ok - taken.value));
        r[taken.ok] = Slot::integer(result.ok ? 1 : 0);
      }
      frame.pc = code + taken.target;
      return true;
    }
    case Op::call:
    case Op::call_closure:
    case Op::call_interface:
      fork(g, instruction);
      return true;
    case Op::call_native:
      return complete_native(g, instruction, result);
    default:
      return true;  // make, close
  }
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

// ---------------------------------------------------------------------------------------------- intrinsic functions

bool MachineRun::object_operation(Goroutine& g, Kind kind, const Slot& pointer, std::int64_t operand) {
  if (pointer.p == nullptr) {
    return raise_error(g, Panic::nil_dereference, "invalid memory address or nil pointer dereference");
  }
  operation(g, kind, object_at(pointer.p)).operand = operand;
  return false;
}

bool MachineRun::cond_wait(Goroutine& g, const Slot& cond) {
  if (cond.p == nullptr || cond.p->t == nullptr) {
    return raise_error(g, Panic::nil_dereference, "invalid memory address or nil pointer dereference");
  }
  const Slot& locker = *cond.p;  // the first field, an interface
  Operation& pending = operation(g, Kind::cond_wait, object_at(cond.p));
  pending.locker = object_at(locker.p);
  const syntax::Type* type = locker.t->type;
  pending.locker_reads = type->element != nullptr && type->element->name == "rlocker";
  return false;
}

/// Performs an intrinsic function, or begins to. Results are at the beginning of the window, parameters follow.
bool MachineRun::native(Goroutine& g, const Instruction& call) {
  Slot* w = g.stack.data() + g.frames.back().base + call.a;
  const auto which = static_cast<Native>(call.b);
  switch (which) {
    case Native::lock:
      return object_operation(g, Kind::lock, w[0]);
    case Native::unlock:
      return object_operation(g, Kind::unlock, w[0]);
    case Native::try_lock:
      return object_operation(g, Kind::try_lock, w[1]);
    case Native::rlock:
      return object_operation(g, Kind::rlock, w[0]);
    case Native::runlock:
      return object_operation(g, Kind::runlock, w[0]);
    case Native::try_rlock:
      return object_operation(g, Kind::try_rlock, w[1]);
    case Native::once_begin:
      return object_operation(g, Kind::once, w[1]);
    case Native::once_end:
      return object_operation(g, Kind::once_end, w[0]);
    case Native::wg_add:
      return object_operation(g, Kind::wg_add, w[0], w[1].i);
    case Native::wg_done:
      return object_operation(g, Kind::wg_add, w[0], -1);
    case Native::wg_wait:
      return object_operation(g, Kind::wg_wait, w[0]);
    case Native::cond_wait:
      return cond_wait(g, w[0]);
    case Native::cond_signal:
      return object_operation(g, Kind::cond_signal, w[0]);
    case Native::cond_broadcast:
      return object_operation(g, Kind::cond_broadcast, w[0]);
    case Native::atomic_load:
    case Native::atomic_load_any:
      return object_operation(g, Kind::atomic_load, w[1]);
    case Native::atomic_store:
    case Native::atomic_store_any:
      return object_operation(g, Kind::atomic_store, w[0]);
    case Native::atomic_add:
      return object_operation(g, Kind::atomic_add, w[1]);
    case Native::atomic_swap:
    case Native::atomic_swap_any:
      return object_operation(g, Kind::atomic_swap, w[1]);
    case Native::atomic_cas:
    case Native::atomic_cas_any:
      return object_operation(g, Kind::atomic_cas, w[1]);
    case Native::sleep:
      operation(g, Kind::sleep, kNoObject).operand = std::max<std::int64_t>(w[0].i, 0);
      return false;
    case Native::yield:
      operation(g, Kind::sleep, kNoObject);
      return false;
    case Native::now:
      operation(g, Kind::clock, kNoObject);
      return false;
    case Native::start_timer: {
      const Object object = object_at(w[0].p);
      Operation& pending = operation(g, Kind::timer_start, object);
      pending.operand = std::max<std::int64_t>(w[3].i, 0);
      pending.period = w[4].i;
      Timer timer;
      timer.object = object;
      timer.channel = static_cast<Channel*>(w[1].o);
      timer.function = w[2].p;
      timer.due = clock_ + pending.operand;
      timer.period = pending.period;
      timer.position = pending.position;
      std::erase_if(timers_, [&](const Timer& t) { return t.object == object; });
      timers_.push_back(timer);
      return false;
    }
    case Native::stop_timer:
      return object_operation(g, Kind::timer_stop, w[1]);
    case Native::exit:
      operation(g, Kind::exit, kNoObject).operand = w[0].i;
      return false;
    case Native::write:
      scratch_.clear();
      for (std::uint32_t i = 0; i < w[1].length(); ++i) scratch_ += static_cast<char>(w[1].p[i].i);
      write(scratch_);
      return true;
    case Native::go_exit:
      return go_exit(g);
    case Native::routine_count: {
      std::int64_t alive = 0;
      for (Routine i = 0; i < count_; ++i) alive += goroutines_[i]->frames.empty() ? 0 : 1;
      w[0] = Slot::integer(alive);
      return true;
    }
    case Native::print:
    case Native::println:
      return print(g, which, w + 2);
    case Native::printf:
      return print(g, which, w + 2);
    case Native::sprint:
    case Native::sprintln:
    case Native::sprintf:
      return print(g, which, w + 1);
    case Native::same_error:
      w[0] = Slot::integer(
          w[1].t == w[2].t && (w[1].t == nullptr || w[1].t->comparable) && equal_interfaces(w[1], w[2]) ? 1 : 0);
      return true;
    case Native::assign_error: {  // errors.As: is err what *target can hold?
      const Slot& error = w[1];
      const Slot& target = w[2];
      w[0] = Slot::integer(0);
      if (error.t == nullptr || target.t == nullptr || target.t->type->kind != syntax::TypeKind::pointer) return true;
      const syntax::Type* wanted = target.t->type->element;
      if (is_interface(wanted)) {
        if (!syntax::implements(error.t->type, syntax::under(wanted))) return true;
        *target.p = error;
      } else {
        if (error.t->type != wanted) return true;
        if (error.t->word) {
          *target.p = error;
        } else {
          std::copy_n(error.p, error.t->slots, target.p);
        }
      }
      w[0] = Slot::integer(1);
      return true;
    }
    case Native::report_failure: {
      const Position where = position(g.frames.back());
      std::string line = where == kNoPosition ? std::string("?") : code_->positions[where];
      line += ": ";
      line += w[0].string();
      if (line.back() != '\n') line += '\n';
      failures_ += line;
      write(line);
      return true;
    }
  }
  return true;
}

/// Prints; or, if that takes the result of a method Error or String, calls it, to print again after that.
bool MachineRun::print(Goroutine& g, Native which, Slot* arguments) {
  const bool formatted = which == Native::printf || which == Native::sprintf;
  const Slot& list = formatted ? arguments[1] : arguments[0];
  const std::span<const Slot> values(list.p, list.length());
  const std::size_t depth = g.frames.size();
  while (!g.printing.empty() && g.printing.back().depth > depth) g.printing.pop_back();  // left by a panic
  const bool goes_on = !g.printing.empty() && g.printing.back().depth == depth;
  Texts fresh(*code_);
  Texts& texts = goes_on ? g.printing.back().texts : fresh;
  scratch_.clear();
  switch (which) {
    case Native::print:
    case Native::sprint:
      format_print(scratch_, values, texts);
      break;
    case Native::println:
    case Native::sprintln:
      format_println(scratch_, values, texts);
      break;
    default:
      format_printf(scratch_, arguments[0].string(), values, texts);
      break;
  }
  if (const TypeInfo* type = texts.missing_type) {
    const Slot* value = texts.missing_value;
    if (!goes_on) g.printing.push_back({std::move(fresh), depth});
    Frame& frame = g.frames.back();
    const Position where = position(frame);
    --frame.pc;
    const FunctionCode* method = type->text_method;
    if (!enter(g, method, frame.base + frame.code->frame_slots, nullptr)) return false;
    Frame& called = g.frames.back();
    called.role = Role::text;
    called.call_position = where;
    Slot receiver = *value;
    if (!type->word) receiver.p = const_cast<Slot*>(value);  // methods with a value receiver copy it
    g.stack[called.base + method->result_slots] = receiver;
    return true;
  }
  if (goes_on) g.printing.pop_back();
  if (which == Native::print || which == Native::println || which == Native::printf) {
    write(scratch_);
    arguments[-2] = Slot::integer(static_cast<std::int64_t>(scratch_.size()));
    arguments[-1] = Slot::integer(0);
  } else {
    arguments[-1] = arena_.text(scratch_);
  }
  return true;
}

bool MachineRun::complete_native(Goroutine& g, const Instruction& call, const Result& result) {
  Slot* w = g.stack.data() + g.frames.back().base + call.a;
  switch (static_cast<Native>(call.b)) {
    case Native::try_lock:
    case Native::try_rlock:
    case Native::once_begin:
    case Native::stop_timer:
      w[0] = Slot::integer(result.ok ? 1 : 0);
      return true;
    case Native::now:
      // Looking takes time, so that a program that waits by looking at the clock comes to an end. The time of the
      // others is not affected.
      g.looked += 1'000'000;
      w[0] = Slot::integer(clock_ + g.looked);
      return true;
    default:
      break;
  }
  return is_atomic(g.pending.kind) ? complete_atomic(g, call, w) : true;
}

/// The values of atomic variables are the program's own.
bool MachineRun::complete_atomic(Goroutine&, const Instruction& call, Slot* w) {
  const int bits = call.c;
  switch (static_cast<Native>(call.b)) {
    case Native::atomic_load:
      w[0] = Slot::integer(w[1].p->i);
      break;
    case Native::atomic_store:
      *w[0].p = Slot::integer(w[1].i);
      break;
    case Native::atomic_add: {
      const auto sum = static_cast<std::int64_t>(w[1].p->u + w[2].u);
      w[1].p->i = wrapped(sum, bits);
      w[0] = Slot::integer(w[1].p->i);
      break;
    }
    case Native::atomic_swap: {
      const std::int64_t old = w[1].p->i;
      *w[1].p = Slot::integer(w[2].i);
      w[0] = Slot::integer(old);
      break;
    }
    case Native::atomic_cas: {
      const bool same = w[1].p->i == w[2].i;
      if (same) *w[1].p = Slot::integer(w[3].i);
      w[0] = Slot::integer(same ? 1 : 0);
      break;
    }
    case Native::atomic_load_any:
      w[0] = *w[1].p;
      break;
    case Native::atomic_store_any:
      *w[0].p = w[1];
      break;
    case Native::atomic_swap_any: {
      const Slot old = *w[1].p;
      *w[1].p = w[2];
      w[0] = old;
      break;
    }
    case Native::atomic_cas_any: {
      const bool same = equal_interfaces(*w[1].p, w[2]);
      if (same) *w[1].p = w[3];
      w[0] = Slot::integer(same ? 1 : 0);
      break;
    }
    default:
      break;
  }
  return true;
}

}  // namespace graphfuzz::go::vm
