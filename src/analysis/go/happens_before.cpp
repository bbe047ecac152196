#include "graphfuzz/analysis/go/happens_before.hpp"

#include "analysis/go/clock_builder.hpp"

namespace graphfuzz::go {

struct HappensBefore::Clocks {
  KnowledgeTable table;
};

HappensBefore::HappensBefore(const Trace& trace, Clock clock, const HappensBeforeOptions& options)
    : clocks_(std::make_unique<Clocks>()) {
  ClockBuilder(trace, options, clocks_->table).run(clock == Clock::weak);
}

HappensBefore::~HappensBefore() = default;
HappensBefore::HappensBefore(HappensBefore&&) noexcept = default;

bool HappensBefore::before(std::uint32_t a, std::uint32_t b) const {
  const KnowledgeTable& table = clocks_->table;
  const Routine first = table.routine[a];
  const Routine second = table.routine[b];
  if (first == second) return table.index[a] < table.index[b];
  if (table.known(b, first) < table.index[a]) return false;
  // The two sides of a rendezvous know each other, and neither is first.
  return table.known(a, second) < table.index[b];
}

}  // namespace graphfuzz::go
