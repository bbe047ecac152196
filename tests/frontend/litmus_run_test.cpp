// What a Run takes back it brings back whole: random programs are driven through random sequences of calls, and after
// each of them the run is compared with a fresh one that did only what was not taken back.
#include <gtest/gtest.h>

#include <memory>

#include "graphfuzz/graph/execution_graph.hpp"
#include "support/property.hpp"
#include "support/random_litmus.hpp"

namespace graphfuzz::testing {
namespace {

struct Answer {
  Value value = 0;
  bool succeeded = false;
};
using History = std::vector<std::vector<Answer>>;  // by thread

bool asks(const Request& request) { return request.kind < RequestKind::failure; }
bool may_read(const Request& request) {
  return request.kind == RequestKind::read || request.kind >= RequestKind::update;
}

std::string describe(const Request& r) {
  std::string text = "kind " + std::to_string(static_cast<int>(r.kind));
  const auto field = [&](const char* name, auto value) {
    text += std::string(" ") + name + " " + std::to_string(value);
  };
  field("order", static_cast<int>(r.order));
  field("failure_order", static_cast<int>(r.failure_order));
  field("operation", static_cast<int>(r.operation));
  field("bits", static_cast<int>(r.bits));
  field("is_signed", static_cast<int>(r.is_signed));
  field("weak", static_cast<int>(r.weak));
  field("awaits", static_cast<int>(r.awaits));
  field("lock", static_cast<int>(r.lock));
  field("location", r.location);
  field("operand", r.operand);
  field("expected", r.expected);
  field("wait_begin", r.wait_begin);
  return text;
}

/// All that can be seen of a run without changing it.
std::string observe(const Program& program, const Run& run, const std::vector<Value>& pool) {
  std::string text;
  bool finished = true;
  for (ThreadId t = 0; t < program.threads(); ++t) {
    const Request& request = run.pending(t);
    text += "P" + std::to_string(t) + ": " + describe(request);
    finished &= request.kind == RequestKind::finished;
    if (asks(request) && may_read(request)) {
      text += " accepts";
      for (const Value value : pool) {
        for (const bool succeeded : {false, true}) text += run.accepts(t, value, succeeded) ? " yes" : " no";
      }
    }
    text += " depends on";
    for (const Dependency& d : run.dependencies(t)) {
      text += " " + std::to_string(static_cast<int>(d.kind)) + (d.tested ? "t" : "") + std::to_string(d.read);
    }
    text += "\n";
  }
  if (finished) {
    std::vector<Value> state(program.state_size());
    run.observe(ExecutionGraph(program.threads(), program.initial_values()), state);
    text += program.describe(state);
  }
  return text;
}

/// Drives a run, and remembers what is left of what it did.
class Driver {
 public:
  Driver(const Program& program, Random& random)
      : program_(program), random_(random), run_(program.start()), done_(program.threads()), saved_(program.threads()) {
    for (const Value value : {0, 1, 2, 3}) pool_.push_back(value);
    for (Location x = 0; x < program.locations().size(); ++x) pool_.push_back(address_of(x));
  }

  void do_something() {
    const auto t = static_cast<ThreadId>(random_.below(program_.threads()));
    const Request& request = run_->pending(t);
    switch (random_.below(12)) {
      case 0:
        run_->reset();
        for (std::vector<Answer>& thread : done_) thread.clear();
        calls_ += " reset";
        break;
      case 1:
        run_->save();
        saved_ = done_;
        calls_ += " save";
        break;
      case 2:
        run_->restore();
        done_ = saved_;
        calls_ += " restore";
        break;
      case 3:
        if (random_.below(4) > 0) break;
        tracks_ = random_.below(2) == 0;
        run_->track_dependencies(tracks_);
        for (std::vector<Answer>& thread : done_) thread.clear();
        saved_ = done_;
        calls_ += " track" + std::to_string(tracks_);
        break;
      case 4:
      case 5:
        restart(t);
        break;
      case 6:
      case 7:
        if (!asks(request) || !request.awaits || request.lock) break;
        rewind(t);
        calls_ += " rewind" + std::to_string(t);
        break;
      default:
        for (std::uint32_t steps = 1 + random_.below(3); steps > 0; --steps) go_on(t);
    }
  }

