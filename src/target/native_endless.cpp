#include "target/native_endless.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/schedulers.hpp"
#include "graphfuzz/frontend/native/native_program.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "target/model_building.hpp"

namespace graphfuzz {
namespace {

constexpr std::chrono::milliseconds kMostTimeForEnd{10'000};
constexpr unsigned kMostTimesLearned = 100;

/// Lets a thread go on for as long as it can.
class OneAfterTheOther final : public Scheduler {
 public:
  std::size_t choose(const Builder&, std::span<const ThreadId> threads) override {
    return static_cast<std::size_t>(std::min_element(threads.begin(), threads.end()) - threads.begin());
  }
};

/// The thread's last event that has a place in the source, as "P1 at file:line"; empty if there is none.
std::string whereabouts(const Executor& executor, ThreadId thread) {
  constexpr Slot kFar = 16;  // that event is among so many
  const ExecutionGraph& graph = executor.graph();
  const auto events = static_cast<Slot>(graph.thread_size(thread));
  for (Slot back = 1; back <= std::min(events, kFar); ++back) {
    const Stack stack = executor.event_stack({thread, events - back});
    if (!stack.frames.empty()) return fmt::format("P{} at {}", thread, to_text(stack.frames.front()));
  }
  return {};
}

Finding remark_on(const Executor& executor) {
  std::vector<std::string> who;
  for (ThreadId t = 0; t < executor.graph().threads(); ++t) {
    if (executor.graph().thread_size(t) < native::Knowledge::kMostEvents) continue;
    if (std::string where = whereabouts(executor, t); !where.empty()) who.push_back(std::move(where));
  }
  const std::string round = who.empty()
                                ? "a thread goes round"
                                : fmt::format("{} {} round", fmt::join(who, ", "), who.size() == 1 ? "goes" : "go");
  return make_remark("endless", fmt::format("no execution comes to its end: {} in a loop for ever. Every loop is "
                                            "followed {} times in a row; another number with --unroll",
                                            round, kEndlessUnroll));
}

}  // namespace

std::optional<Finding> endless_loops(native::Knowledge& knowledge) {
  const std::unique_ptr<MemoryModel> model = building_for("sc").make();
  Random random(1);
  WalkScheduler walk(random);
  OneAfterTheOther alone;  // of threads that assume what others make untrue
  try {
    const StopScope scope(nullptr, nullptr, StopScope::Clock::now() + kMostTimeForEnd);
    for (unsigned times = 0; times < kMostTimesLearned; ++times) {
      try {
        const native::NativeProgram program(knowledge);
        Executor executor(program, *model);
        Ending ending = executor.interleave(walk, random);
        // Whoever waits for a plain write ends only where that is known to race. Throws Learned if one is new.
        if (knowledge.wants_races()) executor.watched_races();
        if (ending == Ending::blocked) ending = executor.interleave(alone, random);
        if (ending != Ending::truncated) return std::nullopt;
        return remark_on(executor);
      } catch (const Learned&) {
        knowledge.forget();
      }
    }
  } catch (const Stopped&) {
    stop_point();  // somebody else's order?
  }
  return std::nullopt;
}

}  // namespace graphfuzz
