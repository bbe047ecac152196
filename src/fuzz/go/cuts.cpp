#include "graphfuzz/fuzz/go/cuts.hpp"

#include <algorithm>
#include <utility>

#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz::go {
namespace {

// How many changes the mutator looks at to find one that was not made before.
constexpr int kMostCandidates = 16;

std::uint64_t hash(const Step& s) {
  const auto choice = static_cast<std::uint16_t>(s.choice);
  const auto partner_choice = static_cast<std::uint16_t>(s.partner_choice);
  return mixed(std::uint64_t{s.routine} << 32 | s.partner, std::uint64_t{partner_choice} << 16 | choice,
               static_cast<std::uint32_t>(s.timer));
}

bool takes_part(const Step& step, Name routine) {
  return step.timer < 0 && (step.routine == routine || step.partner == routine);
}

}  // namespace

void cut(const Dependence& execution, const GoChange& change, Cut kind, std::vector<bool>& kept) {
  const auto count = static_cast<std::uint32_t>(execution.steps().size());
  const Reordering& r = change.reordering;
  const std::uint32_t f = r.step;
  const auto before_f = [&](std::uint32_t k) { return execution.before(k, f); };
  const auto after_f = [&](std::uint32_t k) { return k == f || execution.before(f, k); };
  const auto before_w = [&](std::uint32_t k) {
    if (change.alternative) return false;
    if (r.operation < count) return execution.before(k, r.operation) && !after_f(k);
    return r.previous != Reordering::kNone && (k == r.previous || execution.before(k, r.previous)) && !after_f(k);
  };
  kept.assign(count, false);
  for (std::uint32_t k = 0; k < count; ++k) {
    switch (kind) {
      case Cut::revisit:
        kept[k] = k < f || before_w(k);
        break;
      case Cut::minimal:
        kept[k] = before_f(k) || before_w(k);
        break;
      case Cut::maximal:
        kept[k] = !after_f(k);
        break;
    }
  }
}

// Counts which of its goroutine's steps it is, so that it means much the same in another execution.
std::uint64_t GoMutator::key(const GoChange& change) const {
  const std::span<const Step> steps = execution_.steps();
  const auto ordinal = [&](Name routine, std::uint32_t end) {
    return static_cast<std::uint64_t>(
        std::count_if(steps.begin(), steps.begin() + end, [&](const Step& s) { return takes_part(s, routine); }));
  };
  const Reordering& r = change.reordering;
  const std::uint64_t reordered = hash(steps[r.step]) + ordinal(steps[r.step].routine, r.step);
  if (change.alternative) return mixed(reordered, hash(*change.alternative));
  const std::uint64_t before = r.routine + (ordinal(r.routine, r.operation) << 32);
  return r.operation < steps.size() ? mixed(reordered, before, hash(steps[r.operation])) : mixed(reordered, before);
}

std::optional<GoChange> GoMutator::candidate() {
  const std::span<const Step> steps = execution_.steps();
  const std::span<const Reordering> reorderings = execution_.reorderings();
  const std::size_t drawn = random_.below(reorderings.size() + steps.size());
  if (drawn < reorderings.size()) return GoChange{reorderings[drawn], std::nullopt};
  // Another case, or another partner.
  const auto f = static_cast<std::uint32_t>(drawn - reorderings.size());
  const Step& taken = steps[f];
  std::optional<Step> other;
  std::size_t others = 0;
  for (const Step& step : execution_.possible(f)) {
    const bool related =
        takes_part(step, taken.routine) || (taken.partner != kNoName && takes_part(step, taken.partner));
    if (taken.timer >= 0 || step == taken || !related) continue;
    if (random_.below(++others) == 0) other = step;
  }
  if (!other) return std::nullopt;
  return GoChange{{f, f, takes_part(*other, taken.routine) ? taken.routine : taken.partner, Reordering::kNone}, other};
}

std::optional<GoChange> GoMutator::draw() {
  std::optional<GoChange> first;
  if (execution_.steps().empty()) return first;
  for (int i = 0; i < kMostCandidates; ++i) {
    const std::optional<GoChange> change = candidate();
    if (!change) continue;
    if (!first) first = change;
    if (proposed_.insert(key(*change)).second) return change;
  }
  return first;
}

std::optional<GoPrefix> GoMutator::mutate(Cut kind) {
  const std::optional<GoChange> change = draw();
  if (!change) return std::nullopt;
  cut(execution_, *change, kind, kept_);
  const std::span<const Step> steps = execution_.steps();
  GoPrefix prefix;
  prefix.steps.reserve(static_cast<std::size_t>(std::count(kept_.begin(), kept_.end(), true)));
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (kept_[k]) prefix.steps.push_back(steps[k]);
  }
  const Reordering& r = change->reordering;
  prefix.routine = r.routine;
  // A pending operation has no step yet: one of nobody is never possible.
  prefix.change = change->alternative          ? *change->alternative
                  : r.operation < steps.size() ? steps[r.operation]
                                               : Step{.routine = kNoName};
  return prefix;
}

// In their order, each as the difference from the one before.
void GoMutator::save(store::Writer& out) const {
  std::vector<std::uint64_t> keys(proposed_.begin(), proposed_.end());
  std::sort(keys.begin(), keys.end());
  store::Packer packed;
  std::uint64_t last = 0;
  for (const std::uint64_t key : keys) packed.add(key - std::exchange(last, key));
  out.bytes(packed.bytes());
}

void GoMutator::load(const store::Value& saved) {
  std::uint64_t last = 0;
  for (store::Unpacker packed(saved); !packed.at_end();) {
    proposed_.insert(last += packed.integer<std::uint64_t>(0, ~last));
  }
}

}  // namespace graphfuzz::go
