// Calls, deferred calls and panics.
#include <algorithm>

#include "frontend/go/vm/format.hpp"
#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {

Position MachineRun::position(const Frame& frame) const {
  if (frame.code->transparent) return frame.call_position;
  const auto index = static_cast<std::size_t>(frame.pc - frame.code->code.data());
  return index == 0 ? kNoPosition : frame.code->positions[index - 1];
}

/// False: there is not as much memory. What the stack has grown to in earlier runs counts only as far as it is needed.
bool MachineRun::charge_stack(Goroutine& g, std::size_t slots) {
  if (slots <= g.charged) return true;
  constexpr std::size_t kFirst = 64;
  const std::size_t charged = std::max({slots, 2 * g.charged, kFirst});
  if (!arena_.charge((charged - g.charged) * sizeof(Slot))) return false;
  g.charged = charged;
  return true;
}

bool MachineRun::enter(Goroutine& g, const FunctionCode* callee, std::uint32_t base, Slot* closure) {
  const std::size_t needed = std::size_t{base} + callee->frame_slots;
  if (g.frames.size() >= kMaximalDepth || needed > kMaximalStack) {
    return fatal(g, Panic::other, "stack overflow");
  }
  constexpr std::size_t kFrame = sizeof(Frame) / sizeof(Slot) + 1;
  if (!charge_stack(g, needed + g.frames.size() * kFrame)) return out_of_memory(g);
  if (needed > g.stack.size()) g.stack.resize(std::max(needed, g.stack.size() * 2));
  Frame frame;
  frame.code = callee;
  frame.pc = callee->code.data();
  frame.closure = closure;
  frame.base = base;
  if (callee->transparent && !g.frames.empty()) frame.call_position = position(g.frames.back());
  g.frames.push_back(frame);
  return true;
}

const FunctionCode* MachineRun::callee(Goroutine& g, const Instruction& call, Slot** closure, bool& goes_on) {
  Slot* r = g.stack.data() + g.frames.back().base;
  *closure = nullptr;
  switch (call.op) {
    case Op::call:
      return code_->by_index[static_cast<std::size_t>(call.b)];
    case Op::call_closure:
      if (r[call.b].p == nullptr) break;
      *closure = r[call.b].p;
      return static_cast<const FunctionCode*>(r[call.b].p->o);
    default: {
      const Slot& receiver = r[call.c];
      if (receiver.t == nullptr) break;
      r[call.a + call.d] = receiver;
      if (const FunctionCode* found = receiver.t->method(static_cast<std::uint32_t>(call.b))) return found;
      break;
    }
  }
  goes_on = raise_error(g, Panic::nil_dereference, "invalid memory address or nil pointer dereference");
  return nullptr;
}

bool MachineRun::defer_call(Goroutine& g, const Instruction& call) {
  bool goes_on = true;
  Slot* closure = nullptr;
  const FunctionCode* code = callee(g, call, &closure, goes_on);
  if (code == nullptr) return goes_on;
  Frame& frame = g.frames.back();
  auto* deferred = arena_.make<Deferred>();
  deferred->next = frame.defers;
  deferred->code = code;
  deferred->closure = closure;
  deferred->position = position(frame);
  deferred->arguments = arena_.slots(code->parameter_slots);
  const Slot* from = g.stack.data() + frame.base + call.a + code->result_slots;
  std::copy_n(from, code->parameter_slots, deferred->arguments);
  frame.defers = deferred;
  return true;
}

bool MachineRun::call_deferred(Goroutine& g, std::uint32_t panic) {
  Frame& frame = g.frames.back();
  const Deferred deferred = *frame.defers;
  frame.defers = deferred.next;
  if (!enter(g, deferred.code, frame.base + frame.code->frame_slots, deferred.closure)) return false;
  Frame& called = g.frames.back();
  called.role = Role::deferred;
  called.panic = panic;
  called.call_position = deferred.position;
  std::copy_n(deferred.arguments, deferred.code->parameter_slots,
              g.stack.data() + called.base + deferred.code->result_slots);
  return true;
}

/// The function on top has returned.
bool MachineRun::leave(Goroutine& g) {
  const Frame done = g.frames.back();
  const Slot result = g.stack[done.base];
  g.frames.pop_back();
  switch (done.role) {
    case Role::plain:
      break;
    case Role::text: {
      Texts& texts = g.printing.back().texts;
      texts.add(*texts.missing_type, texts.missing_value, result);
      texts.missing_type = nullptr;
      return true;  // the call of package fmt is performed again
    }
    case Role::panic_text: {
      finish(g, g.panics.back(), std::string(result.string()));
      return false;
    }
    case Role::deferred: {
      if (done.panic == 0) return true;  // run_defers goes on
      PanicRecord& record = g.panics[done.panic - 1];
      if (!record.recovered) return unwind(g);
      g.panics.resize(done.panic - 1);
      bool exits = false;
      while (!g.panics.empty() && g.panics.back().aborted) {
        exits = exits || g.panics.back().goexit;
        g.panics.pop_back();
      }
      if (exits) return go_exit(g);
      Frame& frame = g.frames.back();
      frame.pc = frame.code->code.data() + frame.code->epilogue;
      return true;
    }
  }
  if (!g.frames.empty()) return true;
  const Position last = position(done);
  operation(g, Kind::end, kNoObject).position = last;
  return false;
}

