// Schedulers that remember nothing: the default of what they have to save, and the random walk.
#include "graphfuzz/explore/schedulers.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

void Scheduler::save(store::Writer& out) const { out.begin_object().end_object(); }
void Scheduler::load(const store::Value& saved) { saved.expect_keys({}); }

std::size_t WalkScheduler::choose(const Builder&, std::span<const ThreadId> threads) {
  return threads.size() == 1 ? 0 : random_.below(threads.size());
}

}  // namespace graphfuzz
