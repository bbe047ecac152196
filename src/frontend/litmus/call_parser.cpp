// Calls of the C11 atomics, locks, fences and assertions that the dialect knows.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "program_parser.hpp"

namespace graphfuzz::litmus {
namespace {

struct Callee {
  std::string_view name;
  ExpressionKind kind;
  unsigned arguments;  ///< expressions before the memory orders
  unsigned orders;     ///< memory orders
  Operation operation = Operation::exchange;
  bool weak = false;
};

constexpr std::array<Callee, 32> kCallees = {{
    {"atomic_load", ExpressionKind::load, 1, 0},
    {"atomic_load_explicit", ExpressionKind::load, 1, 1},
    {"atomic_store", ExpressionKind::store, 2, 0},
    {"atomic_store_explicit", ExpressionKind::store, 2, 1},
    {"atomic_exchange", ExpressionKind::update, 2, 0},
    {"atomic_exchange_explicit", ExpressionKind::update, 2, 1},
    {"atomic_fetch_add", ExpressionKind::update, 2, 0, Operation::add},
    {"atomic_fetch_add_explicit", ExpressionKind::update, 2, 1, Operation::add},
    {"atomic_fetch_sub", ExpressionKind::update, 2, 0, Operation::subtract},
    {"atomic_fetch_sub_explicit", ExpressionKind::update, 2, 1, Operation::subtract},
    {"atomic_fetch_or", ExpressionKind::update, 2, 0, Operation::bit_or},
    {"atomic_fetch_or_explicit", ExpressionKind::update, 2, 1, Operation::bit_or},
    {"atomic_fetch_and", ExpressionKind::update, 2, 0, Operation::bit_and},
    {"atomic_fetch_and_explicit", ExpressionKind::update, 2, 1, Operation::bit_and},
    {"atomic_fetch_xor", ExpressionKind::update, 2, 0, Operation::bit_xor},
    {"atomic_fetch_xor_explicit", ExpressionKind::update, 2, 1, Operation::bit_xor},
    {"atomic_compare_exchange_strong", ExpressionKind::compare_exchange, 3, 0},
    {"atomic_compare_exchange_strong_explicit", ExpressionKind::compare_exchange, 3, 2},
    {"SCAS", ExpressionKind::compare_exchange, 3, 2},
    {"atomic_compare_exchange_weak", ExpressionKind::compare_exchange, 3, 0, Operation::exchange, true},
    {"atomic_compare_exchange_weak_explicit", ExpressionKind::compare_exchange, 3, 2, Operation::exchange, true},
    {"WCAS", ExpressionKind::compare_exchange, 3, 2, Operation::exchange, true},
    {"atomic_thread_fence", ExpressionKind::fence, 0, 1},
    {"lock", ExpressionKind::lock, 1, 0},
    {"mtx_lock", ExpressionKind::lock, 1, 0},
    {"unlock", ExpressionKind::unlock, 1, 0},
    {"mtx_unlock", ExpressionKind::unlock, 1, 0},
    {"assert", ExpressionKind::assertion, 1, 0},
    {"assume", ExpressionKind::assumption, 1, 0},
    {"__VERIFIER_assume", ExpressionKind::assumption, 1, 0},
    {"spin_lock", ExpressionKind::lock, 1, 0},
    {"spin_unlock", ExpressionKind::unlock, 1, 0},
}};

struct OrderName {
  std::string_view name;
  MemoryOrder order;
};
// consume gives no synchronisation in RC11, so it is as good as relaxed.
constexpr std::array<OrderName, 6> kOrders = {{
    {"memory_order_relaxed", MemoryOrder::relaxed},
    {"memory_order_acquire", MemoryOrder::acquire},
    {"memory_order_release", MemoryOrder::release},
    {"memory_order_acq_rel", MemoryOrder::acq_rel},
    {"memory_order_seq_cst", MemoryOrder::seq_cst},
    {"memory_order_consume", MemoryOrder::relaxed},
}};

bool valid_for_load(MemoryOrder order) { return order != MemoryOrder::release && order != MemoryOrder::acq_rel; }
bool valid_for_store(MemoryOrder order) { return order != MemoryOrder::acquire && order != MemoryOrder::acq_rel; }

}  // namespace

MemoryOrder ProgramParser::parse_order() {
  const auto found =
      std::find_if(kOrders.begin(), kOrders.end(), [&](const OrderName& o) { return lexer_.at(o.name); });
  if (found == kOrders.end()) lexer_.expected("a memory order");
  lexer_.next();
  return found->order;
}

ExpressionPtr ProgramParser::parse_call() {
  const Token name = lexer_.peek();
  const auto callee = std::find_if(kCallees.begin(), kCallees.end(), [&](const Callee& c) { return name.is(c.name); });
  if (name.text.substr(0, 2) == "__" && callee == kCallees.end()) {
    lexer_.expected("a C11 atomic operation (Linux-kernel primitives are not supported)");
  }
  if (callee == kCallees.end()) lexer_.expected("an operation of this dialect (macros are not supported)");
  lexer_.next();
  ExpressionPtr call = make(callee->kind, name.offset);
  call->operation = callee->operation;
  call->weak = callee->weak;
  lexer_.expect("(");
  for (unsigned i = 0; i < callee->arguments; ++i) {
    if (i > 0) lexer_.expect(",");
    adopt(*call, parse_expression());
  }
  // The short names WCAS and SCAS stand for both forms.
  const bool orders_left_out =
      call->kind == ExpressionKind::compare_exchange && name.text.size() == 4 && lexer_.at(")");
  for (unsigned i = 0; i < callee->orders && !orders_left_out; ++i) {
    if (callee->arguments > 0 || i > 0) lexer_.expect(",");
    const Token token = lexer_.peek();
    const MemoryOrder order = parse_order();
    const bool failure = i == 1;
    if ((callee->kind == ExpressionKind::load || failure) && !valid_for_load(order)) {
      lexer_.source().expected(token.offset,
                               failure ? "a memory order for a read (the failure order)" : "a memory order for a read",
                               describe(token));
    }
    if (callee->kind == ExpressionKind::store && (!valid_for_store(order) || token.is("memory_order_consume"))) {
      lexer_.source().expected(token.offset, "a memory order for a write", describe(token));
    }
    (failure ? call->failure_order : call->order) = order;
  }
  lexer_.expect(")");
  call->end = lexer_.previous_end();
  return call;
}

}  // namespace graphfuzz::litmus
