// Runs as a directive asks: which steps are held back, and what is released when nothing else can happen.
#include <algorithm>
#include <optional>

#include "graphfuzz/explore/go/executor.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::uint32_t kPatience = 32;  ///< firings of timers before something that is held back is released
constexpr std::uint64_t kTimes = 10;     ///< T: this part of the steps that an execution may have

/// An OperationId in the numbers of this machine.
struct Place {
  Name routine = kNoName;
  Position position = kNoPosition;
  std::uint32_t visit = 0;
  bool released = false;
};

/// What the directive asks of the pending operation of a goroutine.
struct Wish {
  Position position = kNoPosition;  ///< of the operation that this is about …
  std::uint32_t visit = 0;          ///< … and which execution of it
  std::optional<int> preferred;
  bool delayed = false;
  std::optional<std::uint64_t> held_since;
};

class DirectedRun {
 public:
  DirectedRun(Machine& machine, const Directive& directive, Random& random, std::vector<Step>* steps, Timing timing)
      : machine_(machine),
        random_(random),
        steps_(steps),
        timing_(timing),
        time_limit_(std::max<std::uint64_t>(1, machine.options().max_steps / kTimes)) {
    prefix_ = resolve(directive.prefix);
    chain_ = resolve(directive.chain);
    for (const auto& [name, cases] : directive.preferred) by_position_.push_back({machine.position(name), &cases});
    for (const auto& [name, which] : directive.delays) {
      by_position_.push_back({machine.position(name), nullptr, &which});
    }
  }

  Obedience run() {
    if (steps_) steps_->clear();
    while (!machine_.over()) {
      notice_arrivals();
      pass_over_executed();
      const std::optional<Step> step = choose();
      if (!step) continue;  // something was released
      if (steps_) steps_->push_back(*step);
      machine_.take(*step);
      ++time_;
    }
    pass_over_executed();
    return obedience_;
  }

 private:
  struct ByPosition {
    Position position = kNoPosition;
    const std::vector<int>* preferred = nullptr;
    const std::vector<std::uint32_t>* delayed = nullptr;
    std::uint32_t arrivals = 0;
  };

  std::vector<Place> resolve(const std::vector<OperationId>& operations) const {
    std::vector<Place> places;
    places.reserve(operations.size());
    for (const OperationId& id : operations) places.push_back({id.routine, machine_.position(id.position), id.visit});
    return places;
  }

  Wish& wish(Name routine) {
    if (routine >= wishes_.size()) wishes_.resize(routine + 1);
    return wishes_[routine];
  }

  void notice_arrivals() {
    for (const Name routine : machine_.alive()) {
      const Operation& operation = machine_.pending(routine);
      const Position position = machine_.canonical(operation.position);
      const std::uint32_t visit = machine_.visit(routine);
      Wish& w = wish(routine);
      if (w.position == position && w.visit == visit) continue;
      w = Wish{position, visit, std::nullopt, false, std::nullopt};
      if (!can_be_held(operation.kind)) continue;
      for (ByPosition& by : by_position_) {
        if (by.position != position) continue;
        if (by.delayed != nullptr) {
          const std::uint32_t arrival = ++by.arrivals;
          w.delayed = std::find(by.delayed->begin(), by.delayed->end(), arrival) != by.delayed->end();
          obedience_.delayed += w.delayed;
        } else if (operation.kind == Kind::select && by.arrivals < by.preferred->size()) {
          const int preferred = (*by.preferred)[by.arrivals++];
          const bool exists = preferred == kDefault
                                  ? operation.has_default
                                  : preferred >= 0 && static_cast<std::size_t>(preferred) < operation.cases.size();
          ++obedience_.preferred;
          if (exists) w.preferred = preferred;
        }
      }
    }
  }

  bool executed(const Place& place) const { return machine_.visited(place.routine, place.position) >= place.visit; }

  void pass_over_executed() {
    for (; prefix_next_ < prefix_.size() && executed(prefix_[prefix_next_]); ++prefix_next_) prefix_moved_ = time_;
    if (prefix_next_ < prefix_.size()) return;
    while (chain_next_ < chain_.size() && executed(chain_[chain_next_])) {
      obedience_.chain_executed += !chain_[chain_next_].released;
      ++chain_next_;
    }
  }

