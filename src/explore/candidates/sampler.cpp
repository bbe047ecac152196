#include <boost/unordered/unordered_flat_set.hpp>
#include <iterator>

#include "explore/candidates/builder.hpp"
#include "explore/candidates/plan.hpp"
#include "graphfuzz/explore/candidate_sampler.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz {

struct CandidateSampler::Search {
  Search(const Program& program, const MemoryModel& the_model, std::uint64_t seed, const SamplerOptions& the_options)
      : model(the_model),
        options(the_options),
        builder(program, the_model, options.candidates),
        random(seed),
        graph(program.threads(), builder.initial_values()),
        state(program.state_size()) {
    builder.use_all_seen();
  }

  Plan next_plan();
  void keep();

  const MemoryModel& model;
  const SamplerOptions options;
  CandidateBuilder builder;
  Random random;
  ExecutionGraph graph;
  std::vector<Value> state;
  std::vector<ExecutionGraph> corpus;
  boost::unordered_flat_set<Fingerprint, std::hash<Fingerprint>> in_corpus;
  CandidateCounts counts;
};

Plan CandidateSampler::Search::next_plan() {
  constexpr std::size_t kOneInFresh = 8;
  if (corpus.empty() || random.below(kOneInFresh) == 0) return {};
  const ExecutionGraph& parent = corpus[random.below(corpus.size())];
  Plan plan(parent);
  do {
    plan.mutate(parent, builder, random);
  } while (random.below(2) == 0);
  return plan;
}

void CandidateSampler::Search::keep() {
  if (options.corpus == 0 || !in_corpus.insert(fingerprint(graph).graph).second) return;
  if (corpus.size() < options.corpus) {
    corpus.push_back(graph);
    return;
  }
  ExecutionGraph& replaced = corpus[random.below(corpus.size())];
  in_corpus.erase(fingerprint(replaced).graph);
  replaced = graph;
}

CandidateSampler::CandidateSampler(const Program& program, const MemoryModel& model, std::uint64_t seed,
                                   SamplerOptions options)
    : search_(std::make_unique<Search>(program, model, seed, options)) {}
CandidateSampler::~CandidateSampler() = default;

bool CandidateSampler::next(std::size_t attempts) {
  Search& s = *search_;
  for (; attempts > 0; --attempts) {
    const Plan plan = s.next_plan();
    static constexpr std::uint32_t kWildness[] = {0, 8, 2, 1};
    PlanChooser chooser(plan, s.random, kWildness[s.random.below(std::size(kWildness))]);
    switch (s.builder.build(chooser)) {
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
    s.builder.assemble(s.graph);
    ++s.counts.candidates;
    if (!s.model.consistent(s.graph)) continue;
    ++s.counts.consistent;
    s.keep();
    return true;
  }
  return false;
}

const ExecutionGraph& CandidateSampler::graph() const { return search_->graph; }
std::span<const Failure> CandidateSampler::failures() const { return search_->builder.failures(); }
const CandidateCounts& CandidateSampler::counts() const { return search_->counts; }

std::span<const Value> CandidateSampler::state() {
  search_->builder.observe(search_->graph, search_->state);
  return search_->state;
}

}  // namespace graphfuzz
