// The packages' intrinsic functions (natives.hpp).
#include <algorithm>

#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {
namespace {

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

/// errors.As: is `error` what *target can hold? Then it does.
bool assign_error(const Slot& error, const Slot& target) {
  if (error.t == nullptr || target.t == nullptr || target.t->type->kind != syntax::TypeKind::pointer) return false;
  const syntax::Type* wanted = target.t->type->element;
  const bool asks_interface = is_interface(wanted);
  if (asks_interface ? !syntax::implements(error.t->type, syntax::under(wanted)) : error.t->type != wanted) {
    return false;
  }
  if (asks_interface || error.t->word) {
    *target.p = error;
  } else {
    std::copy_n(error.p, error.t->slots, target.p);
  }
  return true;
}

}  // namespace

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
    case Native::operate:
      return object_operation(g, static_cast<Kind>(call.n), w[call.c]);
    case Native::wg_add:
      return object_operation(g, Kind::wg_add, w[0], w[1].i);
    case Native::wg_done:
      return object_operation(g, Kind::wg_add, w[0], -1);
    case Native::cond_wait:
      return cond_wait(g, w[0]);
    case Native::sleep:
      operation(g, Kind::sleep, kNoObject).operand = std::max<std::int64_t>(w[0].i, 0);
      return false;
    case Native::yield:
      operation(g, Kind::sleep, kNoObject);
      return false;
    case Native::now:
      operation(g, Kind::clock, kNoObject);
      return false;
    case Native::start_timer:
      start_timer(g, w);
      return false;
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
    case Native::routine_count:
      w[0] = Slot::integer(std::count_if(goroutines_.begin(), goroutines_.begin() + count_,
                                         [](const auto& one) { return !one->frames.empty(); }));
      return true;
    case Native::print:
    case Native::println:
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
    case Native::same_type:
      w[0] = Slot::integer(w[1].t == w[2].t ? 1 : 0);
      return true;
    case Native::assign_error:
      w[0] = Slot::integer(assign_error(w[1], w[2]) ? 1 : 0);
      return true;
    case Native::report_failure:
      report_failure(g, w[0].string());
      return true;
  }
  return true;
}

void MachineRun::start_timer(Goroutine& g, const Slot* w) {
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
}

void MachineRun::report_failure(const Goroutine& g, std::string_view text) {
  const Position where = position(g.frames.back());
  std::string line = where == kNoPosition ? std::string("?") : code_->positions[where];
  line += ": ";
  line += text;
  if (line.back() != '\n') line += '\n';
  failures_ += line;
  write(line);
}

/// The variable of an atomic operation may be accessed plainly as well.
void MachineRun::tell_atomic(const Goroutine& g, const Slot* variable, bool writes) {
  if (observer_ == nullptr) return;
  observer_->atomic_access(current_, reinterpret_cast<std::uintptr_t>(variable), writes, g.pending.position);
}

/// The function's operation has happened. The values of atomic variables are the program's own.
void MachineRun::complete_native(Goroutine& g, const Instruction& call, const Result& result) {
  Slot* w = g.stack.data() + g.frames.back().base + call.a;
  switch (g.pending.kind) {
    case Kind::try_lock:
    case Kind::try_rlock:
    case Kind::once:
    case Kind::timer_stop:
      w[0] = Slot::integer(result.ok ? 1 : 0);
      return;
    case Kind::clock:
      // Looking takes time, so that a program that waits by looking at the clock comes to an end. The time of the
      // others is not affected.
      g.looked += 1'000'000;
      w[0] = Slot::integer(clock_ + g.looked);
      return;
    case Kind::atomic_load:
      tell_atomic(g, w[1].p, false);
      w[0] = *w[1].p;
      return;
    case Kind::atomic_store:
      if (call.d == 0) {  // what a Value holds keeps its type
        tell_atomic(g, w[1].p, true);
        const bool fits = w[1].p->t == nullptr || w[1].p->t == w[2].t;
        if (fits) *w[1].p = w[2];
        w[0] = Slot::integer(fits ? 1 : 0);
        return;
      }
      tell_atomic(g, w[0].p, true);
      *w[0].p = w[1];
      return;
    case Kind::atomic_add:
      tell_atomic(g, w[1].p, true);
      w[1].p->i = wrapped(static_cast<std::int64_t>(w[1].p->u + w[2].u), call.d);
      w[0] = Slot::integer(w[1].p->i);
      return;
    case Kind::atomic_swap: {
      tell_atomic(g, w[1].p, true);
      const Slot old = *w[1].p;
      *w[1].p = w[2];
      w[0] = old;
      return;
    }
    case Kind::atomic_cas: {
      const bool same = call.d == 0 ? equal_interfaces(*w[1].p, w[2]) : w[1].p->i == w[2].i;
      tell_atomic(g, w[1].p, same);
      if (same) *w[1].p = w[3];
      w[0] = Slot::integer(same ? 1 : 0);
      return;
    }
    default:
      return;
  }
}

}  // namespace graphfuzz::go::vm