  /// Does the step perform that operation (or, of a Wait, one of its parts)?
  bool performs(const Step& step, Name routine, const Place& place) const {
    if (place.routine != routine) return false;
    const Operation& operation = machine_.pending(routine);
    if (machine_.canonical(operation.position) != place.position) return false;
    const std::uint32_t visit = machine_.visit(routine);
    if (place.visit == visit) return true;
    // The first step of a Wait is a Wait and an unlock.
    return operation.kind == Kind::cond_wait && place.visit == visit + 1 &&
           machine_.touches(step).front().object == operation.object;
  }
  bool performs(const Step& step, const Place& place) const {
    return performs(step, step.routine, place) || (step.partner != kNoName && performs(step, step.partner, place));
  }

  bool is_timer(const Step& step) const {
    for (const Touch& t : machine_.touches(step)) {
      if (t.object == kClock && t.changes) return true;
    }
    return false;
  }
  bool is_traced(const Step& step) const {
    const Kind kind = machine_.pending(step.routine).kind;
    return step.timer < 0 && kind < Kind::sleep;
  }

  bool held_by_prefix(const Step& step) const {
    return prefix_next_ < prefix_.size() && is_traced(step) && !performs(step, prefix_[prefix_next_]);
  }

  /// Those of its operations that are active must be the next ones of the chain.
  bool held_by_chain(const Step& step) const {
    if (prefix_next_ < prefix_.size() || step.timer >= 0) return false;
    bool gap = false;
    for (std::size_t i = chain_next_; i < chain_.size(); ++i) {
      const bool performed = performs(step, chain_[i]);
      if (performed && gap && !chain_[i].released) return true;
      gap |= !performed && !chain_[i].released;
    }
    return false;
  }

  bool held_by_wish(Name routine, int choice) {
    const Wish& w = wish(routine);
    if (w.delayed) return true;
    return w.preferred && machine_.pending(routine).kind == Kind::select && choice != *w.preferred;
  }
  bool held_by_wish(const Step& step) {
    if (step.timer >= 0) return false;
    return held_by_wish(step.routine, step.choice) ||
           (step.partner != kNoName && held_by_wish(step.partner, step.partner_choice));
  }

  bool is_preferred_default(const Step& step) {
    const Wish& w = wish(step.routine);
    return step.timer < 0 && w.preferred == kDefault && step.choice == kDefault &&
           machine_.pending(step.routine).kind == Kind::select;
  }

  /// Where the partner of a step of the prefix's next operation is in the prefix; the prefix's size if it is not.
  std::size_t partner_in_prefix(const Step& step) const {
    if (step.partner == kNoName) return prefix_next_;
    for (std::size_t i = prefix_next_; i < prefix_.size(); ++i) {
      if (performs(step, prefix_[i]) && i != prefix_next_) return i;
    }
    return prefix_.size();
  }

  std::optional<Step> choose() {
    free_.clear();
    timers_.clear();
    held_.clear();
    std::optional<Step> at_once;
    const std::span<const Step> enabled = machine_.enabled();
    for (const Step& step : enabled) {
      if (held_by_prefix(step) || held_by_chain(step) || held_by_wish(step)) {
        held_.push_back(step);
      } else if (is_timer(step)) {
        timers_.push_back(step);
      } else {
        free_.push_back(step);
        if (is_preferred_default(step)) at_once = step;
      }
    }
    for (const Step& step : held_) {
      if (held_by_prefix(step)) continue;  // its time begins when the prefix is over
      note_held(step.routine);
      if (step.partner != kNoName) note_held(step.partner);
    }
    if (at_once) return at_once;
    if (time_is_up()) {
      release();
      return std::nullopt;
    }
    if (!free_.empty()) {
      if (prefix_next_ < prefix_.size()) {
        keep_nearest_partners();
      } else if (timing_ == Timing::any || machine_.time_is_due()) {
        free_.insert(free_.end(), timers_.begin(), timers_.end());
      }
      return free_[random_.below(free_.size())];
    }
    if (!timers_.empty() && (held_.empty() || firings_ < kPatience)) {
      if (!held_.empty()) ++firings_;
      return timers_[random_.below(timers_.size())];
    }
    release();
    return std::nullopt;
  }

