// Running what is known of an execution once more, as a whole, on the machine: what it writes, and whether it does the
// same. A program that goes by what the engine does not decide (time, addresses, what other processes do) may not.
#include <fmt/format.h>

#include "frontend/native/native_run.hpp"
#include "graphfuzz/frontend/native/failure_kind.hpp"

namespace graphfuzz::native {
namespace {

bool is_access(RequestKind kind) { return kind <= RequestKind::compare_exchange; }

std::string_view kind_name(RequestKind kind) {
  switch (kind) {
    case RequestKind::read:
      return "a read";
    case RequestKind::write:
      return "a write";
    case RequestKind::update:
      return "an update";
    case RequestKind::compare_exchange:
      return "a compare-exchange";
    case RequestKind::fence:
      return "a fence";
    case RequestKind::start:
      return "a thread";
    case RequestKind::join:
      return "a join";
    case RequestKind::failure:
      return "a failure";
    case RequestKind::finished:
      return "its end";
    default:
      return "something else";
  }
}

}  // namespace

// An endless loop may be interrupted anywhere in it.
bool NativeRun::same_failure(const Request& one, const Request& other) const {
  const auto kind = [this](const Request& failure) {
    return failure_kind(knowledge_.machine().message(static_cast<std::size_t>(failure.operand)));
  };
  return one.operand == other.operand || (kind(one) == "hang" && kind(other) == "hang");
}

std::string NativeRun::difference(ThreadId thread, NodeId expected, const Arrival& arrival) const {
  if (expected == kNoNode) return {};
  const Node& node = knowledge_.node(expected);
  const Request& now = arrival.request;
  const Request& before = node.request;
  if (before.kind == RequestKind::truncated) return {};  // nobody has looked further
  if (now.kind == RequestKind::failure && before.kind == now.kind && same_failure(now, before)) return {};
  if (now.kind == before.kind && arrival.place == node.place && arrival.address == node.address &&
      now.size == before.size && now.operand == before.operand && now.expected == before.expected) {
    return {};
  }
  Machine& machine = knowledge_.machine();
  const auto tell = [&](RequestKind kind, Address address, Address place) {
    std::string text(kind_name(kind));
    if (is_access(kind) && address != 0) text += " of " + machine.name(address);
    if (place != 0) text += " at " + to_text(machine.place(place));
    return text;
  };
  std::string was = tell(before.kind, node.address, node.place);
  std::string is = tell(now.kind, arrival.address, arrival.place);
  if (was == is && now.operand != before.operand) {
    was += fmt::format(" ({})", before.operand);
    is += fmt::format(" ({})", now.operand);
  }
  return fmt::format("P{} came to {}, and before to {}, having read the same", thread, is, was);
}

// The thread fails there from now on: nobody knows what it does.
const Edge& NativeRun::add_difference(ThreadId thread, NodeId node, Value value, bool succeeded, bool child,
                                      const std::string& differs) const {
  Machine& machine = knowledge_.machine();
  Arrival arrival;
  arrival.place = knowledge_.node(node).place;
  arrival.request.kind = RequestKind::failure;
  arrival.request.operand = static_cast<Value>(machine.message_number(fmt::format(
      "{}: unsupported: the program does not do the same each time: {}", machine.where(arrival.place), differs)));
  const Edge& result = knowledge_.add(thread, node, value, succeeded, child, arrival);
  look_at_all_memory();
  return result;
}

std::optional<Rerun> NativeRun::run_again() {
  machine_ready_ = false;
  forget_done();  // from the beginning: what comes behind a mark may well be the same
  Rerun rerun;
  rerun.differs = lead_machine(moves_.size());
  rerun.output = knowledge_.machine().output();
  return rerun;
}

}  // namespace graphfuzz::native
