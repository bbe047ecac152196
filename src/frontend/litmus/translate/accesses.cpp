// Atomic accesses, fences, locks, assertions.
#include <fmt/format.h>

#include "../syntax.hpp"
#include "thread_writer.hpp"

namespace graphfuzz::litmus::c11 {
namespace {

std::string_view function_of(Operation operation) {
  switch (operation) {
    case Operation::exchange:
      return "exchange";
    case Operation::add:
      return "fetch_add";
    case Operation::subtract:
      return "fetch_sub";
    case Operation::bit_or:
      return "fetch_or";
    case Operation::bit_and:
      return "fetch_and";
    case Operation::bit_xor:
      return "fetch_xor";
    default:
      return "";  // no operation of the dialect
  }
}

/// As C11's rules have it, which compilers still go by: C17 lets the order be any if the exchange fails.
bool is_above(MemoryOrder failure, MemoryOrder success) {
  if (failure == MemoryOrder::relaxed || success == MemoryOrder::seq_cst) return false;
  return failure == MemoryOrder::seq_cst || success == MemoryOrder::relaxed || success == MemoryOrder::release;
}

}  // namespace

Text ThreadWriter::address(const Expression& e) {
  static_cast<void>(type_behind(e));  // throws if it is an integer
  return value(e);
}

Text ThreadWriter::call(const Expression& e) {
  const auto target = [&] {
    return Part{e.operands[0].get(), type_of(*e.operands[0]), [&] { return address(*e.operands[0]); }};
  };
  switch (e.kind) {
    case ExpressionKind::load:
      return {fmt::format("atomic_load_explicit({}, {})", argument(address(*e.operands[0])), order_name(e.order))};
    case ExpressionKind::store: {
      const Ordered parts = in_order({target(), part(*e.operands[1], type_behind(*e.operands[0]))});
      return parts.finish({fmt::format("atomic_store_explicit({}, {}, {})", argument(parts.texts[0]),
                                       argument(parts.texts[1]), order_name(e.order))});
    }
    case ExpressionKind::update: {
      const Type type = type_behind(*e.operands[0]);
      if (type.is_pointer() && e.operation != Operation::exchange) {
        refuse(e, "an operation on an integer (compilers differ in those on pointers)", in_source(e));
      }
      const Ordered parts = in_order({target(), part(*e.operands[1], type)});
      return parts.finish({fmt::format("atomic_{}_explicit({}, {}, {})", function_of(e.operation),
                                       argument(parts.texts[0]), argument(parts.texts[1]), order_name(e.order))});
    }
    case ExpressionKind::compare_exchange:
      return compare_exchange(e);
    case ExpressionKind::fence:
      return {fmt::format("atomic_thread_fence({})", order_name(e.order))};
    case ExpressionKind::lock:
      return lock(e);
    case ExpressionKind::unlock:
      return unlock(e);
    case ExpressionKind::assertion:
      return {fmt::format("assert({})", argument(condition(*e.operands[0])))};
    case ExpressionKind::assumption:
      return {fmt::format("graphfuzz_assume({})", argument(condition(*e.operands[0])))};
    default:
      refuse(e, "an expression of this kind", in_source(e));
  }
}

Text ThreadWriter::compare_exchange(const Expression& e) {
  if (is_above(e.failure_order, e.order)) all_.failure_order_above = true;
  const Type type = type_behind(*e.operands[0]);
  const Expression& expected = *e.operands[1];
  const bool in_register = expected.kind == ExpressionKind::unary && expected.unary == UnaryOperator::address_of &&
                           expected.operands[0]->kind == ExpressionKind::name;
  std::vector<Part> parts = {{e.operands[0].get(), type_of(*e.operands[0]), [&] { return address(*e.operands[0]); }}};
  if (!in_register) parts.push_back({&expected, type_of(expected), [&] { return address(expected); }});
  parts.push_back(part(*e.operands[2], type));
  const Ordered ordered = in_order(parts);
  const std::string target = argument(ordered.texts.front());
  const std::string desired = argument(ordered.texts.back());
  if (in_register) {
    return ordered.finish({fmt::format("atomic_compare_exchange_{}_explicit({}, {}, {}, {}, {})",
                                       e.weak ? "weak" : "strong", target, expected_register(expected, type).text,
                                       desired, order_name(e.order), order_name(e.failure_order))});
  }
  const std::string_view root = address_root(expected, function_);
  const bool is_plain = !root.empty() && all_.use(root) == Use::plain;
  std::string pointer = argument(ordered.texts[1]);
  if (!is_plain) {
    pointer =
        fmt::format("({}){}", declaration(all_.spelling.value_type(type), "*"), at_least(ordered.texts[1], kUnary));
  }
  return ordered.finish({fmt::format("{}({}, {}, {})", exchange_through(e, type), target, pointer, desired)});
}

Text ThreadWriter::expected_register(const Expression& e, const Type& type) {
  const LocalVariable& local = variable(e.operands[0]->name);
  if (local.type == type) return {"&" + local.name, kUnary};
  if (local.type.is_pointer() != type.is_pointer()) {
    refuse(e, "the address of a register that holds a " + describe(type), "one that holds a " + describe(local.type));
  }
  return {fmt::format("({})&{}", declaration(all_.spelling.value_type(type), "*"), local.name), kUnary};
}

/// A function that does it with the expected value in memory: read before, and written if the exchange fails, both by
/// plain accesses, which instrumented code does not see in the atomic operation itself.
std::string ThreadWriter::exchange_through(const Expression& e, const Type& type) {
  const std::string value_type = all_.spelling.value_type(type);
  const std::string text = fmt::format(
      "static int NAME({}, {}, {}) {{\n  {} = *expected;\n  {};\n"
      "  const int done = atomic_compare_exchange_{}_explicit(object, &value, desired, {}, {});\n"
      "  if (!done) *expected = value;\n  {};\n  return done;\n}}\n",
      declaration(all_.spelling.atomic_type(type), "*object"), declaration(value_type, "*expected"),
      declaration(value_type, "desired"), declaration(value_type, "value"), all_.helpers.barrier(),
      e.weak ? "weak" : "strong", order_name(e.order), order_name(e.failure_order), all_.helpers.barrier());
  return all_.helpers.name_of("compare_exchange_through", text);
}

/// A mutex is a location that is 0 when free. Where one of POSIX would not do, the location is waited for.
Text ThreadWriter::lock(const Expression& e) {
  const Expression& what = *e.operands[0];
  const std::string_view root = address_root(what, function_);
  if (!root.empty() && all_.use(root) == Use::mutex) {
    return {fmt::format("pthread_mutex_lock({})", address(what).text)};
  }
  const Type type = type_behind(what);
  if (type.is_pointer()) refuse(what, "a lock that is an integer", in_source(what) + ", the address of a pointer");
  const std::string text = fmt::format(
      "static void NAME({}) {{\n  {} = 0;\n  while (!atomic_compare_exchange_strong_explicit(object, &free, 1, {}, "
      "{})) "
      "free = 0;\n}}\n",
      declaration(all_.spelling.atomic_type(type), "*object"), declaration(all_.spelling.value_type(type), "free"),
      order_name(MemoryOrder::acquire), order_name(MemoryOrder::relaxed));
  return {fmt::format("{}({})", all_.helpers.name_of("lock_location", text), argument(address(what)))};
}

Text ThreadWriter::unlock(const Expression& e) {
  const Expression& what = *e.operands[0];
  const std::string_view root = address_root(what, function_);
  if (!root.empty() && all_.use(root) == Use::mutex) {
    return {fmt::format("pthread_mutex_unlock({})", address(what).text)};
  }
  return {fmt::format("atomic_store_explicit({}, 0, {})", argument(address(what)), order_name(MemoryOrder::release))};
}

}  // namespace graphfuzz::litmus::c11
