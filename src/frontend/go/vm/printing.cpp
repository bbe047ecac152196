// Package fmt's functions that print: they may have to call methods of what they print first.
#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {

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

}  // namespace graphfuzz::go::vm
