// Statements, and a thread as a whole.
#include <fmt/format.h>

#include <algorithm>

#include "../syntax.hpp"
#include "thread_writer.hpp"

namespace graphfuzz::litmus::c11 {
namespace {

const Expression* assigned_register(const Statement& s) {
  if (s.kind != StatementKind::expression || s.expressions[0]->kind != ExpressionKind::assign) return nullptr;
  const Expression* target = s.expressions[0]->operands[0].get();
  return target->kind == ExpressionKind::name ? target : nullptr;
}

/// Registers that take what a plain access reads, as they are.
void collect_plainly_read(const Statement& s, std::set<std::string_view>& names) {
  if (s.kind == StatementKind::declaration && !s.expressions.empty() && is_plain_access(*s.expressions[0])) {
    names.insert(s.name);
  }
  const Expression* target = assigned_register(s);
  if (target != nullptr && is_plain_access(*s.expressions[0]->operands[1])) names.insert(target->name);
  for (const StatementPtr& part : s.statements) collect_plainly_read(*part, names);
}

}  // namespace

ThreadWriter::ThreadWriter(const Function& function, Translation& translation)
    : function_(function), all_(translation), names_(translation.names) {
  for (const Parameter& parameter : function.parameters) {
    const Type type = all_.object(parameter.name).value_type();
    if (parameter.type == type) continue;
    all_.test.source.expected(
        parameter.offset,
        fmt::format("the type that '{}' has elsewhere, {}, to write it in C", parameter.name, describe(type)),
        describe(parameter.type));
  }
  find_variables();
  collect_addressed(*function.body, addressed_);
  std::set<std::string_view> kept;
  collect_plainly_read(*function.body, kept);
  for (LocalVariable& local : variables_) {
    local.is_volatile = kept.contains(local.register_name) && !addressed_.contains(local.register_name);
  }
  Mentions before;
  if (!has_return(*function.body)) find_declarations(*function.body, before);
}

void ThreadWriter::find_variables() {
  const std::vector<Variable>& known = all_.program.thread_codes[function_.thread].variables;
  for (const Variable& variable : known) {
    variables_.push_back({variable.name, names_.take(variable.name), variable.type});
  }
  for (const StateItem& item : all_.program.items) {
    if (item.is_register && item.thread == function_.thread) variables_[item.reg].observed = true;
  }
}

/// Registers that no statement before mentions can be declared where they are assigned to.
void ThreadWriter::find_declarations(const Statement& s, Mentions& before) {
  for (const StatementPtr& part : s.statements) {
    if (part->kind == StatementKind::block) {
      find_declarations(*part, before);
      continue;
    }
    const Expression* target = assigned_register(*part);
    const bool declares = part->kind == StatementKind::declaration && !part->expressions.empty();
    if (target != nullptr || declares) {
      const std::string_view name = declares ? part->name : target->name;
      Mentions source;
      collect(declares ? *part->expressions[0] : *part->expressions[0]->operands[1], source);
      const auto mentions = [&](const Mentions& m) { return m.written.contains(name) || m.read.contains(name); };
      const std::vector<RegisterInit>& initial = all_.test.initial.registers;
      const bool is_initialised = std::any_of(initial.begin(), initial.end(), [&](const RegisterInit& init) {
        return init.thread == function_.thread && init.name == name;
      });
      if (!mentions(before) && !mentions(source) && !is_initialised) {
        declares_.insert(part.get());
        declared_.insert(name);
      }
    }
    collect(*part, before);
  }
}

std::string ThreadWriter::result_name(const StateItem& item, const Translation& translation) {
  const std::vector<Variable>& variables = translation.program.thread_codes[item.thread].variables;
  Names scratch;
  return fmt::format("P{}_{}", item.thread, scratch.take(variables[item.reg].name));
}

std::string ThreadWriter::write() {
  const Spelling& spelling = all_.spelling;
  statement(*function_.body);
  std::string head;
  for (const StateItem& item : all_.program.items) {
    if (!item.is_register || item.thread != function_.thread) continue;
    head += fmt::format("static {};\n",
                        declaration(spelling.value_type(variables_[item.reg].type), result_name(item, all_)));
  }
  head += fmt::format("{}static void *P{}(void *argument) {{\n", head.empty() ? "" : "\n", function_.thread);
  for (const LocalVariable& local : variables_) {
    if (declared_.contains(local.register_name)) continue;
    Text initial = local.type.is_pointer() ? Text{"NULL"} : constant_text(0, local.type);
    for (const RegisterInit& init : all_.test.initial.registers) {
      if (init.thread != function_.thread || init.name != local.register_name) continue;
      if (init.value.is_address) {
        if (!local.type.is_pointer()) {
          all_.test.source.expected(init.value.offset, "an integer that is no address, to write it in C", "an address");
        }
        initial = all_.address(all_.object(init.value.name), init.value.index);
      } else if (!local.type.is_pointer()) {
        initial = constant_text(all_.test.symbols.resolve(init.value, local.type), local.type);
      } else if (init.value.number != 0) {
        all_.test.source.expected(init.value.offset, "an address or 0, to write it in C", "a number");
      }
    }
    head += fmt::format("  {} = {};\n", declaration(spelling.value_type(local.type), local.name, local.is_volatile),
                        initial.text);
  }
  for (const std::string& temporary : temporaries_) head += fmt::format("  {};\n", temporary);
  std::string tail = has_return(*function_.body) ? "end:\n" : "";
  for (const StateItem& item : all_.program.items) {
    if (!item.is_register || item.thread != function_.thread) continue;
    tail += fmt::format("  {} = {};\n", result_name(item, all_), variables_[item.reg].name);
  }
  Mentions mentions;
  collect(*function_.body, mentions);
  for (const LocalVariable& local : variables_) {
    if (!local.observed && !mentions.read.contains(local.register_name))
      tail += fmt::format("  (void)({});\n", local.name);
  }
  return head + out_ + tail + "  return argument;\n}\n";
}

void ThreadWriter::line(const std::string& text) { out_ += std::string(std::size_t{2} * depth_, ' ') + text + "\n"; }

void ThreadWriter::statement(const Statement& s) {
  switch (s.kind) {
    case StatementKind::expression:
      return expression(*s.expressions[0]);
    case StatementKind::declaration:
      return declare(s);
    case StatementKind::block:  // registers are the thread's, whatever block declares them
      for (const StatementPtr& part : s.statements) {
        const Expression* target = assigned_register(*part);
        if (target != nullptr && declares_.contains(part.get())) {
          set_variable(*part->expressions[0], target->name, *part->expressions[0]->operands[1], true);
        } else {
          statement(*part);
        }
      }
      return;
    case StatementKind::branch:
      body(*s.statements[0], fmt::format("if ({}) {{", condition(*s.expressions[0]).text));
      if (s.statements.size() == 1) return line("}");
      body(*s.statements[1], "} else {");
      return line("}");
    case StatementKind::while_loop:
    case StatementKind::do_loop:
    case StatementKind::for_loop:
      return loop(s);
    case StatementKind::break_loop:
      return line("break;");
    case StatementKind::continue_loop:
      return line("continue;");
    case StatementKind::end_thread:
      return line("goto end;");
  }
}

void ThreadWriter::declare(const Statement& s) {
  if (!s.expressions.empty()) set_variable(*s.expressions[0], s.name, *s.expressions[0], declares_.contains(&s));
}

/// `r0 = …;`, as what is read plainly is read in a statement of its own if it is to be kept.
void ThreadWriter::set_variable(const Expression& at, std::string_view name, const Expression& to, bool declares) {
  Mentions mentions;
  collect(to, mentions);
  if (mentions.written.contains(name)) {
    refuse(at, "a register that is assigned to once", in_source(to) + ", which assigns to it, too");
  }
  const LocalVariable& local = variable(name);
  if (to.kind == ExpressionKind::name && to.name == name) return line(fmt::format("(void)({});", local.name));
  const std::string target =
      declares ? declaration(all_.spelling.value_type(local.type), local.name, local.is_volatile) : local.name;
  const bool direct =
      local.is_volatile && is_plain_access(to) && type_of(to) == local.type &&
      std::none_of(to.operands.begin(), to.operands.end(), [](const auto& part) { return acts(*part); });
  if (direct) {
    const Ordered parts = in_order(parts_of_place(to));
    line(fmt::format("{} = {};", target, place(to, parts.texts).text));
    return line(all_.helpers.barrier() + ";");
  }
  line(fmt::format("{} = {};", target, argument(converted(to, local.type))));
}

void ThreadWriter::expression(const Expression& e) {
  if (e.kind == ExpressionKind::assign && e.operands[0]->kind == ExpressionKind::name) {
    return set_variable(e, e.operands[0]->name, *e.operands[1], false);
  }
  const Effect done = effect(e);
  line(done.text.text + ";");
  if (done.plain) line(all_.helpers.barrier() + ";");
}

/// An expression whose value is dropped.
ThreadWriter::Effect ThreadWriter::effect(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::assign:
      return assign(e);
    case ExpressionKind::compound_assign:
    case ExpressionKind::increment:
      return change(e);
    case ExpressionKind::store:
    case ExpressionKind::fence:
    case ExpressionKind::lock:
    case ExpressionKind::unlock:
    case ExpressionKind::assertion:
    case ExpressionKind::assumption:
    case ExpressionKind::update:
      return {call(e)};
    case ExpressionKind::cast:
      if (e.type == kVoid) return effect(*e.operands[0]);
      break;
    default:
      break;
  }
  return {{"(void)" + at_least(value(e), kUnary), kUnary}};
}

