#include "retries.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "location_values.hpp"

namespace graphfuzz::litmus {
namespace {

// Beyond so many pairs of values, threads are not taken to be none the wiser.
constexpr std::size_t kMaxPairs = 20'000;

class Finder {
 public:
  Finder(std::vector<ThreadCode>& threads, const std::vector<Cell>& cells, const std::vector<LocationInfo>& locations)
      : threads_(threads), locations_(locations), uses_(threads, locations.size()) {
    codes_.reserve(threads.size());  // attempts know their code by its address
    for (const ThreadCode& code : threads) codes_.emplace_back(code, cells);
  }

  unsigned find() {
    for (std::size_t t = 0; t < codes_.size(); ++t) find_attempts(t, codes_[t], uses_, attempts_);
    for (Location l = 0; l < locations_.size(); ++l) {
      stop_point();
      if (!settle_undone(l)) settle_written_back(l);
    }
    unsigned found = 0;
    for (Attempt& a : attempts_) {
      if (!a.may_fail()) continue;
      note(a);
      ++found;
    }
    return found;
  }

 private:
  // May attempts on the location be undone, with the thread none the wiser? All only add constants to it, and load it.
  // Without the failed attempts, an access would read `true_value` where it now reads that and what attempts of others
  // have added for a while: it has to go on alike, or else be an attempt that fails or a load that spins.
  bool is_none_the_wiser(std::size_t thread, Location location, const LocationSums& sums) const {
    Values others{locations_[location].initial};
    Values passing{0};  // what attempts of others can have added for a while
    for (std::size_t t = 0; t < codes_.size(); ++t) {
      if (t == thread) continue;
      Values attempts{0};
      for (const Attempt& a : attempts_) {
        if (a.thread != t || a.location != location || !a.undone) continue;
        attempts.insert(added_by(codes_[t].access(a.retry.pc).request));
      }
      if (!add_each(others, sums.all(t)) || !add_each(passing, attempts)) return false;
    }
    const AttemptCode& code = codes_[thread];
    for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
      stop_point();
      if (!accesses(code, pc, location)) continue;
      const Request& request = code.access(pc).request;
      Values true_values = others;
      if (!add_each(true_values, sums.before(thread, pc)) || true_values.size() * passing.size() > kMaxPairs)
        return false;
      for (const Value true_value : true_values) {
        stop_point();
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
      if (a.thread == thread && a.retry.pc == pc && a.fails(pc, value) == true) return true;
    }
    return code.alike(pc, value, true_value);
  }

  // False if no attempt on the location may be undone.
  bool settle_undone(Location location) {
    const auto is_here = [&](const Attempt& a) { return a.location == location; };
    if (std::none_of(attempts_.begin(), attempts_.end(), [&](const Attempt& a) { return is_here(a) && a.undone; })) {
      return false;
    }
    const std::vector<Attempt> before = attempts_;
    const std::optional<LocationSums> sums =
        uses_.is_fixed(location) ? LocationSums::find(codes_, location) : std::nullopt;
    if (sums) {
      const std::optional<Values> values = sums->values(locations_[location].initial);
      for (Attempt& a : attempts_) {
        if (is_here(a)) a.drop_waits(values);
      }
      bool fine = values.has_value();
      for (std::size_t t = 0; t < codes_.size() && fine; ++t) fine = is_none_the_wiser(t, location, *sums);
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
    const std::optional<Values> values =
        uses_.is_fixed(location) ? values_of(threads_, location, locations_[location].initial) : std::nullopt;
    for (Attempt& a : attempts_) {
      if (a.location == location) a.drop_waits(values);
    }
  }

  // In the code.
  void note(Attempt& a) {
    ThreadCode& code = threads_[a.thread];
    code.accesses[code.code[a.retry.pc].target].retry = static_cast<std::uint32_t>(code.retries.size());
    code.retries.push_back(std::move(a.retry));
  }

  std::vector<ThreadCode>& threads_;
  const std::vector<LocationInfo>& locations_;
  LocationUses uses_;
  std::vector<AttemptCode> codes_;
  std::vector<Attempt> attempts_;
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
