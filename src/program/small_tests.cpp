// Enumerating small tests up to symmetry: first their skeletons (kinds and locations of events), each in the least of
// its spellings, then the memory orders of each skeleton.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "graphfuzz/program/small_test.hpp"

namespace graphfuzz {
namespace {

/// A thread as numbers that can be compared: kinds with locations, then orders.
struct Spelling {
  std::vector<unsigned> events;
  std::vector<unsigned> orders;
  friend auto operator<=>(const Spelling&, const Spelling&) = default;
};

unsigned kind_number(EventKind kind) {
  return kind == EventKind::read ? 0 : kind == EventKind::write ? 1 : kind == EventKind::update ? 2 : 3;
}

unsigned strength(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::non_atomic:
    case MemoryOrder::relaxed:
      return 0;
    case MemoryOrder::acquire:
    case MemoryOrder::release:
      return 1;
    case MemoryOrder::acq_rel:
      return 2;
    case MemoryOrder::seq_cst:
      return 3;
  }
  return 0;
}

/// The test with its locations renamed, its threads sorted: longest first.
std::vector<Spelling> spell(const SmallTest& test, const std::vector<Location>& renamed) {
  std::vector<Spelling> threads;
  for (const auto& thread : test.threads) {
    Spelling& spelling = threads.emplace_back();
    for (const SmallEvent& event : thread) {
      const unsigned location = event.kind == EventKind::fence ? 0 : renamed[event.location];
      spelling.events.push_back(kind_number(event.kind) * 16 + location);
      spelling.orders.push_back(static_cast<unsigned>(event.order));
    }
  }
  std::sort(threads.begin(), threads.end(), [](const Spelling& a, const Spelling& b) {
    if (a.events.size() != b.events.size()) return a.events.size() > b.events.size();
    return a < b;
  });
  return threads;
}

/// Of two spellings the one whose skeleton is less; then by orders.
bool less(const std::vector<Spelling>& a, const std::vector<Spelling>& b) {
  for (const auto part : {&Spelling::events, &Spelling::orders}) {
    for (std::size_t t = 0; t < a.size(); ++t) {
      if (a[t].*part != b[t].*part) return a[t].*part < b[t].*part;
    }
  }
  return false;
}

/// Is it the least of all spellings of its class?
bool is_canonical(const SmallTest& test) {
  std::vector<Location> renamed(test.locations);
  std::iota(renamed.begin(), renamed.end(), Location{0});
  const std::vector<Spelling> own = spell(test, renamed);
  while (std::next_permutation(renamed.begin(), renamed.end())) {
    if (less(spell(test, renamed), own)) return false;
  }
  // The threads must be in the order in which they are spelled.
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    for (std::size_t i = 0; i < test.threads[t].size(); ++i) {
      const SmallEvent& event = test.threads[t][i];
      const unsigned location = event.kind == EventKind::fence ? 0 : event.location;
      if (own[t].events[i] != kind_number(event.kind) * 16 + location) return false;
      if (own[t].orders[i] != static_cast<unsigned>(event.order)) return false;
    }
  }
  return true;
}

/// Does every location link threads, with something to see, and do the locations link all threads?
bool is_linked(const SmallTest& test) {
  std::vector<unsigned> component(test.threads.size());
  std::iota(component.begin(), component.end(), 0u);
  for (Location x = 0; x < test.locations; ++x) {
    std::vector<unsigned> accessing;
    bool written = false;
    for (unsigned t = 0; t < test.threads.size(); ++t) {
      bool here = false;
      for (const SmallEvent& event : test.threads[t]) {
        if (event.kind == EventKind::fence || event.location != x) continue;
        here = true;
        written |= writes(event.kind);
      }
      if (here) accessing.push_back(t);
    }
    if (!written || accessing.size() < 2) return false;
    for (const unsigned t : accessing) {
      const unsigned from = component[t];
      std::replace(component.begin(), component.end(), from, component[accessing.front()]);
    }
  }
  return std::all_of(component.begin(), component.end(), [&](unsigned c) { return c == component.front(); });
}

class Skeletons {
 public:
  Skeletons(const SmallSize& size, const SmallEvents& events, const std::function<bool()>& go_on)
      : size_(size), per_thread_(events.per_thread), go_on_(go_on) {
    if (!events.reads.empty()) kinds_.push_back(EventKind::read);
    if (!events.writes.empty()) kinds_.push_back(EventKind::write);
    if (!events.updates.empty()) kinds_.push_back(EventKind::update);
    if (!events.fences.empty()) kinds_.push_back(EventKind::fence);
    test_.threads.resize(size.threads);
    test_.locations = size.locations;
  }

