#include "graphfuzz/campaign/seek.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "campaign/budget.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

/// Does the execution show it? Then it is taken down.
bool take_down_sighting(Search& search, const Execution& execution, const Sought& sought, Sighting& sighting) {
  if (sought.finding && execution.shows) {
    for (std::size_t i = 0; i < search.findings().size(); ++i) {
      Finding finding = search.finding(i);
      if (!sought.finding(finding)) continue;
      sighting.witness = search.witness(&finding);
      sighting.finding = std::move(finding);
      return true;
    }
  }
  if (!sought.graph || execution.kind != StepKind::execution || !execution.new_graph || !sought.graph(search)) {
    return false;
  }
  sighting.state = search.outcome();
  sighting.witness = search.witness(nullptr);
  return true;
}

void keep_other(Search& search, const Execution& execution, std::size_t most, Sighting& sighting) {
  if (most == 0 || execution.kind != StepKind::execution || !execution.new_graph) return;
  if (sighting.more_others) return;
  std::string state = search.outcome();
  if (sighting.others.size() < most) {
    sighting.others.insert(std::move(state));
  } else {
    sighting.more_others = !sighting.others.contains(state);
  }
}

bool is_unsupported(const Finding& finding) { return finding.kind == "unsupported"; }

/// Executions that show that something is not supported may hide others.
class Doubts {
 public:
  explicit Doubts(const Target& target, bool of_waits) {
    const std::vector<Finding> remarks = target.remarks();
    any_ = std::any_of(remarks.begin(), remarks.end(), is_unsupported) || (of_waits && target.building().misses_waits);
  }
  void look(Search& search, const Execution& execution) {
    if (any_ || !execution.shows) return;
    const std::span<const FindingKey> keys = search.findings();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (known_.insert(keys[i]).second) any_ |= is_unsupported(search.finding(i));
    }
  }
  bool any() const { return any_; }

 private:
  std::set<FindingKey> known_;
  bool any_ = false;
};

Sighting seek_in(const Target& target, const Sought& sought, const SeekOptions& options) {
  CampaignOptions bounds;
  bounds.fuzz = options.fuzz;
  bounds.memory = options.memory;
  bounds = within_memory(bounds);
  GraphCounts counts(counts_within_memory(bounds));
  const std::unique_ptr<Searches> searches = target.searches({bounds.fuzz, Identity::graph, options.seed, 1}, counts);
  const std::unique_ptr<Search> search = searches->make(0);
  Sighting sighting;
  Doubts doubts(target, sought.finding != nullptr);
  while (sighting.executions < options.executions && sighting.truncated < options.truncated) {
    stop_point();
    const Execution execution = search->step();
    if (execution.kind == StepKind::exhausted) {
      sighting.all = sighting.truncated == 0 && !doubts.any();
      break;
    }
    if (execution.kind == StepKind::execution) {
      ++sighting.executions;
      sighting.truncated += execution.ending == Ending::truncated;
    }
    const UnstoppedScope whole;
    doubts.look(*search, execution);
    if (take_down_sighting(*search, execution, sought, sighting)) break;
    keep_other(*search, execution, options.keep_states, sighting);
  }
  return sighting;
}

}  // namespace

Sighting seek(const Target& target, const Sought& sought, const SeekOptions& options) {
  for (std::unique_ptr<const Target> other;;) {
    const Target& tested = other ? *other : target;
    std::unique_ptr<const Target> next;
    try {
      Sighting sighting = seek_in(tested, sought, options);
      sighting.target = std::move(other);
      return sighting;
    } catch (const ModelStuck& e) {
      next = tested.instead(e);
      if (!next) throw;
    } catch (const Learned&) {
      next = tested.anew();
      if (!next) throw;
    }
    other = std::move(next);
  }
}

}  // namespace graphfuzz