bool MachineRun::raise(Goroutine& g, Panic kind, Slot value) {
  PanicRecord record;
  record.value = value;
  record.kind = kind;
  if (!g.frames.empty()) record.position = position(g.frames.back());
  g.panics.push_back(record);
  return unwind(g);
}

/// An interface that holds a string of this type.
Slot MachineRun::boxed(const TypeInfo& type, std::string_view text) {
  Slot* box = arena_.slots(1);
  *box = arena_.text(text);
  Slot value = Slot::pointer(box);
  value.t = &type;
  return value;
}

Slot MachineRun::runtime_error(std::string_view text) {
  return boxed(code_->runtime_error != nullptr ? *code_->runtime_error : *code_->string_type, text);
}

bool MachineRun::raise_error(Goroutine& g, Panic kind, std::string_view text) {
  std::string full(kind == Panic::send_on_closed || kind == Panic::close_of_closed || kind == Panic::close_of_nil
                       ? ""
                       : "runtime error: ");
  if (text.starts_with("assignment to entry") || text.starts_with("interface conversion")) full.clear();
  return raise(g, kind, runtime_error(full.append(text)));
}

bool MachineRun::raise_index(Goroutine& g, std::int64_t index, std::int64_t length) {
  std::string text = "index out of range [" + std::to_string(index) + "]";
  if (index >= 0) text += " with length " + std::to_string(length);
  return raise_error(g, Panic::index_out_of_range, text);
}

bool MachineRun::raise_assertion(Goroutine& g, const TypeInfo* held, const TypeInfo& wanted,
                                 const TypeInfo* interface) {
  const auto word = [](const TypeInfo& info) {
    return info.type->kind == syntax::TypeKind::interface && info.type->interface_methods.empty()
               ? std::string("interface {}")
               : to_string(info.type);
  };
  std::string text = "interface conversion: ";
  std::string missing;
  if (interface == nullptr) {  // to an interface
    if (held == nullptr) {
      text += "interface is nil, not " + to_string(wanted.type);
    } else {
      syntax::implements(held->type, syntax::under(wanted.type), &missing);
      text += to_string(held->type) + " is not " + to_string(wanted.type) + ": missing method " + missing;
    }
  } else {
    const bool nameless = interface->type->kind == syntax::TypeKind::interface;
    text += nameless && !interface->type->interface_methods.empty() ? "interface" : word(*interface);
    text += " is " + (held == nullptr ? "nil" : to_string(held->type)) + ", not " + to_string(wanted.type);
  }
  return raise_error(g, Panic::other, text);
}

bool MachineRun::unwind(Goroutine& g) {
  while (!g.frames.empty()) {
    const Frame& frame = g.frames.back();
    if (frame.defers != nullptr) return call_deferred(g, static_cast<std::uint32_t>(g.panics.size()));
    if (frame.panic != 0 && frame.panic < g.panics.size()) g.panics[frame.panic - 1].aborted = true;
    g.frames.pop_back();
  }
  return crash(g);
}

bool MachineRun::crash(Goroutine& g) {
  const PanicRecord record = g.panics.back();
  if (record.goexit) {
    g.panics.clear();
    operation(g, Kind::end, kNoObject).position = record.position;
    return false;
  }
  const Slot& value = record.value;
  const TypeInfo* type = value.t;
  if (type != nullptr && type == code_->runtime_error) {
    finish(g, record, std::string(value.p->string()));
    return false;
  }
  if (type != nullptr && type->text_method != nullptr && g.panics.size() < 100) {
    if (!enter(g, type->text_method, 0, nullptr)) return false;
    g.frames.back().role = Role::panic_text;
    g.frames.back().call_position = record.position;
    g.stack[type->text_method->result_slots] = value;
    return true;
  }
  finish(g, record, panic_words(value));
  return false;
}

void MachineRun::finish(Goroutine& g, const PanicRecord& panic, std::string text) {
  g.frames.clear();
  Operation& pending = operation(g, Kind::panic, kNoObject);
  pending.panic = panic.kind;
  pending.position = panic.position;
  write("panic: " + text + "\n");
  g.panic_text = std::move(text);
}

bool MachineRun::fatal(Goroutine& g, Panic kind, std::string_view text) {
  PanicRecord record;
  record.kind = kind;
  if (!g.frames.empty()) record.position = position(g.frames.back());
  finish(g, record, std::string(text));
  return false;
}

bool MachineRun::go_exit(Goroutine& g) {
  PanicRecord record;
  record.goexit = true;
  record.position = position(g.frames.back());
  g.panics.push_back(record);
  return unwind(g);
}

void MachineRun::recover(Goroutine& g, Slot& to) {
  const Frame& frame = g.frames.back();
  to = Slot::integer(0);
  if (frame.panic == 0 || frame.panic != g.panics.size()) return;
  PanicRecord& record = g.panics.back();
  if (record.recovered || record.goexit) return;
  record.recovered = true;
  to = record.value;
}

}  // namespace graphfuzz::go::vm
