#include "graphfuzz/target/native_target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/target/load.hpp"
#include "target/model_building.hpp"
#include "target/native_endless.hpp"
#include "target/native_races.hpp"

namespace graphfuzz {
namespace {

// That memory which does not race need not be events is true where races are known to be found. What a race is a user's
// model tells of events alone.
native::PlainOptions plain_options(const NativeOptions& options, const std::string& model_name) {
  native::PlainOptions plain = options.plain;
  const std::unique_ptr<MemoryModel> model = building_for(model_name).make();
  const bool is_ours = model->cat() == nullptr;
  if (!is_ours && model->detects_races() && !plain.plain) plain.plain = MemoryOrder::non_atomic;
  plain.racing &= model->is_sequential() || (is_ours && model->knows_happens_before());
  return plain;
}

// So many executions in a row are to teach nothing, …
constexpr unsigned kQuiet = 100;
constexpr std::uint32_t kMostLearnedFrom = 2'000;  // events of a thread in one of them
// … but of programs that always have something new, so many are enough.
constexpr unsigned kMost = 2'000;
// Where executions take long, there are fewer: searches go on to learn.
constexpr std::chrono::milliseconds kMostTime{1'000};
// A program that goes by the time or by where things are in memory shows it early, or else when others come by.
constexpr unsigned kRunTwice = 8;
// Programs that change that often are not understood.
constexpr unsigned kMostTimes = 1'000;
constexpr const char* kAlwaysNew = "the program has something new to tell all the time";

// What was learned last in this process, and as which facts others know that. It is not freed at the end, which may
// take a second after the time that there was.
std::shared_ptr<native::Knowledge>& last = *new std::shared_ptr<native::Knowledge>;
std::string last_facts;
std::vector<Finding> last_remarks;  // by who has found that out

// What only the process has that runs it.
class AbsentProgram final : public Program {
 public:
  explicit AbsentProgram(const std::string& file) : name_(file.substr(file.rfind('/') + 1)) {}
  std::string_view name() const override { return name_; }
  unsigned threads() const override { return 1; }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  [[noreturn]] std::unique_ptr<Run> start() const override {
    throw std::invalid_argument(name_ + ": its executions are made in a process of its own");
  }
  std::size_t state_size() const override { return 0; }
  std::string describe(std::span<const Value>) const override { return {}; }
  std::string message(std::size_t) const override { return {}; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  std::string name_;
  std::vector<LocationInfo> locations_;
};

}  // namespace

NativeTarget::NativeTarget(native::Machine& machine, const std::string& model, const NativeOptions& options,
                           bool liveness, Settings settings)
    : knowledge_(std::make_shared<native::Knowledge>(machine, plain_options(options, model), options.unroll)),
      model_(model),
      options_(options),
      liveness_(liveness),
      settings_(std::move(settings)) {
  machine.use(knowledge_->cells());
  machine.look_for(options_.checks);
  if (options_.facts.empty()) {
    live_through_races();
    learn();
    last = knowledge_;
    last_facts = knowledge_->facts().without_private_memory().to_text();
    if (options_.unroll == 0) options_.unroll = knowledge_->unroll();
    if (options.plain.plain) {
      for (Finding& race : races_of(machine, options_, settings_)) remarks_.push_back(std::move(race));
      knowledge_->machine_user = nullptr;
    }
    last_remarks = remarks_;
  } else {
    take_facts();
  }
  make_target();
}

NativeTarget::NativeTarget(std::shared_ptr<native::Knowledge> knowledge, const std::string& model,
                           const NativeOptions& options, bool liveness, Settings settings)
    : knowledge_(std::move(knowledge)),
      model_(model),
      options_(options),
      liveness_(liveness),
      settings_(std::move(settings)) {
  if (options_.facts.empty()) learn();  // or else whoever knows begins anew
  make_target();
}

// Under models that know no races, what comes of them is all that can be told of them: where there are any, plain
// accesses are to be events.
void NativeTarget::live_through_races() {
  if (!leaves_races_out()) return;
  native::Machine& machine = knowledge_->machine();
  remarks_ = races_of(machine, options_, settings_);
  if (!remarks_.empty()) {
    options_.plain.plain = MemoryOrder::relaxed;
    settings_["plain"] = "relaxed";
    knowledge_ = std::make_shared<native::Knowledge>(machine, plain_options(options_, model_), options_.unroll);
  }
  knowledge_->machine_user = nullptr;
  machine.use(knowledge_->cells());
}

bool NativeTarget::leaves_races_out() const {
  return !options_.plain.plain && !building_for(model_).make()->detects_races();
}

// A process works on many parts of a campaign: the same facts, and what it knows besides. What waits is told best by
// who has seen it go on (the first iteration of a loop may leave other values behind than the others), so that facts
// are first found out once more, and taken over only if there are others.
void NativeTarget::take_facts() {
  native::Machine& machine = knowledge_->machine();
  if (options_.facts == kNothingKnown) return;
  const native::Facts given = native::Facts::parse(options_.facts);
  const auto fits = [&](const native::Knowledge& knowledge) {
    const native::Facts ours = knowledge.facts();
    native::Facts all = given;
    all.add(ours);
    return all.same_executions(given) && ours.same_executions(given);
  };
  if (last && &last->machine() == &machine && last_facts == options_.facts && fits(*last)) {
    knowledge_ = last;
    remarks_ = last_remarks;
    return;
  }
  native::Facts(given).add(knowledge_->facts());  // are they of this program?
  last.reset();
  last_remarks.clear();
  if (given.found_out) learn();
  if (!given.found_out || !fits(*knowledge_)) {
    knowledge_ = std::make_shared<native::Knowledge>(machine, plain_options(options_, model_), options_.unroll);
    machine.use(knowledge_->cells());
    knowledge_->take(given);
  }
  last = knowledge_;
  last_facts = options_.facts;
}

void NativeTarget::make_target() {
  knowledge_->machine().use(knowledge_->cells());
  knowledge_->machine().count_calls(knowledge_->unroll() > 0);
  knowledge_->strict = false;
  target_ = std::make_unique<MemoryTarget>(std::make_shared<native::NativeProgram>(*knowledge_), model_, settings_);
  target_->look_for_spins(liveness_);
  target_->report_waits(true);
}

std::unique_ptr<const Target> NativeTarget::anew() const {
  if (times_ > kMostTimes) throw Unsupported(kAlwaysNew);
  knowledge_->forget();  // what was asked for then is no longer what is asked for now
  std::unique_ptr<NativeTarget> next(new NativeTarget(knowledge_, model_, options_, liveness_, settings_));
  next->remarks_ = remarks_;
  next->times_ = times_ + 1;
  return next;
}

Settings NativeTarget::settings() const {
  Settings settings = target_->settings();
  if (knowledge_->machine().is_elsewhere_the_same()) {
    settings["facts"] = knowledge_->facts().without_private_memory().to_text();
  }
  return settings;
}

std::vector<Finding> NativeTarget::remarks() const {
  std::vector<Finding> all = remarks_;
  for (const std::string& library : knowledge_->machine().unseen_libraries()) {
    all.push_back(make_remark("library",
                              library + " is not instrumented: how it accesses memory that threads share is not seen"));
  }
  const std::vector<std::string> functions = knowledge_->machine().functions_of_some_values();
  if (!functions.empty()) {
    all.push_back(make_remark(
        Finding::kSomeValues,
        fmt::format("of the values of {}, some are tried, and not all that there are: what is said of all executions "
                    "is said of these",
                    fmt::join(functions, ", "))));
  }
  const std::vector<std::string> timers = knowledge_->machine().functions_of_timers();
  if (!timers.empty()) {
    all.push_back(
        make_remark("timers", fmt::format("the time of {} never comes: what a signal would do then is not looked for",
                                          fmt::join(timers, ", "))));
  }
  return all;
}

std::vector<std::string> NativeTarget::not_looked_for() const {
  const auto is_shared = [](const native::Knowledge::Granule& granule) { return granule.shared && granule.written; };
  if (!leaves_races_out() || std::ranges::none_of(knowledge_->granules(), is_shared)) return {};
  return {"what data races lead to (--plain relaxed)"};
}

std::string NativeTarget::learned() const { return knowledge_->facts().to_text(); }

void NativeTarget::learn() {
  knowledge_->machine().use(knowledge_->cells());
  knowledge_->strict = false;
  // What comes only after so much is learned when it is there.
  knowledge_->most_events = kMostLearnedFrom;
  // Who waits for what is accessed plainly is not known to wait yet. If that is all there is, it is another matter.
  find_out_briefly();
  if (may_take_sections_for_accesses()) {
    knowledge_->take_sections_for_accesses();
    run_at_random_for_a_while();
  }
  knowledge_->found_out = true;
  knowledge_->most_events = native::Knowledge::kMostEvents;
  bound_endless_loops();
}

// What was given up early is no part of executions. If no execution has come to its end for that, it is not known what
// there is to be known.
void NativeTarget::find_out_briefly() {
  is_brief_ = true;
  {
    const ChecksScope briefly(knowledge_->machine(), with_brief_hangs(options_.checks), options_.checks);
    run_at_random_for_a_while();
  }
  is_brief_ = false;
  if (!gave_up_) return;
  knowledge_->forget();
  if (!ended_) run_at_random_for_a_while();
}

void NativeTarget::run_at_random_for_a_while() {
  try {
    const StopScope scope(nullptr, nullptr, StopScope::Clock::now() + kMostTime);
    run_at_random();
  } catch (const Stopped&) {
    stop_point();  // somebody else's order?
  }
}

// A section of one access is atomic without a lock, which makes graphs of the order in which sections come, and events
// of loops that wait. That such accesses then race matters to nobody where races are events.
bool NativeTarget::may_take_sections_for_accesses() const {
  const native::Sections sections = knowledge_->sections();
  return sections.there && !sections.several && !knowledge_->cells().sections_are_accesses &&
         knowledge_->cells().plain_order == MemoryOrder::seq_cst && building_for(model_).make()->is_sequential();
}

// What of a program is found out of executions that none comes to an end of is what it does at the beginning.
void NativeTarget::bound_endless_loops() {
  if (ended_ || knowledge_->unroll() != 0) return;
  std::optional<Finding> remark = endless_loops(*knowledge_);
  knowledge_->machine_user = nullptr;
  if (!remark) return;
  remarks_.push_back(std::move(*remark));
  knowledge_->bound_loops(kEndlessUnroll);
  learn();
}

void NativeTarget::run_at_random() {
  const std::unique_ptr<MemoryModel> model = building_for(model_).make();
  Random random(1);
  RandomStrategy strategy(random);
  unsigned quiet = 0;
  unsigned executions = 0;
  std::string last_learned;
  for (unsigned times = 0; quiet < kQuiet && executions < kMost; ++times) {
    if (times > kMostTimes) throw Unsupported(fmt::format("{}, at last that {}", kAlwaysNew, last_learned));
    try {
      const native::NativeProgram program(*knowledge_);
      Executor executor(program, *model);
      const std::uint64_t version = knowledge_->version();
      for (; quiet < kQuiet && executions < kMost && version == knowledge_->version(); ++quiet, ++executions) {
        stop_point();
        const Ending ending = executor.run({}, strategy);
        const bool given_up = is_brief_ && std::ranges::any_of(executor.failures(), [&](const Failure& failure) {
                                const std::string kind = program.failure_kind(failure.message);
                                return kind == "hang" || kind == "unsupported";  // as calls that do not return
                              });
        gave_up_ |= given_up;
        if (!given_up && (ending == Ending::complete || ending == Ending::deadlocked)) {
          ended_ = true;
          if (executor.main_left_others()) note_early_return();
        }
        // What it did is known now, so that nothing of it would be run again. What was given up early need not come
        // to the same.
        if (quiet < kRunTwice && !given_up) {
          const native::Checks now = is_brief_ ? with_brief_hangs(options_.checks) : options_.checks;
          const ChecksScope whole(knowledge_->machine(), options_.checks, now);
          note_difference(executor.run_again());
        }
        if (knowledge_->wants_races()) executor.watched_races();  // throws Learned if there is one that is new
      }
      if (version != knowledge_->version()) quiet = 0;
    } catch (const Learned& learned) {
      last_learned = learned.what();
      knowledge_->forget();
      quiet = 0;
    }
  }
}

void NativeTarget::note_difference(const std::optional<Rerun>& rerun) {
  const auto is_known = [](const Finding& remark) { return remark.kind == "unsupported"; };
  if (!rerun || rerun->differs.empty() || std::ranges::any_of(remarks_, is_known)) return;
  remarks_.push_back(make_remark(
      "unsupported",
      "the program does not do the same each time, so that there may be graphs that nobody sees: " + rerun->differs));
}

void NativeTarget::note_early_return() {
  constexpr const char* kKind = "main-returns";
  const auto is_known = [&](const Finding& remark) { return remark.kind == kKind; };
  if (std::ranges::any_of(remarks_, is_known)) return;
  remarks_.push_back(make_remark(
      kKind,
      options_.checks.main_ends
          ? "main returns while other threads may run, which ends the program: whoever waits then does not do so "
            "for ever (--after-main end)"
          : "main returns while other threads may run: these run to their ends, as if main had called pthread_exit. "
            "With --after-main end, the program ends there"));
}

Replay NativeTarget::replay(std::span<const std::string> steps) const {
  try {
    return target_->replay(steps);
  } catch (const Learned&) {
    return anew()->replay(steps);
  }
}

std::optional<Minimised> NativeTarget::minimise(std::span<const std::string> steps, std::uint64_t most,
                                                const std::optional<FindingKey>& bug, Ease ease) const {
  try {
    return target_->minimise(steps, most, bug, ease);
  } catch (const Learned&) {
    return anew()->minimise(steps, most, bug, ease);
  }
}

std::unique_ptr<Searches> NativeTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  if (options.workers > 1) {
    throw std::invalid_argument(
        "a process runs one execution of a native program at a time: expected one worker in it");
  }
  knowledge_->strict = explores_tree(options.fuzz.strategy);
  return target_->searches(options, counts);
}

AbsentNativeTarget::AbsentNativeTarget(const std::string& file, const std::string& model, Settings settings)
    : target_(std::make_unique<MemoryTarget>(std::make_shared<AbsentProgram>(file), model, std::move(settings))) {}

std::unique_ptr<Searches> AbsentNativeTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  return target_->searches(options, counts);
}

Replay AbsentNativeTarget::replay(std::span<const std::string> steps) const { return target_->replay(steps); }

}  // namespace graphfuzz
