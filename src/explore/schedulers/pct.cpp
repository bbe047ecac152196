// Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding bugs",
// ASPLOS 2010.
#include <algorithm>

#include "graphfuzz/explore/schedulers.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {
namespace {

// Initial priorities are above those of change points.
constexpr std::uint64_t kInitial = std::uint64_t{1} << 63;

}  // namespace

void PctScheduler::begin() {
  steps_ = 0;
  priorities_.clear();
  changes_.clear();
  for (unsigned i = 1; i < depth_ && longest_ > 0; ++i) changes_.push_back(1 + random_.below(longest_));
}

// A change point is before its step: also a thread that has done nothing yet can be put off.
std::size_t PctScheduler::choose(const Builder& builder, std::span<const ThreadId> threads) {
  priorities_.resize(builder.graph().threads(), 0);
  for (const ThreadId t : threads) {
    if (priorities_[t] == 0) priorities_[t] = random_.next() | kInitial;
  }
  const auto highest = [&] {
    const auto best = std::ranges::max_element(threads, {}, [&](ThreadId t) { return priorities_[t]; });
    return static_cast<std::size_t>(best - threads.begin());
  };
  ++steps_;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    if (changes_[i] == steps_) priorities_[threads[highest()]] = i + 1;
  }
  return highest();
}

// One that spins until it is given up would have change points far behind where the others end.
void PctScheduler::end(const ExecutionGraph&, bool truncated) {
  if (truncated && longest_ > 0) return;
  longest_ = only_truncated_ && !truncated ? steps_ : std::max(longest_, steps_);
  only_truncated_ = truncated;
}

void PctScheduler::save(store::Writer& out) const {
  out.begin_object().field("longest", longest_).field("only_truncated", only_truncated_).end_object();
}

void PctScheduler::load(const store::Value& saved) {
  saved.expect_keys({"longest", "only_truncated"});
  longest_ = saved.field("longest").integer<std::uint64_t>(0, std::uint64_t{1} << 31);
  only_truncated_ = saved.field("only_truncated").boolean();
}

}  // namespace graphfuzz
