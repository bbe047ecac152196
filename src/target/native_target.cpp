#include "graphfuzz/target/native_target.hpp"

#include <chrono>
#include <utility>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "target/model_building.hpp"

namespace graphfuzz {
namespace {

// So many executions in a row are to teach nothing, …
constexpr unsigned kQuiet = 100;
// … but of programs that always have something new, so many are enough.
constexpr unsigned kMost = 2'000;
// Where executions take long, there are fewer: searches go on to learn.
constexpr std::chrono::milliseconds kMostTime{500};
// Programs that change that often are not understood.
constexpr unsigned kMostTimes = 1'000;

class NativeSearches final : public Searches {
 public:
  explicit NativeSearches(std::unique_ptr<Searches> searches) : searches_(std::move(searches)) {}
  std::unique_ptr<Search> make(unsigned worker) override { return searches_->make(worker); }
  std::string cannot_save() const override { return "what is learned of a native program stays in its process"; }

 private:
  std::unique_ptr<Searches> searches_;
};

}  // namespace

NativeTarget::NativeTarget(native::Machine& machine, const std::string& model, const NativeOptions& options,
                           bool liveness, Settings settings)
    : NativeTarget(std::make_shared<native::Knowledge>(machine, options.plain), model, options, liveness,
                   std::move(settings)) {}

NativeTarget::NativeTarget(std::shared_ptr<native::Knowledge> knowledge, const std::string& model,
                           const NativeOptions& options, bool liveness, Settings settings)
    : knowledge_(std::move(knowledge)),
      model_(model),
      options_(options),
      liveness_(liveness),
      settings_(std::move(settings)) {
  knowledge_->machine().use(knowledge_->cells());
  knowledge_->strict = false;
  learn();
  target_ = std::make_unique<MemoryTarget>(std::make_shared<native::NativeProgram>(*knowledge_), model_, settings_);
  target_->look_for_spins(liveness_);
  target_->report_waits(true);
}

std::unique_ptr<const Target> NativeTarget::anew() const {
  return std::unique_ptr<const Target>(new NativeTarget(knowledge_, model_, options_, liveness_, settings_));
}

void NativeTarget::learn() {
  try {
    const StopScope scope(nullptr, nullptr, StopScope::Clock::now() + kMostTime);
    run_at_random();
  } catch (const Stopped&) {
    knowledge_->machine_user = nullptr;
    stop_point();  // of whoever else wants to stop
  }
}

void NativeTarget::run_at_random() {
  const std::unique_ptr<MemoryModel> model = building_for(model_).make();
  Random random(1);
  RandomStrategy strategy(random);
  unsigned quiet = 0;
  unsigned executions = 0;
  for (unsigned times = 0; quiet < kQuiet && executions < kMost; ++times) {
    if (times > kMostTimes) throw Unsupported("the program has something new to tell all the time");
    try {
      const native::NativeProgram program(*knowledge_);
      Executor executor(program, *model);
      const std::uint64_t version = knowledge_->version();
      for (; quiet < kQuiet && executions < kMost && version == knowledge_->version(); ++quiet, ++executions) {
        stop_point();
        executor.run({}, strategy);
      }
      if (version != knowledge_->version()) quiet = 0;
    } catch (const Learned&) {
      knowledge_->forget();
      quiet = 0;
    }
  }
}

std::unique_ptr<Searches> NativeTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  if (options.workers > 1) throw std::invalid_argument("native programs have one worker: -j 1");
  knowledge_->strict = explores_tree(options.fuzz.strategy);
  return std::make_unique<NativeSearches>(target_->searches(options, counts));
}

}  // namespace graphfuzz