  /// A fresh run must look the same, and go on doing so.
  void check() {
    const std::unique_ptr<Run> fresh = program_.start();
    if (tracks_) fresh->track_dependencies(true);
    replay(*fresh);
    compare(*fresh);
  }

  void check_future() {
    const std::unique_ptr<Run> fresh = program_.start();
    if (tracks_) fresh->track_dependencies(true);
    replay(*fresh);
    for (int step = 0; step < 12; ++step) {
      const auto t = static_cast<ThreadId>(random_.below(program_.threads()));
      const Request& request = run_->pending(t);
      if (asks(request) && request.awaits && !request.lock && random_.below(3) == 0) {
        rewind(t);
        fresh->rewind(t);
      } else if (go_on(t)) {
        fresh->resume(t, done_[t].back().value, done_[t].back().succeeded);
      }
      compare(*fresh);
    }
  }

  std::size_t taken_back() const { return taken_back_; }

 private:
  bool go_on(ThreadId t) {
    const Request& request = run_->pending(t);
    if (!asks(request)) return false;
    Answer answer{pool_[random_.below(random_.below(3) == 0 ? pool_.size() : 3)], request.kind != RequestKind::read};
    if (request.kind == RequestKind::compare_exchange) {
      if (random_.below(2) == 0) answer.value = request.expected;
      answer.succeeded = answer.value == request.expected && !(request.weak && random_.below(2) == 0);
    }
    if (request.lock) answer = {0, true};
    // What is not accepted is not to be read, but for looking what would happen.
    if (request.awaits && !run_->accepts(t, answer.value, answer.succeeded) && random_.below(4) > 0) return false;
    run_->resume(t, answer.value, answer.succeeded);
    done_[t].push_back(answer);
    calls_ += " resume" + std::to_string(t) + "(" + std::to_string(answer.value) + ")";
    return true;
  }

  void rewind(ThreadId t) {
    taken_back_ += done_[t].size() - run_->pending(t).wait_begin;
    done_[t].resize(run_->pending(t).wait_begin);
    run_->rewind(t);
  }

  void restart(ThreadId t) {
    RC_ASSERT(run_->restart(t));
    std::vector<Answer>& done = done_[t];
    taken_back_ += done.size();
    done.resize(random_.below(done.size() + 1));
    calls_ += " restart" + std::to_string(t) + "+" + std::to_string(done.size());
    for (const Answer& answer : done) run_->resume(t, answer.value, answer.succeeded);
  }

  void replay(Run& fresh) const {
    for (ThreadId t = 0; t < program_.threads(); ++t) {
      for (const Answer& answer : done_[t]) fresh.resume(t, answer.value, answer.succeeded);
    }
  }

  void compare(const Run& fresh) const {
    const std::string expected = observe(program_, fresh, pool_);
    const std::string found = observe(program_, *run_, pool_);
    if (expected != found) RC_FAIL("after" + calls_ + "\na fresh run:\n" + expected + "this run:\n" + found);
  }

  const Program& program_;
  Random& random_;
  std::unique_ptr<Run> run_;
  std::vector<Value> pool_;
  History done_;
  History saved_;
  bool tracks_ = false;
  std::string calls_;
  std::size_t taken_back_ = 0;
};

TEST(LitmusRun, BringsBackAllThatItTakesBack) {
  std::size_t taken_back = 0;
  check_property(400, [&] {
    const LitmusTest test = *any_litmus();
    const std::shared_ptr<const Program> program = parse(test);
    // Always the same calls for a program, so that it can be made smaller.
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random(seed);
      Driver driver(*program, random);
      for (int call = 0; call < 30; ++call) {
        driver.do_something();
        driver.check();
      }
      driver.check_future();
      taken_back += driver.taken_back();
    }
  });
  EXPECT_GT(taken_back, seen_here(1000U));
}

}  // namespace
}  // namespace graphfuzz::testing
