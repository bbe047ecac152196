#include "runtime/synchronisation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

// A loop around a wait that times out would go on for ever.
constexpr unsigned kMostTimeOuts = 3;

// Locks and the like synchronise: whoever comes after sees what was before.
Request request_of(RequestKind kind, const Word& word) {
  Request request;
  request.kind = kind;
  request.order = MemoryOrder::acq_rel;
  request.failure_order = MemoryOrder::acquire;
  request.size = word.size;
  request.bits = static_cast<std::uint8_t>(8 * word.size);
  return request;
}

// Waits for ever are deadlocks.
void let_wait(Request& request, const Wait& wait) { request.lock = request.awaits = wait.kind != Wait::Kind::none; }

Request exchange_request(const Word& word, Value expected, Value desired) {
  Request request = request_of(RequestKind::compare_exchange, word);
  request.order = MemoryOrder::acquire;
  request.expected = expected;
  request.operand = desired;
  return request;
}

}  // namespace

Value update(Fiber& fiber, const Word& word, Operation operation, Value operand, Address place, const Wait& wait) {
  Request request = request_of(RequestKind::update, word);
  request.operation = operation;
  request.operand = operand;
  let_wait(request, wait);
  return ask(fiber, request, word.address, place, wait).value;
}

bool exchange_or_wait(Fiber& fiber, const Word& word, Value expected, Value desired, Address place) {
  Request request = exchange_request(word, expected, desired);
  request.lock = request.awaits = true;
  return ask(fiber, request, word.address, place).succeeded;
}

bool exchange_unless(Fiber& fiber, const Word& word, Value expected, Value desired, Value unless, Address place) {
  Request request = exchange_request(word, expected, desired);
  const Wait wait{Wait::Kind::not_equal, unless};
  let_wait(request, wait);
  return ask(fiber, request, word.address, place, wait).succeeded;
}

bool try_exchange(Fiber& fiber, const Word& word, Value expected, Value desired, Address place) {
  Request request = exchange_request(word, expected, desired);
  request.failure_order = MemoryOrder::relaxed;
  return ask(fiber, request, word.address, place).succeeded;
}

Value read(Fiber& fiber, const Word& word, Address place, const Wait& wait) {
  Request request = request_of(RequestKind::read, word);
  request.order = MemoryOrder::acquire;
  let_wait(request, wait);
  return ask(fiber, request, word.address, place, wait).value;
}

void write(Fiber& fiber, const Word& word, Value value, Address place) {
  Request request = request_of(RequestKind::write, word);
  request.order = MemoryOrder::release;
  request.operand = value;
  ask(fiber, request, word.address, place);
}

void initialise(Fiber& fiber, const Word& word, Value value, Address place) {
  Request request = request_of(RequestKind::write, word);
  request.order = MemoryOrder::non_atomic;
  request.operand = value;
  check_access(fiber, word.address, word.size, "write", place);
  ask(fiber, request, word.address, place);
}

// Halves what there is to choose from: a compare-exchange that may fail for no reason succeeds, or does not.
unsigned choose(Fiber& fiber, unsigned count, Address place) {
  Request request = exchange_request({reinterpret_cast<Address>(&thread_page(fiber.id).choices), 8}, 0, 0);
  request.order = request.failure_order = MemoryOrder::relaxed;
  request.weak = true;
  unsigned first = 0;
  while (count > 1) {
    const unsigned half = count / 2;
    const bool upper = ask(fiber, request, reinterpret_cast<Address>(&thread_page(fiber.id).choices), place).succeeded;
    if (upper) first += half;
    count = upper ? count - half : half;
  }
  return first;
}

unsigned& count_at(std::vector<Fiber::CountAt>& counts, Address place) {
  const auto found = std::ranges::find(counts, place, &Fiber::CountAt::place);
  return found == counts.end() ? counts.emplace_back(Fiber::CountAt{place, 0}).count : found->count;
}

void note_time_out(Fiber& fiber, const timespec* until, Address place) {
  if (until != nullptr) pass_time(fiber, *until);
  if (++count_at(fiber.time_outs, place) <= kMostTimeOuts) return;
  Request request;
  request.kind = RequestKind::truncated;
  while (true) ask(fiber, request, 0, place);
}

Held* find_held(Fiber& fiber, Address lock) {
  const auto found =
      std::find_if(fiber.held.begin(), fiber.held.end(), [&](const Held& held) { return held.lock == lock; });
  return found == fiber.held.end() ? nullptr : &*found;
}

void drop_held(Fiber& fiber, const Held* held) { fiber.held.erase(fiber.held.begin() + (held - fiber.held.data())); }

}  // namespace graphfuzz::runtime
