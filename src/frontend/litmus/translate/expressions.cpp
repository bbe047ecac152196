// Values of expressions.
#include <fmt/format.h>

#include <algorithm>

#include "../syntax.hpp"
#include "thread_writer.hpp"

namespace graphfuzz::litmus::c11 {
namespace {

struct Operator {
  std::string_view text;
  Level level;
};

Operator operator_of(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::add:
      return {"+", kSum};
    case BinaryOperator::subtract:
      return {"-", kSum};
    case BinaryOperator::multiply:
      return {"*", kProduct};
    case BinaryOperator::divide:
      return {"/", kProduct};
    case BinaryOperator::modulo:
      return {"%", kProduct};
    case BinaryOperator::shift_left:
      return {"<<", kShift};
    case BinaryOperator::shift_right:
      return {">>", kShift};
    case BinaryOperator::bit_and:
      return {"&", kBits};
    case BinaryOperator::bit_or:
      return {"|", kBits};
    case BinaryOperator::bit_xor:
      return {"^", kBits};
    case BinaryOperator::equal:
      return {"==", kEquality};
    case BinaryOperator::not_equal:
      return {"!=", kEquality};
    case BinaryOperator::less:
      return {"<", kRelation};
    case BinaryOperator::less_equal:
      return {"<=", kRelation};
    case BinaryOperator::greater:
      return {">", kRelation};
    case BinaryOperator::greater_equal:
      return {">=", kRelation};
    case BinaryOperator::logical_and:
      return {"&&", kAnd};
    case BinaryOperator::logical_or:
      return {"||", kOr};
  }
  return {"", kPrimary};
}

bool compares(BinaryOperator op) { return op >= BinaryOperator::equal && op <= BinaryOperator::greater_equal; }

/// With the parentheses that compilers ask for, where C needs none.
Text joined(const Text& left, BinaryOperator op, const Text& right) {
  const auto [sign, level] = operator_of(op);
  const bool chains =
      op == BinaryOperator::add || op == BinaryOperator::logical_and || op == BinaryOperator::logical_or;
  const Level inner = compares(op) ? kShift : (level == kAnd || level == kOr) ? kEquality : kUnary;
  const Level first = chains && left.level == level ? level : inner;
  return {fmt::format("{} {} {}", at_least(left, first), sign, at_least(right, inner)), level};
}

bool intersect(const std::set<std::string_view>& a, const std::set<std::string_view>& b) {
  return std::any_of(a.begin(), a.end(), [&](std::string_view name) { return b.contains(name); });
}

}  // namespace

Text ThreadWriter::Ordered::finish(Text text) const {
  return before.empty() ? text : Text{before + at_least(text, kComma), kComma};
}

std::string ThreadWriter::temporary(const Type& type, bool is_volatile) const {
  const std::string name = names_.take(fmt::format("t{}", temporaries_.size()));
  temporaries_.push_back(declaration(all_.spelling.value_type(type), name, is_volatile));
  return name;
}

ThreadWriter::Part ThreadWriter::part(const Expression& e) {
  return {&e, type_of(e), [this, &e] { return value(e); }};
}

ThreadWriter::Part ThreadWriter::part(const Expression& e, const Type& to) {
  return {&e, to, [this, &e, to] { return converted(e, to); }};
}

/// Operands that C may evaluate in any order. Those that do something besides are evaluated as they are written here.
ThreadWriter::Ordered ThreadWriter::in_order(const std::vector<Part>& parts) const {
  std::vector<Mentions> mentions(parts.size());
  std::size_t last = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    collect(*parts[i].expression, mentions[i]);
    if (acts(*parts[i].expression)) last = i;
  }
  Ordered result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (i == j) continue;
      if (!intersect(mentions[i].written, mentions[j].written) && !intersect(mentions[i].written, mentions[j].read)) {
        continue;
      }
      refuse(*parts[i].expression, "registers that change and are read in an order that C defines",
             in_source(*parts[i].expression) + " beside " + in_source(*parts[j].expression));
    }
    if (i < last && acts(*parts[i].expression)) {
      const Text text = parts[i].write();
      const std::string name = temporary(parts[i].type);
      result.before += fmt::format("{} = {}, ", name, argument(text));
      result.texts.push_back({name});
    } else {
      result.texts.push_back(parts[i].write());
    }
  }
  return result;
}

