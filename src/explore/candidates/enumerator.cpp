#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "explore/candidates/builder.hpp"
#include "explore/candidates/frontier.hpp"
#include "explore/candidates/odometer.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {

struct CandidateEnumerator::Search {
  Search(const Program& program, const MemoryModel& the_model, const CandidateOptions& options,
         CandidateFrontier::Shared& the_frontier)
      : model(the_model),
        cycles(options.cycles),
        frontier(the_frontier),
        builder(program, the_model, options),
        graph(program.threads(), builder.initial_values()),
        state(program.state_size()) {
    frontier.open(static_cast<Location>(builder.initial_values().size()), cycles);
  }

  enum class Attempt : std::uint8_t { abandoned, truncated, blocked, old, inconsistent, consistent };

  bool next_attempt();
  Attempt attempt();
  bool next(const std::function<bool()>& stop);
  void set_hungry(bool now);
  void tell_covered();
  void release();

  const MemoryModel& model;
  const bool cycles;
  CandidateFrontier::Shared& frontier;
  CandidateBuilder builder;
  ExecutionGraph graph;
  std::vector<Value> state;
  Odometer odometer;
  CandidateCounts counts;
  double covered = 0;  // that has not been told
  std::uint32_t pass = 0;
  bool works = false;  // has taken something
  bool again = false;  // the present sequence was not gone through
  bool hungry = false;
};

/// On to the next sequence of choices, of this subtree or of the next one. False if there is none now.
bool CandidateEnumerator::Search::next_attempt() {
  if (std::exchange(again, false)) return true;
  if (works && !odometer.advance()) {
    works = false;
    frontier.done(builder);
  }
  if (!works) {
    std::vector<Digit> digits;
    const CandidateFrontier::Shared::State taken = frontier.take(digits, pass, builder);
    set_hungry(taken == CandidateFrontier::Shared::State::nothing_now);
    if (taken != CandidateFrontier::Shared::State::taken) return false;
    works = true;
    odometer.load(std::move(digits));
  } else if (frontier.is_wanted()) {
    if (std::optional<std::vector<Digit>> given = odometer.split()) frontier.give(std::move(*given));
  }
  odometer.rewind();
  return true;
}

void CandidateEnumerator::Search::set_hungry(bool now) {
  if (hungry == now) return;
  hungry = now;
  if (now) {
    frontier.hungry.fetch_add(1, std::memory_order_relaxed);
  } else {
    frontier.hungry.fetch_sub(1, std::memory_order_relaxed);
  }
}

void CandidateEnumerator::Search::tell_covered() {
  if (covered > 0) frontier.covered.fetch_add(covered, std::memory_order_relaxed);
  covered = 0;
}

/// Gives back what it has.
void CandidateEnumerator::Search::release() {
  set_hungry(false);
  if (!works) return;
  if (std::exchange(again, false) || odometer.advance()) frontier.give(odometer.digits());
  works = false;
  frontier.done(builder);
}

/// The graph of the present sequence, judged.
CandidateEnumerator::Search::Attempt CandidateEnumerator::Search::attempt() {
  stop_point();
  switch (builder.build(odometer)) {
    case CandidateBuilder::Result::abandoned:
      return Attempt::abandoned;
    case CandidateBuilder::Result::truncated:
      return Attempt::truncated;
    case CandidateBuilder::Result::blocked:
      return Attempt::blocked;
    case CandidateBuilder::Result::complete:
      break;
  }
  if (pass > 0 && !builder.is_new()) return Attempt::old;
  builder.assemble(graph);
  return model.consistent(graph) ? Attempt::consistent : Attempt::inconsistent;
}

bool CandidateEnumerator::Search::next(const std::function<bool()>& stop) {
  while (!(stop && stop()) && next_attempt()) {
    Attempt made;
    try {
      made = attempt();
    } catch (const Stopped&) {
      odometer.retry();
      again = true;
      throw;
    }
    covered += odometer.share() * (cycles ? std::ldexp(0.5, -static_cast<int>(pass)) : 1);
    counts.abandoned += made == Attempt::abandoned;
    counts.truncated += made == Attempt::truncated;
    counts.blocked += made == Attempt::blocked;
    counts.candidates += made == Attempt::consistent || made == Attempt::inconsistent;
    counts.consistent += made == Attempt::consistent;
    if (made == Attempt::consistent) return true;
  }
  return false;
}

CandidateEnumerator::CandidateEnumerator(const Program& program, const MemoryModel& model, CandidateOptions options)
    : own_(std::make_unique<CandidateFrontier>()),
      frontier_(*own_),
      search_(std::make_unique<Search>(program, model, options, *frontier_.shared_)) {}
CandidateEnumerator::CandidateEnumerator(const Program& program, const MemoryModel& model, CandidateFrontier& frontier,
                                         CandidateOptions options)
    : frontier_(frontier), search_(std::make_unique<Search>(program, model, options, *frontier_.shared_)) {}
CandidateEnumerator::~CandidateEnumerator() { release(); }

bool CandidateEnumerator::next(const std::function<bool()>& stop) {
  const bool found = search_->next(stop);
  search_->tell_covered();
  return found;
}

void CandidateEnumerator::release() { search_->release(); }
bool CandidateEnumerator::idle() const { return !search_->works; }
bool CandidateEnumerator::finished() const { return frontier_.finished(); }
const ExecutionGraph& CandidateEnumerator::graph() const { return search_->graph; }
std::span<const Failure> CandidateEnumerator::failures() const { return search_->builder.failures(); }
const CandidateCounts& CandidateEnumerator::counts() const { return search_->counts; }

std::span<const Value> CandidateEnumerator::state() {
  search_->builder.observe(search_->graph, search_->state);
  return search_->state;
}

double CandidateEnumerator::covered() const { return frontier_.covered(); }

}  // namespace graphfuzz
