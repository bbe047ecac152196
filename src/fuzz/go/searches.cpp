#include "graphfuzz/fuzz/go/searches.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <utility>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/directed_search.hpp"
#include "graphfuzz/fuzz/go/prefix_engine.hpp"
#include "graphfuzz/fuzz/go/tree_engine.hpp"
#include "graphfuzz/fuzz/go/undirected_search.hpp"

namespace graphfuzz::go {
namespace {

TreeOptions tree_options(const FuzzOptions& fuzz) {
  if (fuzz.schedule == Schedule::rarity) {
    throw std::invalid_argument(
        "the schedule rarity is for memory models: what a part of a Go program's tree begins with is a step, which "
        "tells "
        "no rf pair; there are size and depth-first");
  }
  const bool deepest = fuzz.strategy == StrategyKind::exhaustive || fuzz.schedule == Schedule::depth_first;
  return {.order = deepest ? Order::deepest : Order::random, .capacity = fuzz.frontier_size};
}

/// What searches of Go programs share at least: the names of goroutines, so that their steps mean the same.
class GoSearches : public Searches {
 public:
  explicit GoSearches(const SearchOptions& options) : options_(options) {}
  std::string cannot_save() const override { return {}; }

 protected:
  void save_common(store::Writer& out, Extent extent) const {
    if (extent == Extent::exact) out.field("workers", options_.workers);
    names_->save(out.key("names"));
  }
  // Each worker has something of its own, which none may be missing of.
  void load_common(const store::Value& saved) {
    if (const std::optional<store::Value> workers = saved.find("workers")) {
      const auto count = workers->integer<unsigned>(1);
      if (count > options_.workers) {
        workers->reject(fmt::format("{} workers have been saved, which {} cannot go on with", count, options_.workers));
      }
    }
    names_->load(saved.field("names"));
  }
  std::uint64_t seed(unsigned worker) const { return seed_of(worker, options_.seed); }

  SearchOptions options_;
  std::shared_ptr<RoutineNames> names_ = std::make_shared<RoutineNames>();
};

/// Each worker for itself: `make` gets its seed.
class SeparateSearches final : public GoSearches {
 public:
  using Make = std::function<std::unique_ptr<Search>(std::uint64_t seed, const std::shared_ptr<RoutineNames>& names)>;
  SeparateSearches(const SearchOptions& options, Make make) : GoSearches(options), make_(std::move(make)) {}

  std::unique_ptr<Search> make(unsigned worker) override { return make_(seed(worker), names_); }
  void save(store::Writer& out, Extent extent) const override {
    out.begin_object();
    save_common(out, extent);
    out.end_object();
  }
  void load(const store::Value& saved) override {
    saved.expect_keys({"workers", "names"});
    load_common(saved);
  }

 private:
  Make make_;
};

class TreeSearches final : public GoSearches {
 public:
  TreeSearches(const GoProgram& program, const MachineOptions& machine, const SearchOptions& options,
               GraphCounts& counts)
      : GoSearches(options), program_(program), machine_(machine), counts_(counts), tree_(tree_options(options.fuzz)) {}

  std::unique_ptr<Search> make(unsigned worker) override {
    return std::make_unique<GoTreeSearch>(options_, counts_, seed(worker), program_, machine_, names_, tree_,
                                          seed(worker));
  }
  // Work is all that is left, and so is what goes on exactly.
  void save(store::Writer& out, Extent extent) const override {
    out.begin_object();
    save_common(out, extent);
    tree_.save(out.key("tree"));
    out.end_object();
  }
  void load(const store::Value& saved) override {
    saved.expect_keys({"workers", "names", "tree"});
    load_common(saved);
    tree_.load(saved.field("tree"), names_->size());
  }
  std::vector<std::string> split(std::size_t parts) override {
    Explorer explorer(program_, machine_, names_, tree_, options_.seed);
    return explorer.split(parts, [this](const std::function<void(store::Writer&)>& tree) {
      store::Writer out = store::Writer::cbor();
      out.begin_object();
      save_common(out, Extent::work);
      tree(out.key("tree"));
      return out.end_object().finish();
    });
  }

 private:
  const GoProgram& program_;
  MachineOptions machine_;
  GraphCounts& counts_;
  Tree tree_;
};

}  // namespace

std::unique_ptr<Searches> go_searches(const GoProgram& program, const MachineOptions& machine,
                                      const std::optional<GoFuzzOptions>& directed, const SearchOptions& options,
                                      GraphCounts& counts) {
  const StrategyKind strategy = options.fuzz.strategy;
  if (is_schedule(strategy)) {
    throw std::invalid_argument(fmt::format(
        "{} is for threads that share memory, under sc; of Go programs random is a random walk", name(strategy)));
  }
  if (explores_tree(strategy)) return std::make_unique<TreeSearches>(program, machine, options, counts);
  using Names = std::shared_ptr<RoutineNames>;
  if (is_directed(strategy)) {
    const GoFuzzOptions fuzz = directed.value_or(GoFuzzOptions::of(strategy));
    MachineOptions timed = machine;
    timed.timing = fuzz.timing;
    return std::make_unique<SeparateSearches>(options, [=, &program, &counts](std::uint64_t seed, const Names& names) {
      return std::make_unique<DirectedSearch>(fuzz, Record::of(options), machine_runner(program, timed, names), counts,
                                              seed);
    });
  }
  return std::make_unique<SeparateSearches>(options, [=, &program, &counts](std::uint64_t seed, const Names& names) {
    return std::make_unique<GoPrefixSearch>(options, counts, seed, program, machine, names);
  });
}

std::unique_ptr<Searches> runner_searches(
    std::function<std::unique_ptr<Runner>(std::shared_ptr<RoutineNames>)> make_runner,
    const std::optional<GoFuzzOptions>& directed, const SearchOptions& options, GraphCounts& counts) {
  const StrategyKind strategy = options.fuzz.strategy;
  using Names = std::shared_ptr<RoutineNames>;
  if (is_directed(strategy)) {
    const GoFuzzOptions fuzz = directed.value_or(GoFuzzOptions::of(strategy));
    return std::make_unique<SeparateSearches>(options, [=, &counts](std::uint64_t seed, const Names& names) {
      return std::make_unique<DirectedSearch>(fuzz, Record::of(options), make_runner(names), counts, seed);
    });
  }
  if (strategy != StrategyKind::random) {
    throw std::invalid_argument(fmt::format(
        "{} chooses every step, for which the program has to be under control: without --free, or with random, gfuzz, "
        "gfuzz-hb, gopie, gopie+, gopie-hb or flow",
        name(strategy)));
  }
  return std::make_unique<SeparateSearches>(options, [=, &counts](std::uint64_t seed, const Names& names) {
    return std::make_unique<UndirectedSearch>(Record::of(options), make_runner(names), counts, seed);
  });
}

}  // namespace graphfuzz::go
