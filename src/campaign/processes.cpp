#include "graphfuzz/campaign/processes.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "campaign/worker_process.hpp"

namespace graphfuzz {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The first units of a tree are short, so that there soon is something for everybody.
constexpr double kFirstPart = 0.2;
/// Those that begin anew, but for their prefixes, have forgotten which graphs they have seen.
constexpr double kLongPart = 10;
/// So many workers in a row may end without having done anything.
constexpr unsigned kMostInVain = 5;
/// A program may teach something so often that makes its executions others.
constexpr unsigned kMostTimes = 1'000;
/// What is left over of units that have cost a worker.
constexpr std::size_t kPartsOfTried = 8;
/// How long workers are waited for that were told to stop.
constexpr double kGrace = 1;
constexpr int kPollMilliseconds = 20;

class ProcessCrew {
 public:
  ProcessCrew(Gathering& all, const Target& target, const CampaignOptions& options, const ProcessOptions& how,
              const std::function<void(const std::string&)>& warn)
      : all_(all), target_(target), options_(options), how_(how), warn_(warn), slots_(options.workers) {
    begin();
  }

  CampaignResult run() {
    if (all_.outdated()) begin_anew();
    while (!over()) {
      for (Slot& slot : slots_) give(slot);
      if (!busy()) break;
      exchange();
      tell();
    }
    finish();
    if (how_.checkpoint) how_.checkpoint(all_);
    CampaignResult result = all_.result(target_, options_);
    result.seconds = seconds_since(start_);
    return result;
  }

 private:
  struct Job {
    UnitId id;
    std::string bytes;
    bool tried = false;
  };
  struct Slot {
    std::unique_ptr<WorkerProcess> process{};
    std::optional<Job> job{};
    std::uint64_t granted = 0;  // executions, out of those that are left
    Clock::time_point deadline{};
  };

