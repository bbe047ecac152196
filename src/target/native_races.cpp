#include "target/native_races.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>

#include <boost/unordered/unordered_flat_map.hpp>

#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

constexpr unsigned kRaceExecutions = 300;
constexpr std::uint64_t kRaceEvents = 20'000;        // of all executions …
constexpr std::uint32_t kRaceEventsOfThread = 1000;  // … and of a thread in one of them
// Of a program that waits for plain accesses of others, executions in which nobody hears of these take long.
constexpr unsigned kMostEndless = 2;
constexpr unsigned kMostRaceTimes = 100;
// Of a thousand places in the code that race with a thousand others there are a million to be told of.
constexpr std::chrono::seconds kMostRaceTime{5};

class Races {
 public:
  // Goes on until enough is done, or something is learned.
  void look(const MemoryTarget& target) {
    FuzzOptions how;
    how.strategy = StrategyKind::random;
    GraphCounts counts;
    const std::unique_ptr<Searches> searches = target.searches({how, Identity::graph, 1, 1}, counts);
    const std::unique_ptr<Search> search = searches->make(0);
    while (executions_ < kRaceExecutions && events_ < kRaceEvents && endless_ < kMostEndless) {
      stop_point();
      ++executions_;
      const bool shows = search->step().shows;
      events_ += search->graph().size();
      if (shows) take_down(*search);
    }
  }

  std::vector<Finding> found() { return std::move(found_); }
  /// Has it ended since threads went on and on?
  bool was_endless() const { return endless_ >= kMostEndless; }

 private:
  void take_down(Search& search) {
    const std::span<const FindingKey> keys = search.findings();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      stop_point();
      const auto [seen, is_new] = hangs_.try_emplace(keys[i], false);
      if (!is_new) {
        if (seen->second) ++endless_;
        continue;
      }
      Finding finding = search.finding(i);
      seen->second = finding.kind == "hang";
      if (seen->second) ++endless_;
      if (finding.kind != "race") continue;
      // Which threads they were of, and which element of an array, does not matter to a person.
      std::vector<std::string> places;
      for (const Place& place : finding.places) places.push_back(to_text(place));
      if (places.size() < 2) places = {finding.message};
      std::sort(places.begin(), places.end());
      if (!told_.insert(std::move(places)).second) continue;
      finding.remark = true;
      finding.undefined = false;
      found_.push_back(std::move(finding));
    }
  }

  unsigned executions_ = 0;
  std::uint64_t events_ = 0;
  unsigned endless_ = 0;
  // What was seen, and whether it is one. There may be a race for each two of many threads.
  boost::unordered_flat_map<FindingKey, bool, std::hash<FindingKey>> hangs_;
  std::set<std::vector<std::string>> told_;
  std::vector<Finding> found_;
};

std::vector<Finding> races_seen(native::Machine& machine, const NativeOptions& options, const Settings& settings,
                                bool& was_endless) {
  native::PlainOptions watching = options.plain;
  watching.plain.reset();
  native::Knowledge knowledge(machine, watching, options.unroll);
  knowledge.most_events = kRaceEventsOfThread;
  machine.use(knowledge.cells());
  Races races;
  try {
    const StopScope scope(nullptr, nullptr, StopScope::Clock::now() + kMostRaceTime);
    for (unsigned times = 0; times < kMostRaceTimes; ++times) {
      try {
        races.look(MemoryTarget(std::make_shared<native::NativeProgram>(knowledge), "rc11", settings));
        break;
      } catch (const Learned&) {
        knowledge.forget();
      }
    }
  } catch (const Stopped&) {
    stop_point();  // somebody else's order?
  }
  was_endless = races.was_endless();
  return races.found();
}

}  // namespace

native::Checks with_brief_hangs(native::Checks checks) {
  constexpr std::chrono::milliseconds kBrief{100};
  checks.hang_after = std::min(checks.hang_after, kBrief);
  checks.brief = true;
  return checks;
}

// Of a program that waits for plain accesses of others, executions in which nobody hears of these take long; of one
// that computes for long, all do.
std::vector<Finding> races_of(native::Machine& machine, const NativeOptions& options, const Settings& settings) {
  bool was_endless = false;
  std::vector<Finding> found;
  {
    const ChecksScope briefly(machine, with_brief_hangs(options.checks), options.checks);
    found = races_seen(machine, options, settings, was_endless);
  }
  return found.empty() && was_endless ? races_seen(machine, options, settings, was_endless) : found;
}

}  // namespace graphfuzz
