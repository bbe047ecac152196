// Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018.
#include "graphfuzz/explore/schedulers.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

bool races(const Request& a, const Request& b) {
  const auto accesses = [](const Request& r) { return reads(r.kind) || r.kind == RequestKind::write; };
  return accesses(a) && accesses(b) && a.location == b.location &&
         (a.kind != RequestKind::read || b.kind != RequestKind::read);
}

}  // namespace

std::size_t PosScheduler::choose(const Builder& builder, std::span<const ThreadId> threads) {
  priorities_.resize(builder.graph().threads(), 0);
  std::size_t best = 0;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::uint64_t& priority = priorities_[threads[i]];
    if (priority == 0) priority = random_.next() | 1;
    if (priority > priorities_[threads[best]]) best = i;
  }
  const Request& taken = builder.pending(threads[best]);
  for (const ThreadId t : threads) {
    if (t == threads[best] || races(taken, builder.pending(t))) priorities_[t] = 0;
  }
  return best;
}

}  // namespace graphfuzz
