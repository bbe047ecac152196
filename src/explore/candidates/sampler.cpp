#include <boost/unordered/unordered_flat_set.hpp>
#include <iterator>

#include "explore/candidates/builder.hpp"
#include "explore/candidates/plan.hpp"
#include "graphfuzz/explore/candidate_sampler.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

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

namespace {

// A graph event by event, thread after thread, as candidates are assembled.
void save(store::Writer& out, const ExecutionGraph& graph) {
  store::Packer numbers;
  const auto name = [&](Slot slot) { numbers.add(slot == kNoSlot ? 0 : std::uint64_t{slot} + 1); };
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    numbers.add(graph.thread_size(t));
    for (const Slot slot : graph.thread(t)) {
      const Label& label = graph[slot].label;
      numbers.add(static_cast<unsigned>(label.kind)).add(static_cast<unsigned>(label.order));
      numbers.add(label.location).add(static_cast<std::uint64_t>(label.read_value));
      numbers.add(static_cast<std::uint64_t>(label.written_value));
      name(graph[slot].rf);
    }
  }
  for (Location x = 0; x < graph.locations(); ++x) {
    for (const Slot slot : graph.mo(x).subspan(1)) name(slot);
  }
  out.bytes(numbers.bytes());
}

void load(const store::Value& saved, ExecutionGraph& graph) {
  store::Unpacker in(saved);
  const Location locations = graph.locations();
  std::vector<std::vector<Label>> threads(graph.threads());
  std::vector<Label> labels(locations);
  std::vector<Slot> rf(locations, kNoSlot);
  const std::vector<Value>& initial = graph.initial_values();
  for (Location x = 0; x < locations; ++x) {
    labels[x] = {EventKind::write, MemoryOrder::non_atomic, x, 0, initial[x]};
  }
  std::vector<std::size_t> writes_of(locations);
  for (std::vector<Label>& thread : threads) {
    for (std::size_t count = in.count(6); count > 0; --count) {
      Label label;
      label.kind = static_cast<EventKind>(in.integer<unsigned>(0, static_cast<unsigned>(EventKind::error)));
      label.order = static_cast<MemoryOrder>(in.integer<unsigned>(0, static_cast<unsigned>(MemoryOrder::seq_cst)));
      label.location = in.integer<Location>();
      label.read_value = static_cast<Value>(in.integer<std::uint64_t>());
      label.written_value = static_cast<Value>(in.integer<std::uint64_t>());
      const bool has_location = is_access(label.kind);
      if (has_location ? label.location >= locations : label.location != kNoLocation) in.reject("has a wrong location");
      if (!has_location && label.kind != EventKind::fence && label.kind != EventKind::error)
        in.reject("starts threads");
      rf.push_back(in.integer<Slot>() - 1);
      if (writes(label.kind)) ++writes_of[label.location];
      thread.push_back(label);
      labels.push_back(label);
    }
  }
  for (Slot slot = locations; slot < labels.size(); ++slot) {
    const Label& label = labels[slot];
    if (!reads(label.kind)) {
      if (rf[slot] != kNoSlot) in.reject("has an event that reads and does not");
      continue;
    }
    if (rf[slot] >= labels.size()) in.reject("has a read from nowhere");
    const Label& source = labels[rf[slot]];
    if (!writes(source.kind) || source.location != label.location || source.written_value != label.read_value) {
      in.reject("has a read of another value than was written");
    }
  }
  std::vector<std::vector<Slot>> mo(locations);
  std::vector<bool> placed(labels.size());
  for (Location x = 0; x < locations; ++x) {
    for (std::size_t i = 0; i < writes_of[x]; ++i) {
      const Slot slot = in.integer<Slot>(1) - 1;
      if (slot < locations || slot >= labels.size() || placed[slot] || !writes(labels[slot].kind) ||
          labels[slot].location != x) {
        in.reject("has a modification order of other writes");
      }
      placed[slot] = true;
      mo[x].push_back(slot);
    }
  }
  in.expect_end();
  graph.assemble(threads, rf, mo);
}

}  // namespace

void CandidateSampler::save(store::Writer& out) const {
  const Search& s = *search_;
  out.begin_object().key("random");
  s.random.save(out);
  out.field("most writes", s.builder.most_writes()).key("seen");
  s.builder.possible_writes().save(out);
  out.key("corpus").begin_array();
  for (const ExecutionGraph& graph : s.corpus) graphfuzz::save(out, graph);
  out.end_array().end_object();
}

void CandidateSampler::load(const store::Value& saved) {
  saved.expect_keys({"random", "most writes", "seen", "corpus"});
  Search& s = *search_;
  s.random.load(saved.field("random"));
  PossibleWrites seen(s.graph.locations());
  seen.load(saved.field("seen"), s.graph.threads());
  s.builder.load(std::move(seen), saved.field("most writes").integer<std::size_t>(0, ~std::uint32_t{0}));
  s.corpus.clear();
  s.in_corpus.clear();
  for (const store::Value item : saved.field("corpus").array(0, s.options.corpus)) {
    ExecutionGraph graph(s.graph.threads(), s.builder.initial_values());
    graphfuzz::load(item, graph);
    if (!s.in_corpus.insert(fingerprint(graph).graph).second) item.reject("is there twice");
    s.corpus.push_back(std::move(graph));
  }
}

const ExecutionGraph& CandidateSampler::graph() const { return search_->graph; }
std::span<const Failure> CandidateSampler::failures() const { return search_->builder.failures(); }
const CandidateCounts& CandidateSampler::counts() const { return search_->counts; }

std::span<const Value> CandidateSampler::state() {
  search_->builder.observe(search_->graph, search_->state);
  return search_->state;
}

}  // namespace graphfuzz