Text ThreadWriter::value(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::constant:
      return constant_text(e.value, e.type);
    case ExpressionKind::name:
      if (find_parameter(function_, e.name) != nullptr) return all_.address(all_.object(e.name));
      return {variable(e.name).name};
    case ExpressionKind::unary:
      return unary_value(e);
    case ExpressionKind::binary:
      return binary_value(e);
    case ExpressionKind::conditional: {
      const Type type = type_of(e);
      const Text first = converted(*e.operands[1], type);
      const Text second = converted(*e.operands[2], type);
      return {fmt::format("{} ? {} : {}", at_least(condition(*e.operands[0]), kOr), at_least(first, kOr),
                          at_least(second, kOr)),
              kConditional};
    }
    case ExpressionKind::index:
      return plain_read(e);
    case ExpressionKind::cast:
      return cast_value(e);
    case ExpressionKind::assign:
      return assign_value(e);
    case ExpressionKind::compound_assign:
    case ExpressionKind::increment:
      return change_value(e);
    default:
      return call(e);
  }
}

/// A value that is only asked whether it is 0. Compilers take some of these for mistakes.
Text ThreadWriter::condition(const Expression& e) {
  const Text text = value(e);
  const bool is_product = text.level == kProduct || text.level == kShift || text.level == kConditional;
  if (is_product) return {at_least(text, kUnary) + " != 0", kEquality};
  if (text.level == kAssignment) return {"(" + text.text + ")"};
  return text;
}

Text ThreadWriter::unary_value(const Expression& e) {
  const Expression& inner = *e.operands[0];
  switch (e.unary) {
    case UnaryOperator::dereference:
      return plain_read(e);
    case UnaryOperator::address_of: {
      if (inner.kind == ExpressionKind::unary) return value(*inner.operands[0]);
      const Ordered parts = in_order({part(*inner.operands[0]), part(*inner.operands[1])});
      return parts.finish(
          {fmt::format("{} + {}", at_least(parts.texts[0], kUnary), at_least(parts.texts[1], kUnary)), kSum});
    }
    case UnaryOperator::logical_not:
      return {"!" + at_least(condition(inner), kUnary), kUnary};
    case UnaryOperator::negate: {
      if (const std::optional<Value> constant = folded(e)) return constant_text(*constant, type_of(e));
      if (!all_.small && !type_of(inner).is_pointer()) {
        const Typed operand = typed(inner);
        Typed zero = operand;
        zero.text = {"0"};
        zero.constant = 0;
        return arithmetic(BinaryOperator::subtract, zero, operand, e);
      }
      break;
    }
    case UnaryOperator::complement:
      break;
  }
  if (type_of(inner).is_pointer()) refuse(inner, "an integer", in_source(inner) + ", which is an address");
  const std::string_view sign = e.unary == UnaryOperator::negate ? "-" : "~";
  return {fmt::format("{}{}", sign, at_least(value(inner), kPrimary)), kUnary};
}

Text ThreadWriter::logical_value(const Expression& e) {
  return joined(condition(*e.operands[0]), e.binary, condition(*e.operands[1]));
}

Text ThreadWriter::binary_value(const Expression& e) {
  if (e.binary >= BinaryOperator::logical_and) return logical_value(e);
  const Ordered parts = in_order({part(*e.operands[0]), part(*e.operands[1])});
  const Typed left{parts.texts[0], type_of(*e.operands[0]), folded(*e.operands[0])};
  const Typed right{parts.texts[1], type_of(*e.operands[1]), folded(*e.operands[1])};
  return parts.finish(arithmetic(e.binary, left, right, e));
}

