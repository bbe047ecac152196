#include "graphfuzz/campaign/separate.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include "graphfuzz/model/distinctions.hpp"

namespace graphfuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// "P0:r0=0; x=1;" as pairs.
SmallOutcome items_of(const std::string& state) {
  SmallOutcome items;
  for (std::size_t at = 0; at < state.size();) {
    const std::size_t equals = state.find('=', at);
    const std::size_t end = state.find(';', equals);
    items.emplace_back(state.substr(at, equals - at), std::stoll(state.substr(equals + 1, end - equals - 1)));
    at = std::min(state.size(), end + 2);
  }
  return items;
}

bool includes(const SmallOutcome& state, const SmallOutcome& part) {
  return std::all_of(part.begin(), part.end(),
                     [&](const auto& item) { return std::find(state.begin(), state.end(), item) != state.end(); });
}

std::vector<MemoryOrder> orders_for(EventKind kind, const std::vector<MemoryOrder>& orders) {
  std::vector<MemoryOrder> result;
  for (const MemoryOrder order : orders) {
    const bool exists = kind == EventKind::read    ? !is_release(order) || order == MemoryOrder::seq_cst
                        : kind == EventKind::write ? !is_acquire(order) || order == MemoryOrder::seq_cst
                        : kind == EventKind::fence ? order != MemoryOrder::relaxed
                                                   : true;
    if (exists && is_atomic(order)) result.push_back(order);
  }
  return result;
}

class Separator {
 public:
  explicit Separator(const SeparateOptions& options) : options_(options) {
    const std::vector<std::string> models = {options.models.first, options.models.second};
    const auto orders = [&](EventKind kind) {
      return distinguished_orders(models, kind, orders_for(kind, options.orders));
    };
    result_.models = options.models;
    result_.events = {orders(EventKind::read), orders(EventKind::write), orders(EventKind::update),
                      orders(EventKind::fence)};
    if (result_.events.reads.empty() || result_.events.writes.empty()) {
      throw std::invalid_argument("these memory orders leave none for reads, or none for writes");
    }
  }

  Separation run() {
    bool more = true;
    for (unsigned events = 2; events <= options_.events && more; ++events) {
      for (unsigned threads = 2; threads <= std::min(events, options_.threads) && more; ++threads) {
        // Every location is accessed by two threads.
        for (unsigned locations = 1; locations <= std::min(events / 2, options_.locations) && more; ++locations) {
          size_ = {events, threads, locations};
          result_.tried.push_back({size_, 0});
          more = for_each_small_test(
              size_, result_.events, [&](const SmallTest& test) { return look(test); }, [&] { return go_on(); });
        }
      }
      if (more) result_.exhausted = events;
    }
    std::erase_if(result_.tried, [](const Separation::Tried& tried) { return tried.programs == 0; });
    result_.complete = more || result_.found.has_value();
    result_.seconds = elapsed();
    return std::move(result_);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool go_on() {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return false;
    const double now = elapsed();
    if (now >= options_.seconds) return false;
    if (options_.progress && now - told_ >= 0.2) {
      told_ = now;
      options_.progress({size_, tried_, now});
    }
    return true;
  }

  /// False if the search is over.
  bool look(const SmallTest& test) {
    if (!go_on()) return false;
    CampaignOptions campaign;
    campaign.stop = options_.stop;
    campaign.seconds = options_.seconds - elapsed();
    const std::shared_ptr<const Program> program = make_program(test, "separation");
    const ModelStates first = states_under(*program, options_.models.first, campaign);
    const ModelStates second = states_under(*program, options_.models.second, campaign);
    if (!first.complete || !second.complete) return false;  // stopped
    ++tried_;
    ++result_.tried.back().programs;
    const auto tell_apart = [&](const ModelStates& allowing, const ModelStates& forbidding) {
      std::optional<SmallOutcome> outcome = separating_outcome(allowing, forbidding);
      if (!outcome) return false;
      result_.found = {test, std::move(*outcome), allowing.model, forbidding.model};
      return true;
    };
    return !tell_apart(first, second) && !tell_apart(second, first);
  }

  const SeparateOptions& options_;
  const Clock::time_point start_ = Clock::now();
  Separation result_;
  SmallSize size_;
  std::uint64_t tried_ = 0;
  double told_ = 0;
};

}  // namespace

std::uint64_t Separation::programs() const {
  return std::accumulate(tried.begin(), tried.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Tried& t) { return sum + t.programs; });
}

std::optional<SmallOutcome> separating_outcome(const ModelStates& allowing, const ModelStates& forbidding) {
  const auto known = [&](const ModelStates::State& state) {
    return std::binary_search(forbidding.states.begin(), forbidding.states.end(), state,
                              [](const auto& a, const auto& b) { return a.text < b.text; });
  };
  std::vector<SmallOutcome> others;
  std::optional<SmallOutcome> best;
  for (const ModelStates::State& state : allowing.states) {
    if (known(state)) continue;
    if (others.empty()) {
      for (const ModelStates::State& other : forbidding.states) others.push_back(items_of(other.text));
    }
    SmallOutcome outcome = items_of(state.text);
    // Locations come last in a state, and go first: what the threads have read says more.
    for (std::size_t i = outcome.size(); i-- > 0;) {
      SmallOutcome less = outcome;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      if (std::none_of(others.begin(), others.end(), [&](const SmallOutcome& o) { return includes(o, less); })) {
        outcome = std::move(less);
      }
    }
    if (!best || outcome.size() < best->size()) best = std::move(outcome);
  }
  return best;
}

Separation find_separation(const SeparateOptions& options) { return Separator(options).run(); }

}  // namespace graphfuzz