  double time_left() const { return options_.seconds - seconds_since(start_); }
  bool over() const {
    return (options_.stop != nullptr && options_.stop->load()) || time_left() <= 0 ||
           (options_.stop_on_bug && all_.found_bugs());
  }
  bool busy() const {
    return std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.job.has_value(); });
  }

  double seconds_for_unit() const {
    const bool tree = explores_tree(options_.fuzz.strategy);
    return how_.unit_seconds * (!tree ? kLongPart : all_.units() < slots_.size() ? kFirstPart : 1);
  }

  /// What waits goes to who is idle.
  void give(Slot& slot) {
    if (slot.job || waiting_.empty() || left_ == 0) return;
    if (!slot.process) slot.process = std::make_unique<WorkerProcess>(how_.command);
    slot.job = std::move(waiting_.front());
    waiting_.pop_front();
    slot.granted = std::max<std::uint64_t>(left_ / (2 * slots_.size()), 1);
    left_ -= slot.granted;
    Unit unit = read_unit(slot.job->bytes, "unit " + to_text(slot.job->id));
    if (!explores_tree(options_.fuzz.strategy) && !all_.learned().empty()) unit.task = all_.renewed();
    unit.executions = slot.granted;
    unit.seconds = std::min(seconds_for_unit(), time_left());
    slot.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(unit.seconds + how_.timeout_seconds));
    std::size_t parts = waiting_.size() < slots_.size() ? slots_.size() : 1;
    if (slot.job->tried) {
      // So that no more is lost than what begins with an execution that ends the process.
      unit.executions = 1;
      parts = std::max(parts, kPartsOfTried);
    }
    slot.process->send({static_cast<std::uint32_t>(parts), to_bytes(unit)});
  }

  void exchange() {
    std::vector<pollfd> descriptors;
    for (const Slot& slot : slots_) {
      if (slot.process) descriptors.push_back({slot.process->descriptor(), slot.process->events(), 0});
    }
    ::poll(descriptors.data(), descriptors.size(), kPollMilliseconds);
    for (Slot& slot : slots_) {
      if (slot.process) look_at(slot);
    }
  }

  void look_at(Slot& slot) {
    const bool alive = slot.process->exchange();
    if (const std::optional<Message> answer = slot.process->receive()) take(slot, *answer);
    if (!alive) {
      give_up(slot, slot.process->ending());
    } else if (slot.job && Clock::now() > slot.deadline) {
      give_up(slot, fmt::format("did not answer within {:.3g} s", how_.unit_seconds + how_.timeout_seconds));
    }
  }

  void take(Slot& slot, const Message& answer) {
    if (!slot.job) throw std::runtime_error("a worker answers what it was not asked");
    if (answer.code == Message::kFailure) throw WorkError(answer.bytes);
    if (answer.code != Message::kResult) throw std::runtime_error("a worker: " + answer.bytes);
    const Gathering result = Gathering::read(answer.bytes, "a worker's result");
    in_vain_ = 0;
    slot.job.reset();
    left_ += slot.granted - std::min(slot.granted, result.executions());
    if (all_.add(result) && !all_.outdated()) {
      for (const auto& [id, bytes] : result.left()) waiting_.push_back({id, bytes});
    }
    if (all_.outdated()) begin_anew();
  }

  void begin() {
    for (const auto& [id, bytes] : all_.left()) waiting_.push_back({id, bytes});
    left_ = options_.executions - std::min(options_.executions, all_.executions());
  }

  /// Other executions than those that were to be counted are what there is.
  void begin_anew() { begin_anew(all_.renewed()); }

  void begin_anew(Task task) {
    if (++times_ > kMostTimes) throw WorkError("the program has something new to tell all the time");
    for (Slot& slot : slots_) {
      if (slot.job) slot = Slot();  // nobody waits for what it works on
    }
    waiting_.clear();
    const Unit whole{std::move(task), options_.seed, options_.executions, options_.seconds, {}, {}};
    WorkOptions how;
    how.parts = slots_.size();
    how.memory = options_.memory / (slots_.size() + 1);
    how.approximate = options_.approximate;
    Gathering fresh = whole_work(whole, how);
    fresh.learn(all_.learned());
    fresh.keep_remarks(all_);
    all_ = std::move(fresh);
    begin();
  }

  /// Are workers to run the program at random first?
  bool finds_out() const {
    return target_.kind() == "native" && !all_.task().settings.contains("facts") && all_.learned().empty();
  }

  /// The process is of no use any more.
  void give_up(Slot& slot, const std::string& why) {
    slot.process.reset();
    if (finishing_) {  // told to stop, perhaps before it could hear: its unit is left over, not lost
      slot.job.reset();
      return;
    }
    if (++in_vain_ > kMostInVain * slots_.size()) throw WorkError("workers do not work: the last one " + why);
    if (!slot.job) return;
    left_ += slot.granted;
    if (slot.job->tried && finds_out()) {
      // Somewhere in it the process ends: what is to be known of the program is learned from the parts that go well.
      Task task = all_.task();
      task.settings["facts"] = kNothingKnown;
      return begin_anew(std::move(task));
    }
    if (slot.job->tried) {
      const std::string reason = fmt::format("the worker of unit {} {}, twice", to_text(slot.job->id), why);
      all_.lose(reason);
      warn_(reason);
    } else {
      warn_(fmt::format("the worker of unit {} {}; another one tries it", to_text(slot.job->id), why));
      slot.job->tried = true;
      waiting_.push_front(*std::move(slot.job));
    }
    slot.job.reset();
  }

  void tell() {
    const double now = seconds_since(start_);
    if (options_.progress && now - told_ > 0.2) {
      told_ = now;
      options_.progress(all_.progress(now));
    }
    if (how_.checkpoint && now - checkpoint_ > how_.checkpoint_seconds) {
      how_.checkpoint(all_);
      checkpoint_ = seconds_since(start_);
    }
  }

  /// What is known when time is up, or somebody says stop, is not to be lost.
  void finish() {
    const auto ask = [this] {
      for (const Slot& slot : slots_) {
        if (slot.job && slot.process) slot.process->interrupt();
      }
    };
    finishing_ = true;
    if (busy()) ask();
    const Clock::time_point start = Clock::now();
    left_ = 0;
    while (busy() && seconds_since(start) < kGrace) exchange();
  }

  Gathering& all_;
  const Target& target_;
  const CampaignOptions& options_;
  const ProcessOptions& how_;
  const std::function<void(const std::string&)>& warn_;
  std::vector<Slot> slots_;
  std::deque<Job> waiting_;
  std::uint64_t left_ = 0;  // executions that nobody has been told to run
  unsigned in_vain_ = 0;
  bool finishing_ = false;
  unsigned times_ = 0;  // that all was begun anew
  const Clock::time_point start_ = Clock::now();
  double told_ = 0;
  double checkpoint_ = 0;
};

}  // namespace

CampaignResult run_in_processes(Gathering& all, const Target& target, const CampaignOptions& options,
                                const ProcessOptions& processes, const std::function<void(const std::string&)>& warn) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  return ProcessCrew(all, target, options, processes, warn).run();
}

}  // namespace graphfuzz
