#include "shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "commands.hpp"
#include "graphfuzz/store/sealed_file.hpp"
#include "interrupts.hpp"
#include "output.hpp"

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
  return store::is_sealed(bytes.bytes()) && store::open_sealed(bytes.bytes(), file).kind == "graphfuzz shard";
}

int merge_shards(const MergeLine& line) {
  if (!line.units.empty() || line.shards > 0 || line.output.empty()) {
    throw UserError("merge: of shards alone expected -o FILE, and no --units or --shards");
  }
  std::vector<SavedShard> saved;
  for (const std::string& file : line.inputs) saved.emplace_back(file);
  const Shard shard = put_together(std::move(saved), {.memory = line.campaign.memory / 2});
  if (!shard.has_fingerprints()) throw UserError(line.inputs.front() + ": has numbers, and no fingerprints");
  shard.write(line.output);
  if (!line.numbers.empty()) shard.write_numbers(line.numbers);
  if (!line.summary.empty()) {
    const CountSummary numbers = shard.numbers();
    store::Writer out = store::Writer::json();
    out.begin_object().field("shard", shard.index()).field("shards", shard.of());
    out.field("results", shard.results().size()).field("graphs", numbers.graphs.number);
    write_file(line.summary, out.field("graphs_rf", numbers.rf.number).end_object().finish() + "\n");
  }
  return kNothingFound;
}

void take_shards(Gathering& all, const std::vector<std::string>& files, const CountOptions& counts, bool fingerprints) {
  if (all.shards() == 0) {
    if (files.empty()) return;
    throw UserError(fmt::format("{}: the result has no shards", files.front()));
  }
  std::map<std::size_t, std::vector<SavedShard>> by_index;
  for (const std::string& file : files) {
    SavedShard shard(file);
    const auto& mine = shard.results();
    if (!std::includes(all.results().begin(), all.results().end(), mine.begin(), mine.end())) continue;
    by_index[shard.index()].push_back(std::move(shard));
  }
  for (auto& [index, saved] : by_index) {
    const Shard shard = put_together(std::move(saved), counts);
    try {
      all.take(shard, fingerprints);
    } catch (const std::invalid_argument& e) {
      throw UserError(e.what());
    }
  }
  if (fingerprints ? all.shards() > 0 : all.lacks_graphs()) {
    throw UserError(
        fmt::format("the graphs of the result are in {} shards, of which {} are given: name all their files",
                    all.shards(), by_index.size()));
  }
}

}  // namespace graphfuzz::cli
