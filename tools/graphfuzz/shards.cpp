#include "shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "commands.hpp"
#include "graphfuzz/store/sealed_file.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "unit_folder.hpp"

namespace graphfuzz::cli {
namespace {

Shard put_together(std::vector<SavedShard> saved, const CountOptions& counts) {
  try {
    const StopScope scope = until_interrupted();
    return {std::move(saved), counts};
  } catch (const std::invalid_argument& e) {
    throw UserError(e.what());
  }
}

}  // namespace

void write_result(Gathering& all, const std::string& file, std::size_t shards) {
  if (shards > 0 && all.shards() == 0 && keeps_fingerprints(all.task())) all.take_apart(file, shards);
  all.write(file);
}

bool is_shard(const std::string& file) {
  const store::MappedFile bytes(file);
  return store::sealed_kind(bytes.bytes()) == "graphfuzz shard";
}

int merge_shards(const MergeLine& line) {
  if (line.output.empty()) throw UserError("merge: of shards alone expected -o FILE");
  std::vector<SavedShard> saved;
  for (const std::string& file : line.inputs) saved.emplace_back(file);
  const Shard shard = put_together(std::move(saved), {.memory = line.campaign.memory / 2});
  if (!shard.has_fingerprints()) throw UserError(line.inputs.front() + ": has numbers, and no fingerprints");
  shard.write(line.output);
  if (!line.numbers.empty()) shard.write_numbers(line.numbers);
  if (!line.summary.empty()) {
    const CountSummary numbers = shard.numbers();
    store::Writer out = begin_summary();
    out.field("shard", shard.index()).field("shards", shard.of());
    out.field("results", shard.results().size()).field("graphs", numbers.graphs.number);
    write_file(line.summary, out.field("graphs_rf", numbers.rf.number).end_object().finish() + "\n");
  }
  return kNothingFound;
}

namespace {

/// What may be left behind by who was killed is not of the result.
bool belongs_to(const Gathering& all, const SavedShard& shard) {
  return std::ranges::includes(all.results(), shard.results());
}

void require_shards(const Gathering& all, const std::string& file) {
  if (all.shards() == 0) throw UserError(fmt::format("{}: the result has no shards", file));
}

/// Takes what there is, and remembers what is not.
class Taking {
 public:
  Taking(Gathering& all, const CountOptions& counts, bool fingerprints, std::string lost)
      : all_(all), counts_(counts), fingerprints_(fingerprints), why_(std::move(lost)) {}

  void read(const std::string& file) {
    guard([&] {
      SavedShard shard(file);
      if (belongs_to(all_, shard)) by_index_[shard.index()].push_back(std::move(shard));
    });
  }

  void take() {
    for (auto& shards : by_index_) guard([&] { take(put_together(std::move(shards.second), counts_)); });
    if (fingerprints_ ? all_.shards() == 0 : !all_.lacks_graphs()) return;
    const std::string what =
        fmt::format("the graphs of the result are in {} shards, of which {} are given", all_.shards(), taken_);
    if (fingerprints_ || (by_index_.empty() && why_.empty())) throw UserError(what + ": name all their files");
    if (why_.empty()) lose(what);
    all_.lose_graphs(why_);
  }

 private:
  void take(const Shard& shard) {
    try {
      all_.take(shard, fingerprints_);
      ++taken_;
    } catch (const std::invalid_argument& e) {
      throw UserError(e.what());
    }
  }

  void lose(const std::string& what) {
    complain(what);
    if (why_.empty()) why_ = what;
  }

  template <class Action>
  void guard(Action action) {
    try {
      action();
    } catch (const UserError& e) {
      if (fingerprints_) throw;
      lose(e.what());
    } catch (const store::Error& e) {
      if (fingerprints_) throw;
      lose(e.what());
    }
  }

  Gathering& all_;
  const CountOptions counts_;
  const bool fingerprints_;
  std::string why_;  // something is not counted
  std::map<std::size_t, std::vector<SavedShard>> by_index_{};
  std::size_t taken_ = 0;
};

}  // namespace

void take_shards(Gathering& all, const std::vector<std::string>& files, const CountOptions& counts, bool fingerprints,
                 const std::string& lost) {
  if (all.shards() == 0 && files.empty()) return;
  require_shards(all, files.empty() ? std::string() : files.front());
  Taking taking(all, counts, fingerprints, lost);
  for (const std::string& file : files) taking.read(file);
  taking.take();
}

void check_shards(const Gathering& all, const std::vector<std::string>& files) {
  std::map<std::size_t, std::set<UnitId>> results;
  for (const std::string& file : files) {
    const StopScope scope = until_interrupted();
    require_shards(all, file);
    const SavedShard shard(file);
    if (shard.of() != all.shards()) {
      throw UserError(
          fmt::format("{}: is one of {} shards, and there are {} of the result", file, shard.of(), all.shards()));
    }
    if (belongs_to(all, shard)) results[shard.index()].insert(shard.results().begin(), shard.results().end());
  }
  for (const auto& [index, known] : results) {
    if (known == all.results()) continue;
    throw UserError(fmt::format("shard {}: the files that are there have the graphs of {} results, of {}", index,
                                known.size(), all.results().size()));
  }
}

}  // namespace graphfuzz::cli
