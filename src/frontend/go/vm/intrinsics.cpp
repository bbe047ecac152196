// The packages' intrinsic functions (natives.hpp).
#include <algorithm>
#include <array>

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

/// What many of them are: an operation on the object that a parameter points to.
struct OnObject {
  Kind kind = Kind::end;  ///< end: it is something else
  int parameter = 0;      ///< where in the window the pointer is
};
constexpr auto kOnObject = [] {
  std::array<OnObject, static_cast<std::size_t>(Native::report_failure) + 1> all{};
  const auto set = [&all](Native native, Kind kind, int parameter) {
    all[static_cast<std::size_t>(native)] = {kind, parameter};
  };
  set(Native::lock, Kind::lock, 0);
  set(Native::unlock, Kind::unlock, 0);
  set(Native::try_lock, Kind::try_lock, 1);
  set(Native::rlock, Kind::rlock, 0);
  set(Native::runlock, Kind::runlock, 0);
  set(Native::try_rlock, Kind::try_rlock, 1);
  set(Native::once_begin, Kind::once, 1);
  set(Native::once_end, Kind::once_end, 0);
  set(Native::wg_wait, Kind::wg_wait, 0);
  set(Native::cond_signal, Kind::cond_signal, 0);
  set(Native::cond_broadcast, Kind::cond_broadcast, 0);
  set(Native::atomic_load, Kind::atomic_load, 1);
  set(Native::atomic_load_any, Kind::atomic_load, 1);
  set(Native::atomic_store, Kind::atomic_store, 0);
  set(Native::atomic_store_any, Kind::atomic_store, 0);
  set(Native::atomic_add, Kind::atomic_add, 1);
  set(Native::atomic_swap, Kind::atomic_swap, 1);
  set(Native::atomic_swap_any, Kind::atomic_swap, 1);
  set(Native::atomic_cas, Kind::atomic_cas, 1);
  set(Native::atomic_cas_any, Kind::atomic_cas, 1);
  set(Native::stop_timer, Kind::timer_stop, 1);
  return all;
}();

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
  if (const OnObject& on = kOnObject[static_cast<std::size_t>(which)]; on.kind != Kind::end) {
    return object_operation(g, on.kind, w[on.parameter]);
  }
  switch (which) {
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
    case Native::assign_error:
      w[0] = Slot::integer(assign_error(w[1], w[2]) ? 1 : 0);
      return true;
    case Native::report_failure:
      report_failure(g, w[0].string());
      return true;
    default:
      return true;
  }
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
  return is_atomic(g.pending.kind) ? complete_atomic(call, w) : true;
}

/// The values of atomic variables are the program's own.
bool MachineRun::complete_atomic(const Instruction& call, Slot* w) {
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