  void note_held(Name routine) {
    Wish& w = wish(routine);
    if (!w.held_since) w.held_since = time_;
  }

  void keep_nearest_partners() {
    std::size_t nearest = prefix_.size();
    for (const Step& step : free_) nearest = std::min(nearest, partner_in_prefix(step));
    std::erase_if(free_, [&](const Step& step) { return partner_in_prefix(step) > nearest; });
  }

  std::uint64_t held_since(const Step& step) {
    std::uint64_t first = wish(step.routine).held_since.value_or(time_);
    if (step.partner != kNoName) first = std::min(first, wish(step.partner).held_since.value_or(time_));
    return first;
  }

  /// Somebody who is busy for ever would otherwise keep what is held back from its turn.
  bool time_is_up() {
    if (held_.empty()) return false;
    const bool prefix_lasts = prefix_next_ < prefix_.size();
    if (prefix_lasts && time_ - prefix_moved_ >= time_limit_) return true;
    return std::any_of(held_.begin(), held_.end(), [&](const Step& step) {
      return !held_by_prefix(step) && time_ - held_since(step) >= time_limit_;
    });
  }

  /// Nothing else can happen, or time is up.
  void release() {
    firings_ = 0;
    if (prefix_next_ < prefix_.size()) {
      const bool wished = std::any_of(held_.begin(), held_.end(), [this](const Step& s) { return !held_by_prefix(s); });
      if (!wished) return skip_in_prefix();
    }
    const auto since = [this](const Step& step) { return held_since(step); };
    Step longest = held_.front();
    for (const Step& step : held_) {
      if (held_by_prefix(step)) continue;
      if (held_by_prefix(longest) || since(step) < since(longest)) longest = step;
    }
    release(longest.routine, longest);
    if (longest.partner != kNoName) release(longest.partner, longest);
  }

  void release(Name routine, const Step& step) {
    Wish& w = wish(routine);
    obedience_.timed_out += w.preferred.has_value();
    w.preferred.reset();
    w.delayed = false;
    w.held_since.reset();
    if (prefix_next_ < prefix_.size() || !held_by_chain(step)) return;
    for (std::size_t i = chain_next_; i < chain_.size(); ++i) {
      if (!performs(step, routine, chain_[i])) continue;
      chain_[i].released = true;
      obedience_.stuck = true;
    }
  }

  void skip_in_prefix() {
    prefix_moved_ = time_;
    for (std::size_t i = prefix_next_ + 1; i < prefix_.size(); ++i) {
      const auto performed = [&](const Step& step) { return is_traced(step) && performs(step, prefix_[i]); };
      if (std::none_of(held_.begin(), held_.end(), performed)) continue;
      prefix_next_ = i;
      return;
    }
    prefix_next_ = prefix_.size();
  }

  Machine& machine_;
  Random& random_;
  std::vector<Step>* steps_;
  const Timing timing_;
  const std::uint64_t time_limit_;
  std::vector<Place> prefix_;
  std::vector<Place> chain_;
  std::size_t prefix_next_ = 0;
  std::uint64_t prefix_moved_ = 0;  // when
  std::size_t chain_next_ = 0;
  std::vector<ByPosition> by_position_;
  std::vector<Wish> wishes_;  // by Name
  std::vector<Step> free_;
  std::vector<Step> timers_;
  std::vector<Step> held_;
  std::uint64_t time_ = 0;
  std::uint32_t firings_ = 0;
  Obedience obedience_;
};

}  // namespace

Obedience run_as_directed(Machine& machine, const Directive& directive, Random& random, std::vector<Step>* steps,
                          Timing timing) {
  const Timing before = machine.timing();
  machine.set_timing(Timing::any);
  machine.restart();
  const Obedience obedience = DirectedRun(machine, directive, random, steps, timing).run();
  machine.set_timing(before);
  return obedience;
}

}  // namespace graphfuzz::go
