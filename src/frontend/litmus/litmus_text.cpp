// Small tests as text in herd7's C dialect.
#include <fmt/format.h>

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz {
namespace {

std::string_view order_name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::non_atomic:
    case MemoryOrder::relaxed:
      return "memory_order_relaxed";
    case MemoryOrder::acquire:
      return "memory_order_acquire";
    case MemoryOrder::release:
      return "memory_order_release";
    case MemoryOrder::acq_rel:
      return "memory_order_acq_rel";
    case MemoryOrder::seq_cst:
      return "memory_order_seq_cst";
  }
  return "";
}

std::string statement(const SmallEvent& event, unsigned& reads) {
  const std::string order(order_name(event.order));
  if (event.kind == EventKind::fence) return fmt::format("atomic_thread_fence({});", order);
  const std::string location = small_location_name(event.location);
  switch (event.kind) {
    case EventKind::read:
      return fmt::format("int r{} = atomic_load_explicit({}, {});", reads++, location, order);
    case EventKind::update:
      return fmt::format("int r{} = atomic_exchange_explicit({}, {}, {});", reads++, location, event.value, order);
    default:
      return fmt::format("atomic_store_explicit({}, {}, {});", location, event.value, order);
  }
}

std::string parameters(const std::vector<SmallEvent>& thread, Location locations) {
  std::string text;
  for (Location x = 0; x < locations; ++x) {
    for (const SmallEvent& event : thread) {
      if (event.kind == EventKind::fence || event.location != x) continue;
      text += fmt::format("{}atomic_int* {}", text.empty() ? "" : ", ", small_location_name(x));
      break;
    }
  }
  return text;
}

}  // namespace

std::string to_litmus(const SmallTest& test, std::string_view name, const SmallOutcome& outcome,
                      std::span<const std::string> comments) {
  std::string text = fmt::format("C {}\n", name);
  for (const std::string& comment : comments) text += fmt::format("(* {} *)\n", comment);
  text += "{}\n";
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    text += fmt::format("\nP{} ({}) {{\n", t, parameters(test.threads[t], test.locations));
    unsigned reads = 0;
    for (const SmallEvent& event : test.threads[t]) text += fmt::format("  {}\n", statement(event, reads));
    text += "}\n";
  }
  std::string condition;
  for (const auto& [item, value] : outcome) {
    // herd7 writes registers as 0:r0 in conditions, P0:r0 is for its output.
    const std::string place = item.find(':') != std::string::npos ? item.substr(1) : item;
    condition += fmt::format("{}{}={}", condition.empty() ? "" : " /\\ ", place, value);
  }
  return text + fmt::format("\nexists ({})\n", condition.empty() ? "true" : condition);
}

}  // namespace graphfuzz
