#include "runtime/forked_machine.hpp"

#include <fmt/format.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/image.hpp"
#include "runtime/request.hpp"
#include "runtime/run_process.hpp"

namespace graphfuzz::runtime {
namespace {

class ForkedMachine final : public native::Machine {
 public:
  explicit ForkedMachine(native::Machine& here) : here_(here) {}

  void set_arguments(const std::vector<std::string>& arguments) override { here_.set_arguments(arguments); }
  void use(const native::CellTable& cells) override {
    cells_ = &cells;
    told_cells_ = kNone;
  }

  void reset() override {
    steps_.clear();
    dead_.clear();
    places_.clear();
    start();
  }
  const Arrival& begin(ThreadId thread) override { return go({thread, true, 0, false}); }
  const Arrival& resume(ThreadId thread, Value value, bool succeeded) override {
    return go({thread, false, value, succeeded});
  }

  std::string output() const override {
    Message question = new_question(), answer;
    question.add(Ask::output);
    return ask(question, answer) ? answer.take<std::string>() : std::string();
  }
  Value initial(Address granule) const override {
    if (is_restored(granule)) return here_.initial(granule);
    Message question = new_question(), answer;
    question.add(Ask::initial).add(granule);
    return ask(question, answer) ? answer.take<Value>() : 0;
  }
  std::string message(std::size_t number) const override { return here_.message(number); }
  std::size_t message_number(const std::string& text) override { return here_.message_number(text); }
  void explain(std::size_t number, std::vector<native::CallStack> stacks) override {
    here_.explain(number, std::move(stacks));
  }
  std::vector<native::CallStack> explanation(std::size_t number) const override { return here_.explanation(number); }
  std::vector<Address> calls(std::uint32_t number) const override { return here_.calls(number); }
  std::optional<ThreadId> stack_owner(Address data) const override { return here_.stack_owner(data); }
  std::optional<ThreadId> heap_owner(Address data) const override { return here_.heap_owner(data); }
  void count_calls(bool on) override { here_.count_calls(on); }
  void look_for(const native::Checks& wanted) override { here_.look_for(wanted); }
  std::vector<std::string> outcomes() const override { return here_.outcomes(); }
  std::size_t outcome_number(const std::string& name) override { return here_.outcome_number(name); }
  std::uint64_t layout() const override { return here_.layout(); }
  std::vector<std::string> functions_of_some_values() const override { return here_.functions_of_some_values(); }
  std::vector<std::string> functions_of_timers() const override { return here_.functions_of_timers(); }
  bool is_elsewhere_the_same() const override { return here_.is_elsewhere_the_same(); }
  bool is_memory(Address address) const override { return here_.is_memory(address); }
  Place place(Address code) const override { return here_.place(code); }
  // Blocks of the heap are known where they were allocated.
  std::string name(Address data) const override {
    Message question = new_question(), answer;
    question.add(Ask::name).add(data);
    return ask(question, answer) ? answer.take<std::string>() : here_.name(data);
  }
  std::optional<bool> is_signed(Address data, std::size_t size) const override { return here_.is_signed(data, size); }
  std::string block_name(Address data) const override {
    Message question = new_question(), answer;
    question.add(Ask::block_name).add(data);
    return ask(question, answer) ? answer.take<std::string>() : std::string();
  }
  std::string program() const override { return here_.program(); }
  std::vector<std::string> unseen_libraries() const override { return here_.unseen_libraries(); }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Step {
    ThreadId thread;
    bool begins;
    Value value;
    bool succeeded;
  };

  native::Machine& here_;
  const native::CellTable* cells_ = nullptr;
  mutable std::size_t told_cells_ = kNone;  // how many there were when the process was told
  std::unique_ptr<RunServer> server_;
  std::unique_ptr<RunProcess> process_;
  std::vector<Step> steps_;      // of this run
  std::set<ThreadId> dead_;      // that ended the process
  std::vector<Address> places_;  // by thread, of its last request
  Arrival arrival_;

  void start() {
    if (!server_) server_ = std::make_unique<RunServer>(here_);
    process_.reset();
    process_ = server_->start();
    told_cells_ = kNone;
  }

  // Cells are added, and others removed only if some are added.
  Message new_question() const {
    Message question;
    if (cells_ != nullptr && cells_->revision() != told_cells_) {
      add_cells(question, *cells_);
      told_cells_ = cells_->revision();
    } else {
      question.add(false);
    }
    return question;
  }

  bool ask(const Message& question, Message& answer) const {
    return process_ != nullptr && process_->ask(question, answer);
  }

  bool take(const Step& step) {
    Message question = new_question(), answer;
    question.add(step.begins ? Ask::begin : Ask::resume).add(step.thread);
    if (!step.begins) question.add(step.value).add(step.succeeded);
    if (!ask(question, answer)) return false;
    take_arrival(answer, arrival_);
    if (places_.size() <= step.thread) places_.resize(step.thread + std::size_t{1});
    if (arrival_.place != 0) places_[step.thread] = arrival_.place;
    return true;
  }

  const Arrival& go(const Step& step) {
    if (dead_.contains(step.thread)) {
      arrival_ = {};
      arrival_.request.kind = RequestKind::finished;
      return arrival_;
    }
    if (take(step)) {
      steps_.push_back(step);
      return arrival_;
    }
    return die(step);
  }

  // The thread has failed, and the others go on in a process in which it has stopped before.
  const Arrival& die(const Step& step) {
    const std::string what = how_it_ended();
    start();
    for (const Step& earlier : steps_) {
      if (!take(earlier)) throw Unsupported("--fork: the program does not do the same each time: " + what);
    }
    dead_.insert(step.thread);
    const Address place = step.thread < places_.size() ? places_[step.thread] : 0;
    arrival_ = {};
    arrival_.place = place;
    arrival_.request.kind = RequestKind::failure;
    arrival_.request.operand = static_cast<Value>(here_.message_number(message_at(place, what)));
    return arrival_;
  }

  std::string how_it_ended() {
    const int status = server_->end(*process_);
    if (status == RunServer::kDidNotEnd) {
      return "unsupported: the process does not answer any more, after this: a system call may have closed its files";
    }
    if (WIFEXITED(status)) return fmt::format("exit: the process ended with code {}, after this", WEXITSTATUS(status));
    if (!WIFSIGNALED(status)) return "signal: the process ended after this";
    const char* const name = ::sigabbrev_np(WTERMSIG(status));
    return fmt::format("signal: SIG{}, which ended the process, after this", name == nullptr ? "?" : name);
  }
};

}  // namespace

native::Machine& forked_machine(native::Machine& machine) {
  static ForkedMachine forked(machine);
  return forked;
}

}  // namespace graphfuzz::runtime