/// Signed integers wrap around, of which C knows nothing: then it is unsigned ones that are computed with.
Text ThreadWriter::arithmetic(BinaryOperator op, const Typed& left, const Typed& right, const Expression& e) {
  if (left.type.is_pointer() || right.type.is_pointer()) return pointer_arithmetic(op, left, right, e);
  const bool shifts = op == BinaryOperator::shift_left || op == BinaryOperator::shift_right;
  const Type type = shifts ? promoted(left.type) : common_type(left.type, right.type);
  if (op == BinaryOperator::divide || op == BinaryOperator::modulo) return division(op, left, right, type);
  Text second = right.text;
  if (shifts) {
    const Value most = type.bits - 1;
    second = right.constant ? constant_text(*right.constant & most, kInt)
                            : Text{fmt::format("{} & {}", at_least(right.text, kUnary), most), kBits};
  }
  const bool overflows = op <= BinaryOperator::multiply ? !all_.small : op == BinaryOperator::shift_left;
  if (!type.is_signed || !overflows) return joined(left.text, op, second);
  const Type computed{type.bits, false, 0, false};
  const auto as_unsigned = [&](const Typed& operand) -> Text {
    if (operand.constant && *operand.constant >= 0) return constant_text(*operand.constant, computed);
    return {fmt::format("({}){}", all_.spelling.value_type(computed), at_least(operand.text, kUnary)), kUnary};
  };
  const Text result = joined(as_unsigned(left), op, shifts ? second : as_unsigned(right));
  return {fmt::format("({})({})", all_.spelling.value_type(type), result.text), kUnary};
}

/// Division by 0 fails as an assertion does; the least number by -1 is itself.
Text ThreadWriter::division(BinaryOperator op, const Typed& left, const Typed& right, const Type& type) {
  const bool harmless = right.constant && *right.constant != 0 && *right.constant != -1;
  if (harmless) return joined(left.text, op, right.text);
  const bool divides = op == BinaryOperator::divide;
  const std::string name = all_.spelling.value_type(type);
  const std::string negated =
      divides ? fmt::format("({})(0u - ({})left)", name, all_.spelling.value_type({type.bits, false, 0, false})) : "0";
  const std::string text = fmt::format(
      "static {0} NAME({0} left, {0} right) {{\n  assert(right != 0);\n{1}  return left {2} right;\n}}\n", name,
      type.is_signed ? fmt::format("  if (right == -1) return {};\n", negated) : "", divides ? "/" : "%");
  const std::string function = all_.helpers.name_of(divides ? "quotient" : "remainder", text);
  return {fmt::format("{}({}, {})", function, argument(left.text), argument(right.text))};
}

Text ThreadWriter::pointer_arithmetic(BinaryOperator op, const Typed& left, const Typed& right, const Expression& e) {
  const bool both = left.type.is_pointer() && right.type.is_pointer();
  const bool is_null = (left.constant && *left.constant == 0) || (right.constant && *right.constant == 0);
  if (op == BinaryOperator::equal || op == BinaryOperator::not_equal) {
    if (is_null) {
      const auto text = [](const Typed& operand) { return operand.constant ? Text{"NULL"} : operand.text; };
      return joined(text(left), op, text(right));
    }
    if (both) {
      const auto text = [&](const Typed& operand) {
        return left.type == right.type ? operand.text : Text{"(void *)" + at_least(operand.text, kUnary), kUnary};
      };
      return joined(text(left), op, text(right));
    }
  }
  const bool moves = !both && (op == BinaryOperator::add || (op == BinaryOperator::subtract && left.type.is_pointer()));
  if (!moves) {
    refuse(e, "a sum of an address and an integer, or addresses that are compared by == or !=", in_source(e));
  }
  return joined(left.text, op, right.text);
}

Text ThreadWriter::cast_value(const Expression& e) {
  const Expression& inner = *e.operands[0];
  const Type from = type_of(inner);
  if (from.is_pointer() != e.type.is_pointer()) {
    if (folded(inner)) return converted(inner, e.type);
    refuse(e, "a cast that leaves an address an address, and an integer an integer",
           "one from " + describe(from) + " to " + describe(e.type));
  }
  return {fmt::format("({}){}", all_.spelling.value_type(e.type), at_least(value(inner), kUnary)), kUnary};
}

}  // namespace graphfuzz::litmus::c11
