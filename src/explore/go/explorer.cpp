#include <algorithm>
#include <bit>

#include "explore/go/explorer_state.hpp"
#include "explore/go/independence.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

// The history of an execution takes memory, and time, by the square of its steps: 50 MB for so many.
constexpr std::size_t kLookedBackTo = 20'000;

constexpr unsigned kForAsLongAsItCan = 64;  // a pace beyond all that are drawn

}  // namespace

bool Explorer::State::follow(const TreePath& p) {
  const bool checked = !tree.file.empty();
  const bool may_differ = machine.program().may_differ();
  for (std::uint32_t depth = 0; depth < p.nodes.size(); ++depth) {
    for (std::uint32_t i = 0; i <= p.place[depth]; ++i) {
      const Step& step = p.children.at(depth, i).step;
      if (may_differ && !is_possible(step)) return false;
      if (checked) expect_possible(step);
    }
    for (std::uint32_t i = 0; i < p.place[depth]; ++i) walk.put_to_sleep(p.children.at(depth, i).step);
    walk.take(p.children.at(depth, p.place[depth]).step);
  }
  return true;
}

bool Explorer::State::is_possible(const Step& step) const {
  const std::span<const Step> enabled = machine.enabled();
  return std::binary_search(enabled.begin(), enabled.end(), step);
}

void Explorer::State::expect_possible(const Step& step) const {
  if (!is_possible(step)) {
    throw store::DocumentError(tree.file, "tree", "has a step that is not possible in this program");
  }
}

// If each step of a long execution were drawn from all that are possible, goroutines would come forward side by side,
// and none would ever be late. So it is drawn, too, how long one goroutine goes on before the next is drawn. In the
// first execution each goes on for as long as it can, those that were started first before the others, until main has
// ended: many bugs need few preemptions (Musuvathi and Qadeer, PLDI 2007, section 2), and somebody who is very late.
unsigned Explorer::State::draw_pace() {
  const std::uint32_t most = machine.options().max_steps;
  if (most <= kLookedBackTo) return 0;
  if (path.nodes.empty()) return kForAsLongAsItCan;
  return static_cast<unsigned>(random.below(static_cast<std::size_t>(std::bit_width(most))));
}

const Step& Explorer::State::draw(std::span<const Step> awake, unsigned pace) {
  constexpr Name kMain = 0;
  const std::span<const Name> alive = machine.alive();
  const bool as_it_can = pace == kForAsLongAsItCan && !alive.empty() && alive.front() == kMain;
  const bool is_bounded = pace > 0 && pace != kForAsLongAsItCan;
  const bool goes_on = as_it_can || (is_bounded && random.below(std::size_t{1} << pace) != 0);
  if (goes_on && !walk.steps().empty()) {
    const Name last = walk.steps().back().routine;
    const auto own = std::ranges::find_if(awake, [&](const Step& s) { return s.routine == last && !fires(s); });
    if (own != awake.end()) return *own;
  }
  if (!as_it_can) return awake[random.below(awake.size())];
  const auto first = std::ranges::find_if_not(awake, fires);
  return first == awake.end() ? awake.front() : *first;
}

// Of a long execution only the beginning is looked back to. What comes first in such a program could be any of what is
// possible then, whatever that depends on later.
void Explorer::State::keep_others(std::span<const Step> awake, unsigned pace) {
  others.clear();
  if (pace != kForAsLongAsItCan || !tree.options.reduce) return;
  for (const Step& step : awake) {
    if (step != fresh.front().front()) others.add({step, machine.touches(step)});
  }
  others.end_list();
}

// Guided as far as the path says, then at random.
bool Explorer::State::extend() {
  const unsigned pace = draw_pace();
  for (extended = 0; !walk.over(); ++extended) {
    const std::span<const Step> awake = walk.awake();
    if (awake.empty()) return false;
    if (extended == fresh.size()) fresh.emplace_back();
    std::vector<Step>& children = fresh[extended];
    if (extended < path.guide.size() && std::find(awake.begin(), awake.end(), path.guide[extended]) != awake.end()) {
      children.assign(1, path.guide[extended]);
    } else {
      children.assign(1, draw(awake, pace));
    }
    if (extended == 0) keep_others(awake, pace);
    if (!tree.options.reduce) {
      for (const Step& step : awake) {
        if (step != children.front()) children.push_back(step);
      }
    }
    walk.take(children.front());
  }
  return true;
}

Explorer::Explorer(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
                   Tree& tree, std::uint64_t seed)
    : state_(std::make_unique<State>(program, options, std::move(names), *tree.state_, seed)) {}
Explorer::~Explorer() = default;

Visit Explorer::explore() {
  State& s = *state_;
  const Random before = s.random;
  switch (s.tree.take(s.path, s.random)) {
    case Tree::State::Taken::taken:
      break;
    case Tree::State::Taken::nothing_now:
      return Visit::idle;
    case Tree::State::Taken::exhausted:
      return Visit::exhausted;
  }
  bool reached = false;
  try {
    s.walk.restart(s.tree.options.reduce, kLookedBackTo);
    if (!s.follow(s.path)) {  // the program does not do the same each time: there is nothing here any more
      s.machine.note_difference();
      const UnstoppedScope whole;
      Branches none;
      s.tree.put(s.path, s.walk, {}, {}, none, {});
      return Visit::vain;
    }
    reached = s.extend();
    s.walk.end();
    if (s.walk.steps().size() > kLookedBackTo) s.machine.note_long(kLookedBackTo);
    if (s.tree.options.reduce) s.branches.find(s.walk, s.path.children, s.path.expanded);
    s.promise.look_at(s.machine, s.walk);
  } catch (const store::DocumentError&) {
    s.tree.give_up();
    throw;
  } catch (const Stopped&) {  // whoever goes on does what this would have done
    s.tree.put_back(s.path);
    s.random = before;
    return Visit::idle;
  }
  const UnstoppedScope whole;
  s.tree.put(s.path, s.walk, std::span(s.fresh).first(s.extended), s.others, s.branches, s.promise);
  return reached ? Visit::execution : Visit::vain;
}

double Explorer::State::descend() {
  double weight = 1;
  while (!walk.over()) {
    const std::size_t awake = walk.awake().size();
    if (awake == 0) return 0;
    weight *= static_cast<double>(awake);
    const std::size_t chosen = random.below(awake);
    for (std::size_t i = 0; i < chosen; ++i) walk.put_to_sleep(Step(walk.awake().front()));
    walk.take(Step(walk.awake().front()));
  }
  return machine.ending() == Ending::truncated ? 0 : weight;
}

double Explorer::walk() {
  const Random before = state_->random;
  try {
    state_->walk.restart(false);
    return state_->descend();
  } catch (const Stopped&) {
    state_->random = before;
    throw;
  }
}

void Explorer::save(store::Writer& out) const { state_->random.save(out); }
void Explorer::load(const store::Value& saved) { state_->random.load(saved); }

const Machine& Explorer::machine() const { return state_->machine; }
std::span<const Step> Explorer::steps() const { return state_->walk.steps(); }

}  // namespace graphfuzz::go
