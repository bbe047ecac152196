// Work on units.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "campaign/documents.hpp"
#include "campaign/gathered.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

// How many executions of a tree are for each part that it is to be taken apart into.
constexpr std::uint64_t kExecutionsPerPart = 100;
// How often a program may teach something while it is worked on a unit.
constexpr unsigned kMostAnew = 1'000;

CampaignOptions options_for(const Unit& unit, const WorkOptions& how) {
  CampaignOptions options = unit.task.options;
  options.seed = unit.seed;
  options.workers = how.workers;
  options.executions = unit.executions;
  options.seconds = unit.seconds;
  options.keep_graphs = !explores_tree(options.fuzz.strategy);
  options.memory = how.memory;
  options.approximate = how.approximate;
  options.finish_executions = how.finish_executions;
  options.stop = how.stop;
  options.progress = how.progress;
  return options;
}

CountOptions counts_of(const WorkOptions& how) { return {how.memory / 2, how.approximate, {}}; }

/// A part of what the work on `whole` has left over.
Unit part_of(const Unit& whole, const UnitId& id, std::size_t number, std::string work) {
  Unit part = whole;
  part.parent = id;
  part.seed = seed_of(static_cast<unsigned>(number) + 1, whole.seed);
  part.work = std::move(work);
  part.whole_seed = whole.whole_seed.value_or(whole.seed);
  return part;
}

}  // namespace

/// Makes gatherings of what campaigns have found.
class Work {
 public:
  Work(const Unit& unit, const WorkOptions& how) : unit_(unit), how_(how), all_(unit.task, counts_of(how)) {
    all_.seed_ = unit.whole_seed;
    if (unit.parent == UnitId{}) all_.seed_ = unit.seed;
  }

  Gathering done() {
    try {
      work();
      all_.parents_.emplace(id_, unit_.parent);
    } catch (const Learned&) {  // it is no use to anybody
      leave(unit_);
    } catch (const Stopped&) {
      leave(unit_);
    }
    return std::move(all_);
  }

  /// Nothing found yet, and `parts` units that begin with different seeds; one is the whole.
  Gathering divided(std::size_t parts) {
    if (parts == 1) {
      leave(unit_);
      return std::move(all_);
    }
    all_.parents_.emplace(id_, unit_.parent);
    for (std::size_t i = 0; i < parts; ++i) leave(part_of(unit_, id_, i, {}));
    all_.divide_budget(unit_.executions, unit_.seconds);
    return std::move(all_);
  }

 private:
  void work() {
    const auto stopped_with = [this](auto make) {
      const StopScope scope(how_.stop);
      return make();
    };
    std::unique_ptr<const Target> target = stopped_with([this] { return load_target(unit_.task); });
    all_.found_->harvest.add(target->remarks());
    if (!unit_.task.settings.contains("facts")) all_.learn(target->learned());
    if (all_.outdated()) throw Learned("the program");
    for (unsigned times = 0;; ++times) {
      std::unique_ptr<const Target> next;
      try {
        run(*target);
        all_.learn(target->learned());
        return;
      } catch (const ModelStuck& e) {
        // What is left of a tree is no use where graphs are built in another way.
        next = unit_.work.empty() ? target->instead(e) : nullptr;
        if (!next) throw WorkError(fmt::format("{}: {}", unit_.task.program.file, e.what()));
        all_.task_.building = next->building().kind;
      } catch (const Learned&) {
        next = stopped_with([&] { return target->anew(); });
        if (!next || times > kMostAnew) throw;
        all_.learn(next->learned());
        if (all_.outdated()) throw;
      }
      target = std::move(next);
    }
  }

  void run(const Target& target) {
    const CampaignOptions options = options_for(unit_, how_);
    Campaign campaign(target, options);
    if (const std::string reason = campaign.cannot_save(); !reason.empty()) throw WorkError(reason);
    if (!unit_.work.empty()) {
      campaign.load_work(store::Document::cbor_view(unit_.work, "the unit's work", kDocumentLimits).root());
    }
    campaign.run();
    store::Writer out = store::Writer::cbor();
    campaign.save_found(out);
    const std::string found = out.finish();
    all_.found_->load(store::Document::cbor_view(found, "what was found", kDocumentLimits).root());
    if (campaign.cut_short()) return;  // what else could be drawn at random is no loss
    Unit whole = unit_;
    whole.task.building = all_.task_.building;
    std::size_t number = 0;
    for (std::string& work : campaign.split(how_.parts)) leave(part_of(whole, id_, number++, std::move(work)));
  }

  void leave(const Unit& unit) {
    const UnitId id = id_of(unit);
    all_.given_.insert(id);
    all_.left_.emplace(id, to_bytes(unit));
  }

  const Unit& unit_;
  const WorkOptions how_;
  const UnitId id_ = id_of(unit_);
  Gathering all_;
};

Gathering work(const Unit& unit, const WorkOptions& options) { return Work(unit, options).done(); }

Gathering whole_work(const Unit& whole, const WorkOptions& options) {
  const bool tree = explores_tree(whole.task.options.fuzz.strategy);
  const auto parts = static_cast<std::size_t>(std::min<std::uint64_t>(options.parts, whole.executions));
  return Work(whole, options).divided(tree ? 1 : std::max<std::size_t>(parts, 1));
}

Gathering split(const Unit& whole, const WorkOptions& options) {
  if (!explores_tree(whole.task.options.fuzz.strategy)) return whole_work(whole, options);
  Unit first = whole;
  first.executions = std::min<std::uint64_t>(whole.executions, kExecutionsPerPart * options.parts);
  Gathering all = work(first, options);
  const bool unlimited = whole.executions == std::numeric_limits<std::uint64_t>::max();
  all.divide_budget(unlimited ? whole.executions : whole.executions - std::min(whole.executions, all.executions()),
                    whole.seconds);
  return all;
}

}  // namespace graphfuzz
