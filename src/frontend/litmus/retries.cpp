#include "retries.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "attempt_code.hpp"

namespace graphfuzz::litmus {
namespace {

using Values = std::set<Value>;

// Beyond these, a location's values are taken to be anything.
constexpr std::size_t kMaxValues = 256;
constexpr std::size_t kMaxPairs = 20'000;
// In the loops of a thread; with more, none is taken for an attempt.
constexpr std::size_t kMaxUpdates = 64;

// The updates in loops.
std::vector<std::uint32_t> repeated_updates(const AttemptCode& code) {
  std::vector<std::uint32_t> repeated;
  for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
    if (!code.is(pc, RequestKind::update)) continue;
    // In a loop is what a jump behind it leads back over.
    for (std::uint32_t from = pc; from < code.size(); ++from) {
      const Successors next = successors(code.code(), from);
      if (!std::any_of(next.pc.begin(), next.pc.begin() + next.count, [&](std::uint32_t to) { return to <= pc; }))
        continue;
      repeated.push_back(pc);
      break;
    }
  }
  return repeated;
}

class Finder {
 public:
  Finder(std::vector<ThreadCode>& threads, const std::vector<Cell>& cells, const std::vector<LocationInfo>& locations)
      : threads_(threads), locations_(locations), plain_(locations.size(), false), fixed_(locations.size(), true) {
    for (const ThreadCode& code : threads) codes_.emplace_back(code, cells);
    for (const ThreadCode& code : threads) look_at_accesses(code);
  }