/// Effects between commas.
std::string ThreadWriter::list(const Statement& s) {
  if (s.kind == StatementKind::block) {
    std::string text;
    for (const StatementPtr& part : s.statements) {
      const std::string next = list(*part);
      if (!next.empty()) text += (text.empty() ? "" : ", ") + next;
    }
    return text;
  }
  if (s.kind == StatementKind::declaration) {
    if (s.expressions.empty()) return {};
    const LocalVariable& local = variable(s.name);
    return fmt::format("{} = {}", local.name, argument(converted(*s.expressions[0], local.type)));
  }
  const Effect done = effect(*s.expressions[0]);
  return done.plain ? fmt::format("{}, {}", done.text.text, all_.helpers.barrier()) : done.text.text;
}

void ThreadWriter::loop(const Statement& s) {
  if (s.kind == StatementKind::do_loop) {
    // What is written first is what is done first: temporaries are numbered by that.
    body(*s.statements[0], "do {");
    return line(fmt::format("}} while ({});", condition(*s.expressions[0]).text));
  }
  std::string head;
  if (s.kind == StatementKind::while_loop) {
    head = fmt::format("while ({}) {{", condition(*s.expressions[0]).text);
  } else {
    const std::string first = list(*s.statements[1]);
    const std::string going_on = s.expressions.empty() ? "" : " " + condition(*s.expressions[0]).text;
    const std::string step = list(*s.statements[2]);
    head = fmt::format("for ({};{};{}{}) {{", first, going_on, step.empty() ? "" : " ", step);
  }
  body(*s.statements[0], head, "}");
}

void ThreadWriter::body(const Statement& s, const std::string& head, const std::string& tail) {
  const std::size_t before = out_.size();
  line(head);
  const std::size_t begin = out_.size();
  ++depth_;
  statement(s);
  --depth_;
  if (tail.empty()) return;
  if (out_.size() > begin) return line(tail);
  out_.resize(before);
  line(head + tail);
}

}  // namespace graphfuzz::litmus::c11