  /// Nothing if it was stopped.
  std::optional<std::vector<SmallTest>> all() {
    divide(0, size_.events);
    if (stopped_) return std::nullopt;
    const auto special = [](const SmallTest& test) {
      std::size_t n = 0;
      for (const auto& thread : test.threads) {
        n += static_cast<std::size_t>(std::count_if(thread.begin(), thread.end(), [](const SmallEvent& event) {
          return event.kind == EventKind::update || event.kind == EventKind::fence;
        }));
      }
      return n;
    };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const SmallTest& a, const SmallTest& b) { return special(a) < special(b); });
    return std::move(found_);
  }

 private:
  /// Says how many of the `left` events the threads from `thread` on have, not more than the one before.
  void divide(unsigned thread, unsigned left) {
    if (thread == size_.threads) {
      if (left == 0) fill(0, 0, 0);
      return;
    }
    const unsigned others = size_.threads - thread - 1;
    unsigned most = thread == 0 ? per_thread_ : static_cast<unsigned>(test_.threads[thread - 1].size());
    most = left < others ? 0 : std::min(most, left - others);
    for (unsigned n = most; n >= 1; --n) {
      test_.threads[thread].resize(n);
      divide(thread + 1, left - n);
    }
  }

  /// Fills in the events from one on. Locations come in the order of their names: the least spelling has them so.
  void fill(unsigned thread, unsigned index, Location used) {
    if (thread == size_.threads) {
      if (used == size_.locations && is_linked(test_) && is_canonical(test_)) found_.push_back(test_);
      return;
    }
    std::vector<SmallEvent>& events = test_.threads[thread];
    if (index == events.size()) {
      // Threads of the same length are sorted in the least spelling.
      if (thread == 0 || test_.threads[thread - 1].size() != events.size() ||
          !before(events, test_.threads[thread - 1])) {
        fill(thread + 1, 0, used);
      }
      return;
    }
    if (++steps_ % 4096 == 0 && go_on_ && !go_on_()) stopped_ = true;
    if (stopped_) return;
    for (const EventKind kind : kinds_) {
      if (kind == EventKind::fence) {
        if (index == 0 || index + 1 == events.size()) continue;
        events[index] = {kind, MemoryOrder::relaxed, 0, 0};
        fill(thread, index + 1, used);
        continue;
      }
      for (Location x = 0; x <= used && x < size_.locations; ++x) {
        events[index] = {kind, MemoryOrder::relaxed, x, 0};
        fill(thread, index + 1, std::max(used, x + 1));
      }
    }
  }

  static bool before(const std::vector<SmallEvent>& a, const std::vector<SmallEvent>& b) {
    const auto number = [](const SmallEvent& e) { return kind_number(e.kind) * 16 + e.location; };
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const SmallEvent& e, const SmallEvent& f) { return number(e) < number(f); });
  }

  SmallSize size_;
  unsigned per_thread_;
  const std::function<bool()>& go_on_;
  std::uint64_t steps_ = 0;
  bool stopped_ = false;
  std::vector<EventKind> kinds_;
  SmallTest test_;
  std::vector<SmallTest> found_;
};

class Orders {
 public:
  Orders(const SmallEvents& events, const std::function<bool(const SmallTest&)>& visit)
      : orders_{events.reads, events.writes, events.updates, events.fences}, visit_(visit) {
    for (std::size_t kind = 0; kind < orders_.size(); ++kind) {
      for (const MemoryOrder order : orders_[kind]) {
        weakest_[kind] = std::min(weakest_[kind], strength(order));
        strongest_[kind] = std::max(strongest_[kind], strength(order));
      }
    }
  }

  /// Those of the skeleton's tests whose orders are as strong as that, all together.
  bool visit_all(SmallTest skeleton, unsigned total) {
    events_.clear();
    std::vector<Value> written(skeleton.locations, 0);
    for (auto& thread : skeleton.threads) {
      for (SmallEvent& event : thread) {
        if (event.kind != EventKind::fence && writes(event.kind)) event.value = ++written[event.location];
        events_.push_back(&event);
      }
    }
    return assign(skeleton, 0, total);
  }

  unsigned weakest(const SmallTest& skeleton) const { return sum(skeleton, weakest_); }
  unsigned strongest(const SmallTest& skeleton) const { return sum(skeleton, strongest_); }

 private:
  static unsigned sum(const SmallTest& skeleton, const std::array<unsigned, 4>& strengths) {
    unsigned total = 0;
    for (const auto& thread : skeleton.threads) {
      for (const SmallEvent& event : thread) total += strengths[kind_number(event.kind)];
    }
    return total;
  }

  bool assign(const SmallTest& test, std::size_t index, unsigned left) {
    if (index == events_.size()) return left != 0 || !is_canonical(test) || visit_(test);
    unsigned least = 0;
    unsigned most = 0;
    for (std::size_t i = index + 1; i < events_.size(); ++i) {
      least += weakest_[kind_number(events_[i]->kind)];
      most += strongest_[kind_number(events_[i]->kind)];
    }
    for (const MemoryOrder order : orders_[kind_number(events_[index]->kind)]) {
      const unsigned own = strength(order);
      if (own + least > left || own + most < left) continue;
      events_[index]->order = order;
      if (!assign(test, index + 1, left - own)) return false;
    }
    return true;
  }

  std::array<std::vector<MemoryOrder>, 4> orders_;  // by kind
  std::array<unsigned, 4> weakest_ = {9, 9, 9, 9};
  std::array<unsigned, 4> strongest_ = {};
  const std::function<bool(const SmallTest&)>& visit_;
  std::vector<SmallEvent*> events_;
};

}  // namespace

bool for_each_small_test(const SmallSize& size, const SmallEvents& events,
                         const std::function<bool(const SmallTest&)>& visit, const std::function<bool()>& go_on) {
  if (size.threads == 0 || size.threads > size.events) return true;
  const std::optional<std::vector<SmallTest>> found = Skeletons(size, events, go_on).all();
  if (!found) return false;
  const std::vector<SmallTest>& skeletons = *found;
  Orders orders(events, visit);
  unsigned weakest = ~0u;
  unsigned strongest = 0;
  for (const SmallTest& skeleton : skeletons) {
    weakest = std::min(weakest, orders.weakest(skeleton));
    strongest = std::max(strongest, orders.strongest(skeleton));
  }
  for (unsigned total = weakest; total <= strongest && !skeletons.empty(); ++total) {
    for (const SmallTest& skeleton : skeletons) {
      if (total < orders.weakest(skeleton) || total > orders.strongest(skeleton)) continue;
      if (!orders.visit_all(skeleton, total)) return false;
    }
  }
  return true;
}

}  // namespace graphfuzz