  unsigned find() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (threads_[t].loops.empty()) continue;
      const std::vector<std::uint32_t> repeated = repeated_updates(codes_[t]);
      if (repeated.empty() || repeated.size() > kMaxUpdates) continue;
      for (std::uint32_t pc = 0; pc < codes_[t].size(); ++pc) {
        if (codes_[t].is(pc, RequestKind::update)) look_at_update(t, pc, repeated);
      }
    }
    for (Location l = 0; l < locations_.size(); ++l) {
      if (!settle_undone(l)) settle_written_back(l);
    }
    unsigned found = 0;
    for (Attempt& a : attempts_) found += keep(a) ? 1 : 0;
    return found;
  }

 private:
  struct Attempt {
    std::size_t thread;
    Location location;
    Retry retry;
    std::vector<bool> again;  // by pc: the same attempt
    bool undone;              // are there updates that undo it?
  };

  void look_at_accesses(const ThreadCode& code) {
    for (const Access& access : code.accesses) {
      const Request& request = access.request;
      if (request.kind == RequestKind::fence) continue;
      const bool plain = !is_atomic(request.order);
      if (access.address != kNoRegister) {
        addresses_ = true;
        plain_addresses_ |= plain;
        continue;
      }
      if (plain) plain_[request.location] = true;
      if (access.operand != kNoRegister || access.expected != kNoRegister) fixed_[request.location] = false;
    }
  }

  // Does it race with nothing?
  bool is_atomic_location(Location location) const { return !plain_[location] && !plain_addresses_; }

  void look_at_update(std::size_t thread, std::uint32_t pc, const std::vector<std::uint32_t>& repeated) {
    const AttemptCode& code = codes_[thread];
    Attempt a{thread, code.access(pc).request.location, {}, std::vector<bool>(code.size()), false};
    if (!is_atomic_location(a.location)) return;
    a.retry.pc = pc;
    a.retry.undoes.resize(code.size());
    for (std::uint32_t other = 0; other < code.size(); ++other) {
      if (code.undoes(other, pc)) a.undone = a.retry.undoes[other] = true;
    }
    std::set<Register> live;
    for (const std::uint32_t other : repeated) {
      if (!code.same_attempt(pc, other)) continue;
      a.again[other] = true;
      for (const Register reg : code.liveness().before(other + 1)) {
        if (reg != code.access(other).result) live.insert(reg);
      }
    }
    a.retry.live.assign(live.begin(), live.end());
    find_ways_back(a);
    if (std::find(a.retry.leads_back.begin(), a.retry.leads_back.end(), true) != a.retry.leads_back.end()) {
      attempts_.push_back(std::move(a));
    }
  }

  // May a thread that goes back to an attempt do this on the way?
  bool is_harmless(const AttemptCode& code, std::uint32_t pc) const {
    switch (code.code().code[pc].opcode) {
      case Opcode::request: {
        const Request& request = code.access(pc).request;
        if (request.kind == RequestKind::fence) return true;
        return request.kind == RequestKind::read && is_atomic(request.order) && is_atomic_location(request.location);
      }
      case Opcode::request_with_registers:
      case Opcode::fail:
      case Opcode::assume:
      case Opcode::divide:
      case Opcode::modulo:
      case Opcode::end:
        return false;
      default:
        return true;
    }
  }

  void find_ways_back(Attempt& a) const {
    const AttemptCode& code = codes_[a.thread];
    // All ways lead to an attempt, or go round for ever; and one of them leads there.
    std::vector<bool> good(code.size());
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) good[pc] = a.again[pc] || is_harmless(code, pc);
    std::vector<bool> comes_back = a.again;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t pc = code.size(); pc-- > 0;) {
        if (a.again[pc]) continue;
        const Successors next = successors(code.code(), pc);
        bool all = true;
        bool some = false;
        for (unsigned i = 0; i < next.count; ++i) {
          all &= good[next.pc[i]];
          some |= comes_back[next.pc[i]];
        }
        if (good[pc] && !all) {
          good[pc] = false;
          changed = true;
        }
        if (!comes_back[pc] && some) comes_back[pc] = changed = true;
      }
    }
    a.retry.leads_back.resize(code.size());
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
      a.retry.leads_back[pc] =
          is_access(code.code().code[pc]) && good[pc] && comes_back[pc] && changes_nothing(a, region(a, pc));
    }
  }

  // What can be on the way from `pc` to the next attempt.
  std::vector<bool> region(const Attempt& a, std::uint32_t pc) const {
    std::vector<bool> seen(a.again.size());
    std::vector<std::uint32_t> todo{pc};
    seen[pc] = true;
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      if (a.again[at]) continue;
      const Successors next = successors(threads_[a.thread], at);
      for (unsigned i = 0; i < next.count; ++i) {
        if (seen[next.pc[i]]) continue;
        seen[next.pc[i]] = true;
        todo.push_back(next.pc[i]);
      }
    }
    return seen;
  }

  bool changes_nothing(const Attempt& a, const std::vector<bool>& region) const {
    const AttemptCode& code = codes_[a.thread];
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
      if (!region[pc] || a.again[pc]) continue;
      const Instruction& i = code.code().code[pc];
      const Register result = is_access(i) ? code.access(pc).result : i.result;
      if (std::binary_search(a.retry.live.begin(), a.retry.live.end(), result)) return false;
    }
    return true;
  }

  // Is the load on a way back on which it can come round to itself?
  bool goes_round(const Attempt& a, std::uint32_t load) const {
    const Successors next = successors(threads_[a.thread], load);
    for (unsigned i = 0; i < next.count; ++i) {
      if (region(a, next.pc[i])[load]) return true;
    }
    return false;
  }

  // As the interpreter decides it; nothing if it depends on more than the value.
  std::optional<bool> fails(const Attempt& a, std::uint32_t pc, Value value) const {
    const AttemptCode& code = codes_[a.thread];
    const Path path = code.follow(pc, value);
    if (!path.determined) return std::nullopt;
    for (const Register reg : a.retry.live) {
      if (path.touched[reg]) return false;
    }
    const Request& request = code.access(pc).request;
    const bool writes_it_back =
        apply(request.operation, value, request.operand, request.bits, request.is_signed) == value;
    if (writes_it_back) return a.retry.leads_back[path.pc];
    if (!a.retry.undoes[path.pc]) return false;
    // The undoing update's own result is not looked at.
    return leads_back_from(a, path);
  }

  std::optional<bool> leads_back_from(const Attempt& a, const Path& undo) const {
    const Path path = codes_[a.thread].follow(undo.pc, 0);
    if (!path.determined) return std::nullopt;
    return a.retry.leads_back[path.pc] &&
           std::none_of(a.retry.live.begin(), a.retry.live.end(), [&](Register reg) { return path.touched[reg]; });
  }

  // What each thread may have added to the location before each of its instructions. False if there is no telling.
  bool find_sums(Location location) {
    if (addresses_ || !fixed_[location]) return false;
    sums_.clear();
    for (const AttemptCode& code : codes_) {
      for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
        if (!accesses(code, pc, location)) continue;
        const Request& request = code.access(pc).request;
        if (request.kind != RequestKind::read && !only_adds(request)) return false;
      }
      if (!add_sums(code, location)) return false;
    }
    return true;
  }

  static bool accesses(const AttemptCode& code, std::uint32_t pc, Location location) {
    if (!is_access(code.code().code[pc])) return false;
    const Request& request = code.access(pc).request;
    return request.kind != RequestKind::fence && request.location == location;
  }

  // By pc: what the thread may have added to the location before, all in all.
  bool add_sums(const AttemptCode& code, Location location) {
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

  static bool add_each(Values& to, const Values& terms) {
    Values result;
    for (const Value a : to) {
      for (const Value b : terms) result.insert(a + b);
    }
    to = std::move(result);
    return to.size() <= kMaxValues;
  }

  Values all_sums(std::size_t thread) const {
    Values all;
    for (const Values& sums : sums_[thread]) all.insert(sums.begin(), sums.end());
    return all;
  }

  // May attempts on the location be undone, with the thread none the wiser? All only add constants to it, and load it.
  // Without the failed attempts, an access would read `true_value` where it now reads that and what attempts of others
  // have added for a while: it has to go on alike, or else be an attempt that fails or a load that spins.
  bool is_none_the_wiser(std::size_t thread, Location location) const {
    Values others{locations_[location].initial};
    Values passing{0};  // what attempts of others can have added for a while
    for (std::size_t t = 0; t < codes_.size(); ++t) {
      if (t == thread) continue;
      Values attempts{0};
      for (const Attempt& a : attempts_) {
        if (a.thread != t || a.location != location || !a.undone) continue;
        attempts.insert(added_by(codes_[t].access(a.retry.pc).request));
      }
      if (!add_each(others, all_sums(t)) || !add_each(passing, attempts)) return false;
    }
    const AttemptCode& code = codes_[thread];
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
      if (!accesses(code, pc, location)) continue;
      const Request& request = code.access(pc).request;
      Values true_values = others;
      if (!add_each(true_values, sums_[thread][pc]) || true_values.size() * passing.size() > kMaxPairs) return false;
      for (const Value true_value : true_values) {
        for (const Value more : passing) {
          const Value value = true_value + more;
          if (wrap(value, request.bits, request.is_signed) != value) return false;
          if (more != 0 && !is_no_different(thread, pc, value, true_value)) return false;
        }
      }
    }
    return true;
  }

  bool is_no_different(std::size_t thread, std::uint32_t pc, Value value, Value true_value) const {
    const AttemptCode& code = codes_[thread];
    if (code.is(pc, RequestKind::read) && code.spins(pc, value)) return true;
    for (const Attempt& a : attempts_) {
      if (a.thread == thread && a.retry.pc == pc && fails(a, pc, value) == true) return true;
    }
    return code.alike(pc, value, true_value);
  }

  // The values that the location can have if no attempt is undone; nothing if there is no telling.
  std::optional<Values> values_of(Location location) const {
    if (addresses_ || !fixed_[location]) return std::nullopt;
    Values values{locations_[location].initial};
    for (std::size_t before = 0; before < values.size();) {
      before = values.size();
      for (const ThreadCode& code : threads_) {
        for (const Access& access : code.accesses) {
          const Request& r = access.request;
          if (r.location != location) continue;
          if (r.kind == RequestKind::write || r.kind == RequestKind::compare_exchange) values.insert(r.operand);
          if (r.kind != RequestKind::update) continue;
          for (const Value old : Values(values)) values.insert(apply(r.operation, old, r.operand, r.bits, r.is_signed));
        }
      }
      if (values.size() > kMaxValues) return std::nullopt;
    }
    return values;
  }

  std::optional<Values> true_values_of(Location location) const {
    Values values{locations_[location].initial};
    for (std::size_t t = 0; t < codes_.size(); ++t) {
      if (!add_each(values, all_sums(t))) return std::nullopt;
    }
    return values;
  }

  // A thread on its way back may itself wait. If it could wait although the attempt would succeed, then it would not
  // do to drop the failed one: the thread might never come back.
  void drop_waits(Attempt& a, const std::optional<Values>& values) const {
    const AttemptCode& code = codes_[a.thread];
    for (std::uint32_t from = 0; from < code.size(); ++from) {
      if (!a.retry.leads_back[from]) continue;
      const std::vector<bool> on_the_way = region(a, from);
      for (std::uint32_t pc = 0; pc < code.size() && a.retry.leads_back[from]; ++pc) {
        if (!on_the_way[pc] || a.again[pc] || !code.is(pc, RequestKind::read) || !goes_round(a, pc)) continue;
        const bool same_location = code.access(pc).request.location == a.location;
        a.retry.leads_back[from] = same_location && values && gets_through(a, pc, *values);
      }
    }
  }

  bool gets_through(const Attempt& a, std::uint32_t load, const Values& values) const {
    const AttemptCode& code = codes_[a.thread];
    return std::all_of(values.begin(), values.end(), [&](Value value) {
      const std::optional<bool> failed = fails(a, a.retry.pc, value);
      if (!failed) return false;
      if (*failed) return true;
      // Loads that follow each other may be of other locations; those are not looked into.
      std::uint32_t pc = load;
      for (std::size_t steps = 0; steps < code.code().accesses.size(); ++steps) {
        const Path path = code.follow(pc, value);
        if (!path.determined) return false;
        if (a.again[path.pc]) return true;
        const bool load_again =
            code.is(path.pc, RequestKind::read) && code.access(path.pc).request.location == a.location;
        if (!load_again && !code.is(path.pc, RequestKind::fence)) return false;
        pc = path.pc;
      }
      return false;
    });
  }

  // False if no attempt on the location may be undone.
  bool settle_undone(Location location) {
    const auto is_here = [&](const Attempt& a) { return a.location == location; };
    if (std::none_of(attempts_.begin(), attempts_.end(), [&](const Attempt& a) { return is_here(a) && a.undone; })) {
      return false;
    }
    const std::vector<Attempt> before = attempts_;
    if (find_sums(location)) {
      const std::optional<Values> values = true_values_of(location);
      for (Attempt& a : attempts_) {
        if (is_here(a)) drop_waits(a, values);
      }
      bool fine = values.has_value();
      for (std::size_t t = 0; t < codes_.size() && fine; ++t) fine = is_none_the_wiser(t, location);
      if (fine) return true;
    }
    attempts_ = before;
    for (Attempt& a : attempts_) {
      if (!is_here(a)) continue;
      a.undone = false;
      a.retry.undoes.assign(a.retry.undoes.size(), false);
    }
    return false;
  }

  void settle_written_back(Location location) {
    const std::optional<Values> values = values_of(location);
    for (Attempt& a : attempts_) {
      if (a.location == location) drop_waits(a, values);
    }
  }

  // Can one of the accesses be the next one from `pc` on?
  bool comes_to(const Attempt& a, std::uint32_t pc, const std::vector<bool>& accesses) const {
    const ThreadCode& code = threads_[a.thread];
    std::vector<bool> seen(code.code.size());
    std::vector<std::uint32_t> todo{pc};
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      if (accesses[at]) return true;
      if (is_access(code.code[at])) continue;
      const Successors next = successors(code, at);
      todo.insert(todo.end(), next.pc.begin(), next.pc.begin() + next.count);
    }
    return false;
  }

  // Notes the attempt in the code, if there is a way in which it can fail and leave nothing behind.
  bool keep(Attempt& a) {
    const Request& request = codes_[a.thread].access(a.retry.pc).request;
    const bool may_write_back = !only_adds(request) || added_by(request) == 0;
    bool may_fail = may_write_back && comes_to(a, a.retry.pc + 1, a.retry.leads_back);
    for (std::uint32_t pc = 0; pc < a.again.size() && !may_fail; ++pc) {
      may_fail = a.retry.undoes[pc] && comes_to(a, pc + 1, a.retry.leads_back);
    }
    if (!may_fail) return false;
    ThreadCode& code = threads_[a.thread];
    code.accesses[code.code[a.retry.pc].target].retry = static_cast<std::uint32_t>(code.retries.size());
    code.retries.push_back(std::move(a.retry));
    return true;
  }

  std::vector<ThreadCode>& threads_;
  const std::vector<LocationInfo>& locations_;
  std::vector<AttemptCode> codes_;
  std::vector<bool> plain_;  // locations that are accessed plainly
  std::vector<bool> fixed_;  // locations all of whose writes have operands that the code gives
  bool addresses_ = false;   // is there an access whose address is computed?
  bool plain_addresses_ = false;
  std::vector<Attempt> attempts_;
  std::vector<std::vector<Values>> sums_;  // of the location in question, by thread and pc
};

}  // namespace

unsigned find_retries(std::vector<ThreadCode>& threads, const std::vector<Cell>& cells,
                      const std::vector<LocationInfo>& locations) {
  const bool possible = std::any_of(threads.begin(), threads.end(), [](const ThreadCode& code) {
    return !code.loops.empty() && std::any_of(code.accesses.begin(), code.accesses.end(), [](const Access& access) {
      return access.request.kind == RequestKind::update;
    });
  });
  return possible ? Finder(threads, cells, locations).find() : 0;
}

}  // namespace graphfuzz::litmus
