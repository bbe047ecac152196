#include "graphfuzz/fuzz/memory/searches.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "graphfuzz/fuzz/memory/candidate_search.hpp"
#include "graphfuzz/fuzz/memory/prefix_engine.hpp"
#include "graphfuzz/fuzz/memory/schedule_engine.hpp"
#include "graphfuzz/fuzz/memory/tree_engine.hpp"

namespace graphfuzz {
namespace {

class CandidateSearches final : public Searches {
 public:
  CandidateSearches(const MemorySubject& subject, const SearchOptions& options, GraphCounts& counts)
      : subject_(subject), options_(options), counts_(counts) {}
  std::unique_ptr<Search> make(unsigned worker) override {
    return std::make_unique<CandidateSearch>(subject_, options_, frontier_, counts_, seed_of(worker, options_.seed));
  }

  std::string cannot_save() const override { return ""; }
  void save(store::Writer& out, Extent extent) const override {
    if (enumerates()) return frontier_.save(out, extent == Extent::exact);
    out.begin_object().end_object();
  }
  void load(const store::Value& saved) override {
    if (enumerates()) return frontier_.load(saved, subject_.program);
    saved.expect_keys({});
  }
  std::vector<std::string> split(std::size_t parts) override {
    return enumerates() ? frontier_.split(parts) : std::vector<std::string>();
  }

 private:
  bool enumerates() const { return explores_tree(options_.fuzz.strategy); }

  MemorySubject subject_;
  SearchOptions options_;
  GraphCounts& counts_;
  CandidateFrontier frontier_;
};

class TreeSearches final : public Searches {
 public:
  TreeSearches(const MemorySubject& subject, const SearchOptions& options, GraphCounts& counts)
      : subject_(subject),
        options_(options),
        counts_(counts),
        frontier_(options.workers,
                  options.fuzz.strategy == StrategyKind::exhaustive ? Schedule::depth_first
                                                                    : options.fuzz.schedule.value_or(Schedule::rarity),
                  options.fuzz.frontier_size) {}
  std::unique_ptr<Search> make(unsigned worker) override {
    const std::uint64_t seed = seed_of(worker, options_.seed);
    return std::make_unique<MemoryTreeSearch>(options_, counts_, seed, subject_, frontier_, worker,
                                              Record::of(options_).pairs, ~seed);
  }

  std::string cannot_save() const override { return ""; }
  void save(store::Writer& out, Extent extent) const override { frontier_.save(out, extent); }
  void load(const store::Value& saved) override { frontier_.load(saved, subject_.program.most_threads()); }
  std::vector<std::string> split(std::size_t parts) override { return frontier_.split(parts); }

 private:
  MemorySubject subject_;
  SearchOptions options_;
  GraphCounts& counts_;
  Frontier frontier_;
};

}  // namespace

std::unique_ptr<Searches> memory_searches(const MemorySubject& subject, const SearchOptions& options,
                                          GraphCounts& counts) {
  if (is_directed(options.fuzz.strategy)) {
    throw std::invalid_argument(fmt::format("{} is for Go programs", name(options.fuzz.strategy)));
  }
  if (is_schedule(options.fuzz.strategy)) {
    const std::unique_ptr<MemoryModel> model = subject.model();
    if (subject.whole_graphs || !model->is_sequential()) {
      throw std::invalid_argument(
          fmt::format("{} chooses which thread goes on, and nothing else, which is enough under sc alone; the model is "
                      "{}",
                      name(options.fuzz.strategy), model->name()));
    }
    const auto make = [subject, options, &counts](std::uint64_t seed) {
      return std::make_unique<MemoryScheduleSearch>(options, counts, seed, subject, options.fuzz);
    };
    return independent_searches(options.seed, make, "");
  }
  if (subject.whole_graphs) return std::make_unique<CandidateSearches>(subject, options, counts);
  if (explores_tree(options.fuzz.strategy)) return std::make_unique<TreeSearches>(subject, options, counts);
  const auto make = [subject, options, &counts](std::uint64_t seed) {
    return std::make_unique<MemoryPrefixSearch>(options, counts, seed, subject);
  };
  return independent_searches(options.seed, make, "");
}

}  // namespace graphfuzz
