#include "graphfuzz/campaign/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "campaign/shard_state.hpp"
#include "graphfuzz/store/sealed_file.hpp"

namespace graphfuzz {
namespace {

std::set<store::Hash128> load_results(const store::Value& saved) {
  std::set<store::Hash128> results;
  for (const store::Value name : saved.array()) {
    if (!results.insert(load_hash(name)).second) name.reject("the same result twice");
  }
  return results;
}

bool overlap(const std::set<store::Hash128>& a, const std::set<store::Hash128>& b) {
  return std::any_of(a.begin(), a.end(), [&](const store::Hash128& name) { return b.contains(name); });
}

}  // namespace

struct SavedShard::State {
  explicit State(const std::filesystem::path& path)
      : file(path),
        document(store::Document::cbor_view(
            store::open_sealed(file.bytes(), path.string(), kShardKind, kShardVersion, kShardVersion).payload,
            path.string(), kDocumentLimits)) {
    const store::Value root = document.root();
    root.expect_keys({"task", "index", "of", "results", "states", "counts", "numbers"});
    head = {load_hash(root.field("task")), root.field("index").integer<std::size_t>(),
            root.field("of").integer<std::size_t>(1, kMostShards), load_results(root.field("results"))};
    if (head.index >= head.of) root.field("index").reject("there are not so many shards");
  }

  store::MappedFile file;
  store::Document document;
  ShardHead head;
};

SavedShard::SavedShard(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {}
SavedShard::SavedShard(SavedShard&&) noexcept = default;
SavedShard& SavedShard::operator=(SavedShard&&) noexcept = default;
SavedShard::~SavedShard() = default;
std::size_t SavedShard::index() const { return state_->head.index; }
std::size_t SavedShard::of() const { return state_->head.of; }
const std::set<store::Hash128>& SavedShard::results() const { return state_->head.results; }

Shard::Shard(std::vector<SavedShard> saved, const CountOptions& counts) : state_(std::make_unique<State>(counts)) {
  if (saved.empty()) throw std::invalid_argument("no shards");
  std::stable_sort(saved.begin(), saved.end(),
                   [](const SavedShard& a, const SavedShard& b) { return a.results().size() > b.results().size(); });
  ShardHead& head = state_->head;
  head = saved.front().state_->head;
  head.results.clear();
  std::vector<store::Value> all;
  for (const SavedShard& shard : saved) {
    const SavedShard::State& next = *shard.state_;
    const std::string& file = next.document.file();
    if (next.head.task != head.task) throw std::invalid_argument(file + ": is of another campaign");
    if (next.head.of != head.of || next.head.index != head.index) {
      throw std::invalid_argument(
          fmt::format("{}: is shard {} of {}, not {} of {}", file, next.head.index, next.head.of, head.index, head.of));
    }
    const std::set<store::Hash128>& results = shard.results();
    if (std::includes(head.results.begin(), head.results.end(), results.begin(), results.end())) {
      if (!all.empty()) continue;
    } else if (overlap(results, head.results)) {
      throw std::invalid_argument(file + ": has graphs that are in another file as well, and others besides");
    }
    head.results.insert(results.begin(), results.end());
    all.push_back(next.document.root());
  }
  // The small ones first: lists are gone through each time.
  for (auto next = all.rbegin(); next != all.rend(); ++next) state_->add(*next, all.size() == 1);
}

Shard::Shard(Shard&&) noexcept = default;
Shard& Shard::operator=(Shard&&) noexcept = default;
Shard::~Shard() = default;
std::size_t Shard::index() const { return state_->head.index; }
std::size_t Shard::of() const { return state_->head.of; }
const std::set<store::Hash128>& Shard::results() const { return state_->head.results; }
bool Shard::has_fingerprints() const { return !state_->numbers; }
CountSummary Shard::numbers() const { return state_->numbers ? *state_->numbers : state_->counts.summary(); }

void Shard::State::add(const store::Value& saved, bool alone) {
  StateCollector more;
  more.load(saved.field("states"));
  if (const auto known = saved.find("numbers")) {
    if (!alone) {
      throw std::invalid_argument(saved.file() + ": has numbers, and no fingerprints to be put together with others");
    }
    numbers = CountSummary::load(*known);
  } else {
    counts.merge(saved.field("counts"));
  }
  states.add(more);
}

namespace {

void check_exact(const CountSummary& numbers) {
  if (!numbers.exact()) throw WorkError("graphs cannot be counted exactly: " + numbers.trouble);
}

store::Writer& begin(store::Writer& out, const ShardHead& head) {
  save(out.begin_object().key("task"), head.task);
  out.field("index", head.index).field("of", head.of).key("results").begin_array();
  for (const store::Hash128& name : head.results) save(out, name);
  return out.end_array();
}

}  // namespace

void Shard::write(const std::filesystem::path& path) const {
  if (!has_fingerprints()) throw std::logic_error("Shard: has numbers alone");
  check_exact(numbers());
  write_shard(path, state_->head, state_->states, state_->counts, {});
}

void Shard::write_numbers(const std::filesystem::path& path) const {
  const CountSummary all = numbers();
  check_exact(all);
  store::SealedFile file(path, kShardKind, kShardVersion);
  store::Writer& out = begin(file.document(), state_->head);
  state_->states.numbers().save(out.key("states"));
  all.save(out.key("numbers"));
  out.end_object();
  file.finish();
}

void write_shard(const std::filesystem::path& path, const ShardHead& head, const StateCollector& states,
                 const GraphCounts& counts, const KeyShare& share) {
  store::SealedFile file(path, kShardKind, kShardVersion);
  store::Writer& out = begin(file.document(), head);
  states.save(out.key("states"), share);
  counts.save(out.key("counts"), share);
  out.end_object();
  file.finish();
}

}  // namespace graphfuzz
