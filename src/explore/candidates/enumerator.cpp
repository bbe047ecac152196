#include <algorithm>

#include "explore/candidates/builder.hpp"
#include "graphfuzz/explore/candidates.hpp"

namespace graphfuzz {
namespace {

/// Goes through all sequences of choices, in lexicographic order, like an odometer.
class Odometer final : public CandidateChooser {
 public:
  std::size_t choose_source(EventId, std::span<const CandidateOption> options, bool may_wait) override {
    return choose(options.size() + (may_wait ? 1 : 0));
  }
  std::size_t choose_guess(EventId, std::span<const CandidateOption> options) override {
    return choose(options.size());
  }
  std::size_t choose_predecessor(EventId, std::span<const EventId> predecessors) override {
    return choose(predecessors.size());
  }
  std::size_t choose_guessed_source(EventId, std::span<const EventId> sources) override {
    return choose(sources.size());
  }
  // The last digit is the one that changed.
  bool replays() const override { return position_ < known_; }

  void rewind() {
    position_ = 0;
    known_ = digits_.size();
  }
  /// To the next sequence; false if there is none.
  bool advance() {
    digits_.resize(position_);
    while (!digits_.empty() && ++digits_.back().value == digits_.back().base) digits_.pop_back();
    return !digits_.empty();
  }
  void clear() { digits_.clear(); }

  /// The share of the sequences before this one, if every choice were to split the rest evenly.
  double passed() const {
    double share = 0;
    double width = 1;
    for (const Digit& digit : digits_) {
      width /= static_cast<double>(digit.base);
      share += width * static_cast<double>(digit.value);
    }
    return share;
  }

 private:
  struct Digit {
    std::size_t value;
    std::size_t base;
  };

  std::size_t choose(std::size_t count) {
    if (position_ == digits_.size()) digits_.push_back({0, count});
    return digits_[position_++].value;
  }

  std::vector<Digit> digits_;
  std::size_t position_ = 0;
  std::size_t known_ = 0;
};

}  // namespace

struct CandidateEnumerator::Search {
  Search(const Program& program, const MemoryModel& the_model, const CandidateOptions& options)
      : model(the_model),
        cycles(options.cycles),
        builder(program, the_model, options),
        graph(program.threads(), builder.initial_values()),
        state(program.state_size()) {}

  bool next_attempt();

  const MemoryModel& model;
  const bool cycles;
  CandidateBuilder builder;
  ExecutionGraph graph;
  std::vector<Value> state;
  Odometer odometer;
  CandidateCounts counts;
  std::uint32_t pass = 0;
  bool started = false;
  bool finished = false;
};

/// On to the next sequence of choices, or the next pass. False if there is none.
bool CandidateEnumerator::Search::next_attempt() {
  if (started && !odometer.advance()) {
    // Of a chain of derived values no write occurs twice; and the first pass guesses nothing.
    if (!cycles || !builder.learned() || pass > builder.most_writes() + 1) {
      finished = true;
      return false;
    }
    builder.set_pass(++pass);
    odometer.clear();
  }
  started = true;
  odometer.rewind();
  return true;
}

CandidateEnumerator::CandidateEnumerator(const Program& program, const MemoryModel& model, CandidateOptions options)
    : search_(std::make_unique<Search>(program, model, options)) {}
CandidateEnumerator::~CandidateEnumerator() = default;

bool CandidateEnumerator::next(const std::function<bool()>& stop) {
  Search& s = *search_;
  while (!s.finished) {
    if (stop && stop()) return false;
    if (!s.next_attempt()) return false;
    switch (s.builder.build(s.odometer)) {
      case CandidateBuilder::Result::abandoned:
        ++s.counts.abandoned;
        continue;
      case CandidateBuilder::Result::truncated:
        ++s.counts.truncated;
        continue;
      case CandidateBuilder::Result::blocked:
        ++s.counts.blocked;
        continue;
      case CandidateBuilder::Result::complete:
        break;
    }
    if (s.pass > 0 && !s.builder.is_new()) continue;
    s.builder.assemble(s.graph);
    ++s.counts.candidates;
    if (!s.model.consistent(s.graph)) continue;
    ++s.counts.consistent;
    return true;
  }
  return false;
}

bool CandidateEnumerator::finished() const { return search_->finished; }
const ExecutionGraph& CandidateEnumerator::graph() const { return search_->graph; }
std::span<const Failure> CandidateEnumerator::failures() const { return search_->builder.failures(); }
const CandidateCounts& CandidateEnumerator::counts() const { return search_->counts; }

std::span<const Value> CandidateEnumerator::state() {
  search_->builder.observe(search_->graph, search_->state);
  return search_->state;
}

double CandidateEnumerator::covered() const {
  const Search& s = *search_;
  if (s.finished) return 1;
  if (!s.cycles) return s.odometer.passed();
  double rest = 1;
  for (std::uint32_t i = 0; i < s.pass && rest > 0; ++i) rest /= 2;
  return 1 - rest + rest / 2 * s.odometer.passed();
}

}  // namespace graphfuzz
