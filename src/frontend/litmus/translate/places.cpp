// Registers and plain accesses.
//
// What is read plainly goes to a volatile variable, and a barrier for the compiler comes behind each plain access: it
// could merge such accesses, or leave some out, as others must not see the difference.
#include <fmt/format.h>

#include <algorithm>

#include "../syntax.hpp"
#include "thread_writer.hpp"

namespace graphfuzz::litmus::c11 {

const ThreadWriter::LocalVariable& ThreadWriter::variable(std::string_view name) const {
  return *std::find_if(variables_.begin(), variables_.end(),
                       [&](const LocalVariable& v) { return v.register_name == name; });
}

std::vector<ThreadWriter::Part> ThreadWriter::parts_of_place(const Expression& place) {
  std::vector<Part> parts;
  for (const ExpressionPtr& operand : place.operands) parts.push_back(part(*operand));
  return parts;
}

/// `*p` or `p[i]` as an lvalue of a type that is not atomic, given the texts of its parts.
Text ThreadWriter::place(const Expression& e, const std::vector<Text>& parts) const {
  const Expression& base = *e.operands[0];
  const std::string_view root = address_root(base, function_);
  const bool is_plain = !root.empty() && all_.use(root) == Use::plain;
  const bool is_index = e.kind == ExpressionKind::index;
  if (is_plain && base.kind == ExpressionKind::name) {
    const Object& object = all_.object(root);
    const std::string& name = all_.object_names[all_.number_of(root)];
    if (object.is_array) return {fmt::format("{}[{}]", name, is_index ? parts[1].text : "0")};
    if (!is_index) return {name};
  }
  std::string pointer = at_least(parts[0], kUnary);
  if (!is_plain) pointer = fmt::format("({}){}", declaration(all_.spelling.value_type(type_of(e)), "*"), pointer);
  if (!is_index) return {"*" + pointer, kUnary};
  return {fmt::format("({})[{}]", pointer, parts[1].text)};
}

Text ThreadWriter::plain_read(const Expression& e) {
  const Ordered parts = in_order(parts_of_place(e));
  const std::string name = temporary(type_of(e), true);
  return {
      fmt::format("{}{} = {}, {}, {}", parts.before, name, place(e, parts.texts).text, all_.helpers.barrier(), name),
      kComma};
}

ThreadWriter::Effect ThreadWriter::assign(const Expression& e) {
  const Expression& target = *e.operands[0];
  const Expression& source = *e.operands[1];
  if (target.kind == ExpressionKind::name) {
    Mentions mentions;
    collect(source, mentions);
    if (mentions.written.contains(target.name)) {
      refuse(source, "a register that is assigned to once", in_source(source) + ", which assigns to it, too");
    }
    // Compilers take `r0 = r0` for a mistake.
    if (source.kind == ExpressionKind::name && source.name == target.name) {
      return {{fmt::format("(void)({})", variable(target.name).name), kUnary}};
    }
    const LocalVariable& local = variable(target.name);
    return {{fmt::format("{} = {}", local.name, argument(converted(source, local.type))), kAssignment}};
  }
  std::vector<Part> parts = parts_of_place(target);
  parts.push_back(part(source, type_of(target)));
  const Ordered ordered = in_order(parts);
  const std::string value = argument(ordered.texts.back());
  return {ordered.finish({fmt::format("{} = {}", place(target, ordered.texts).text, value), kAssignment}), true};
}

Text ThreadWriter::assign_value(const Expression& e) {
  const Expression& target = *e.operands[0];
  if (target.kind == ExpressionKind::name) {
    const Expression& source = *e.operands[1];
    return source.kind == ExpressionKind::name && source.name == target.name ? value(target) : assign(e).text;
  }
  std::vector<Part> parts = parts_of_place(target);
  parts.push_back(part(*e.operands[1], type_of(target)));
  const Ordered ordered = in_order(parts);
  const std::string name = temporary(type_of(target));
  return {fmt::format("{}{} = {}, {} = {}, {}, {}", ordered.before, name, argument(ordered.texts.back()),
                      place(target, ordered.texts).text, name, all_.helpers.barrier(), name),
          kComma};
}

/// The new value of what `e`, a compound assignment or an increment, changes.
Text ThreadWriter::changed(const Expression& e, const Typed& old) {
  const bool steps = e.kind == ExpressionKind::increment;
  return arithmetic(e.binary, old, steps ? Typed{{"1"}, kInt, 1} : typed(*e.operands[1]), e);
}

/// Reads what is in memory, and writes it changed. The old value is in the temporary `old` afterwards, or the new one.
Text ThreadWriter::changed_place(const Expression& e, const std::string& old, bool keeps_old) {
  const Expression& target = *e.operands[0];
  if (std::any_of(target.operands.begin(), target.operands.end(),
                  [](const ExpressionPtr& part) { return acts(*part); })) {
    refuse(target, "a place whose address takes no access", in_source(target));
  }
  std::vector<Text> parts;
  for (const ExpressionPtr& operand : target.operands) parts.push_back(value(*operand));
  const Type type = type_of(target);
  const Text there = place(target, parts);
  const Text now = changed(e, {{old}, type});
  const std::string read = fmt::format("{} = {}, {}", old, there.text, all_.helpers.barrier());
  if (keeps_old)
    return {fmt::format("{}, {} = {}, {}", read, there.text, argument(now), all_.helpers.barrier()), kComma};
  return {fmt::format("{}, {} = {}, {} = {}, {}", read, old, argument(now), there.text, old, all_.helpers.barrier()),
          kComma};
}

ThreadWriter::Effect ThreadWriter::change(const Expression& e) {
  const Expression& target = *e.operands[0];
  if (target.kind != ExpressionKind::name) {
    return {changed_place(e, temporary(type_of(target), true), true)};
  }
  const LocalVariable& local = variable(target.name);
  const bool is_sum = e.binary == BinaryOperator::add || e.binary == BinaryOperator::subtract;
  if (e.kind == ExpressionKind::increment &&
      (all_.small || local.type.is_pointer() || !promoted(local.type).is_signed)) {
    return {{local.name + (e.binary == BinaryOperator::add ? "++" : "--"), kUnary}};
  }
  if (e.kind == ExpressionKind::compound_assign) {
    Mentions mentions;
    collect(*e.operands[1], mentions);
    if (mentions.written.contains(target.name)) {
      refuse(e, "a register that is assigned to once", in_source(e));
    }
    if (is_sum && all_.small && !local.type.is_pointer() && !type_of(*e.operands[1]).is_pointer()) {
      return {{fmt::format("{} {}= {}", local.name, e.binary == BinaryOperator::add ? "+" : "-",
                           argument(value(*e.operands[1]))),
               kAssignment}};
    }
  }
  const Text now = changed(e, {{local.name}, local.type});
  return {{fmt::format("{} = {}", local.name, argument(now)), kAssignment}};
}

Text ThreadWriter::change_value(const Expression& e) {
  const Expression& target = *e.operands[0];
  const bool keeps_old = e.kind == ExpressionKind::increment && !e.is_prefix;
  if (target.kind != ExpressionKind::name) {
    const std::string name = temporary(type_of(target), true);
    return {fmt::format("{}, {}", changed_place(e, name, keeps_old).text, name), kComma};
  }
  const Effect effect = change(e);
  if (!keeps_old) {
    if (effect.text.level != kUnary) return effect.text;
    const LocalVariable& local = variable(target.name);
    return {(e.binary == BinaryOperator::add ? "++" : "--") + local.name, kUnary};
  }
  if (effect.text.level == kUnary) return effect.text;  // r++
  const std::string name = temporary(type_of(target));
  return {fmt::format("{} = {}, {}, {}", name, variable(target.name).name, effect.text.text, name), kComma};
}

}  // namespace graphfuzz::litmus::c11
