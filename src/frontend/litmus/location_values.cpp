#include "location_values.hpp"

namespace graphfuzz::litmus {

bool accesses(const AttemptCode& code, std::uint32_t pc, Location location) {
  if (!is_access(code.code().code[pc])) return false;
  const Request& request = code.access(pc).request;
  return request.kind != RequestKind::fence && request.location == location;
}

bool add_each(Values& to, const Values& terms) {
  Values result;
  for (const Value a : to) {
    for (const Value b : terms) result.insert(a + b);
  }
  to = std::move(result);
  return to.size() <= kMaxValues;
}

std::optional<Values> values_of(const std::vector<ThreadCode>& threads, Location location, Value initial) {
  Values values{initial};
  std::vector<Value> todo{initial};  // those of which no update has made another yet
  const auto add = [&](Value value) {
    if (values.insert(value).second) todo.push_back(value);
  };
  std::vector<const Request*> updates;
  for (const ThreadCode& code : threads) {
    for (const Access& access : code.accesses) {
      const Request& r = access.request;
      if (r.location != location) continue;
      if (r.kind == RequestKind::write || r.kind == RequestKind::compare_exchange) add(r.operand);
      if (r.kind == RequestKind::update) updates.push_back(&r);
    }
  }
  while (!todo.empty()) {
    if (values.size() > kMaxValues) return std::nullopt;
    const Value old = todo.back();
    todo.pop_back();
    for (const Request* r : updates) add(apply(r->operation, old, r->operand, r->bits, r->is_signed));
  }
  return values;
}

std::optional<LocationSums> LocationSums::find(const std::vector<AttemptCode>& codes, Location location) {
  LocationSums sums;
  for (const AttemptCode& code : codes) {
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
      if (!accesses(code, pc, location)) continue;
      const Request& request = code.access(pc).request;
      if (request.kind != RequestKind::read && !only_adds(request)) return std::nullopt;
    }
    if (!sums.add(code, location)) return std::nullopt;
  }
  return sums;
}

bool LocationSums::add(const AttemptCode& code, Location location) {
  std::vector<Values> sums(code.size());
  std::vector<std::uint32_t> todo{0};
  sums[0] = {0};
  while (!todo.empty()) {
    const std::uint32_t pc = todo.back();
    todo.pop_back();
    const bool adds = code.is(pc, RequestKind::update) && code.access(pc).request.location == location;
    const Value added = adds ? added_by(code.access(pc).request) : 0;
    const Successors next = successors(code.code(), pc);
    for (unsigned i = 0; i < next.count; ++i) {
      Values& there = sums[next.pc[i]];
      const std::size_t before = there.size();
      for (const Value sum : Values(sums[pc])) there.insert(sum + added);
      if (there.size() > kMaxValues) return false;
      if (there.size() > before) todo.push_back(next.pc[i]);
    }
  }
  sums_.push_back(std::move(sums));
  return true;
}

Values LocationSums::all(std::size_t thread) const {
  Values all;
  for (const Values& sums : sums_[thread]) all.insert(sums.begin(), sums.end());
  return all;
}

std::optional<Values> LocationSums::values(Value initial) const {
  Values values{initial};
  for (std::size_t t = 0; t < sums_.size(); ++t) {
    if (!add_each(values, all(t))) return std::nullopt;
  }
  return values;
}

}  // namespace graphfuzz::litmus
