// A Machine whose threads are short scripts, in process: native programs without a compiler. The same scripts are
// litmus tests, so that one can be held to the other.
#pragma once

#include <rapidcheck.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/program/numbering.hpp"

namespace graphfuzz::testing {

/// What a thread does. It has one register, which gets what is read.
struct ScriptStep {
  enum class Kind : std::uint8_t {
    read,
    write,  ///< `value`, or the register + `value`
    add,
    exchange,
    compare_exchange,  ///< from 0
    fence,
    plain_read,  ///< of `d`, which is a location only if plain accesses are to be events
    plain_write,
    mixed_read,   ///< plainly, of an atomic location
    skip,         ///< the next step, unless the register is `value`
    wait,         ///< until `location` is `value`
    wait_either,  ///< until one of both locations is
    lock,         ///< compare-exchange from 0 to 1, until that succeeds
  };
  Kind kind = Kind::read;
  MemoryOrder order = MemoryOrder::relaxed;
  unsigned location = 0;
  Value value = 1;
  bool dependent = false;
};
using Script = std::vector<ScriptStep>;
using Scripts = std::vector<Script>;

inline std::string script_order(MemoryOrder order) {
  constexpr const char* kNames[] = {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return std::string("memory_order_") + kNames[static_cast<int>(order)];
}

/// As a statement of a litmus test.
inline std::string script_statement(const ScriptStep& s) {
  using enum ScriptStep::Kind;
  const std::string at = s.location == 0 ? "x" : "y";
  const std::string order = ", " + script_order(s.order) + ")";
  const std::string value = (s.dependent ? "r0 + " : "") + std::to_string(s.value);
  const auto load = [&](const std::string& from) { return "atomic_load_explicit(" + from + order; };
  switch (s.kind) {
    case read:
      return "r0 = " + load(at) + ";";
    case write:
      return "atomic_store_explicit(" + at + ", " + value + order + ";";
    case add:
      return "r0 = atomic_fetch_add_explicit(" + at + ", " + value + order + ";";
    case exchange:
      return "r0 = atomic_exchange_explicit(" + at + ", " + value + order + ";";
    case compare_exchange:
      return "{ e = 0; atomic_compare_exchange_strong_explicit(" + at + ", &e, " + value + ", " +
             script_order(s.order) + ", memory_order_relaxed); r0 = e; }";
    case fence:
      return "atomic_thread_fence(" + script_order(s.order) + ");";
    case plain_read:
      return "r0 = *d;";
    case plain_write:
      return "*d = " + value + ";";
    case mixed_read:
      return "r0 = *" + at + ";";
    case skip:
      return "if (r0 == " + std::to_string(s.value) + ")";
    case wait:
      return "while ((r0 = " + load(at) + ") != " + std::to_string(s.value) + ") {}";
    case wait_either:
      return "for (;;) { if ((r0 = " + load("x") + ") == " + std::to_string(s.value) +
             ") { break; } if ((r0 = " + load("y") + ") == " + std::to_string(s.value) + ") { break; } }";
    case lock:
      return "{ e = 0; while (!atomic_compare_exchange_strong_explicit(" + at + ", &e, 1, " + script_order(s.order) +
             ", memory_order_relaxed)) { e = 0; } }";
  }
  return {};
}

inline std::string script_litmus(const Scripts& scripts) {
  std::string threads;
  std::string items;
  for (std::size_t t = 0; t < scripts.size(); ++t) {
    threads += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y, int* d) {\n  int r0 = 0;\n  int e = 0;\n";
    for (std::size_t i = 0; i < scripts[t].size(); ++i) {
      threads += "  " + script_statement(scripts[t][i]) + "\n";
      if (scripts[t][i].kind == ScriptStep::Kind::skip && i + 1 == scripts[t].size()) threads += "  {}\n";
    }
    threads += "}\n";
    items += std::to_string(t) + ":r0; ";
  }
  return "C script\n{ x=0; y=0; d=0; }\n" + threads + "locations [" + items + "]\nexists (true)\n";
}

inline std::ostream& operator<<(std::ostream& out, const ScriptStep& step) { return out << script_statement(step); }

/// Main starts the threads; each notes its register at its end.
class ScriptMachine final : public native::Machine {
 public:
  explicit ScriptMachine(Scripts scripts) : scripts_(std::move(scripts)) {}

  void use(const native::CellTable& cells) override { cells_ = &cells; }
  void reset() override {
    threads_.clear();
    plain_ = 0;
    ++resets;
  }
  const native::Arrival& begin(ThreadId thread) override {
    threads_[thread] = {};
    return thread == 0 ? start_next() : go_on(thread);
  }
  const native::Arrival& resume(ThreadId thread, Value value, bool succeeded) override {
    ++resumes;
    if (thread == 0) return start_next();
    Thread& t = threads_.at(thread);
    const ScriptStep& step = script(thread)[t.at];
    using enum ScriptStep::Kind;
    const bool reads = step.kind != write && step.kind != fence && step.kind != plain_write && step.kind != lock;
    if (reads) t.last = value;
    switch (step.kind) {
      case wait:
        if (value == step.value) ++t.at;
        break;
      case wait_either:
        if (value == step.value) {
          ++t.at;
          t.second = false;
        } else {
          t.second = !t.second;
        }
        break;
      case lock:
        if (succeeded) ++t.at;
        break;
      default:
        ++t.at;
    }
    return go_on(thread);
  }
  Value initial(native::Address) const override { return 0; }
  std::string message(std::size_t number) const override { return messages_.at(number); }
  std::size_t message_number(const std::string& text) override {
    messages_.push_back(text);
    return messages_.size() - 1;
  }
  std::vector<std::string> outcomes() const override {
    std::vector<std::string> names;
    for (std::size_t t = 0; t < scripts_.size(); ++t) names.push_back("P" + std::to_string(t) + ":r0");
    return names;
  }
  std::size_t outcome_number(const std::string& name) override {
    const std::vector<std::string> names = outcomes();
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  Place place(native::Address code) const override { return {"script", static_cast<unsigned>(code)}; }
  std::string name(native::Address data) const override {
    return data == kPlain ? "d" : data == address(0) ? "x" : data == address(1) ? "y" : "other";
  }
  std::string program() const override { return "script"; }

  /// Both atomic locations are within the same eight bytes.
  static constexpr native::Address kAtomics = 0x1000;
  static constexpr native::Address kPlain = 0x2000;
  static native::Address address(unsigned location) { return kAtomics + 4 * location; }

  unsigned resets = 0;
  unsigned resumes = 0;

 private:
  struct Thread {
    std::size_t at = 0;
    bool second = false;  // wait_either: the other location's turn
    Value last = 0;
    std::size_t started = 0;  // main
    native::Arrival arrival{};
  };

  const Script& script(ThreadId thread) const {
    for (std::uint32_t i = 0;; ++i) {
      if (child_thread(0, i) == thread) return scripts_.at(i);
    }
  }
  std::size_t number(ThreadId thread) const { return static_cast<std::size_t>(&script(thread) - scripts_.data()); }

  const native::Arrival& start_next() {
    Thread& main = threads_[0];
    main.arrival = {};
    main.arrival.place = 1;
    if (main.started < scripts_.size()) {
      main.arrival.request.kind = RequestKind::start;
      main.arrival.request.operand = child_thread(0, static_cast<std::uint32_t>(main.started++));
    }
    return main.arrival;
  }

  const native::Arrival& go_on(ThreadId thread) {
    using enum ScriptStep::Kind;
    Thread& t = threads_.at(thread);
    const Script& steps = script(thread);
    t.arrival = {};
    for (; t.at < steps.size(); ++t.at) {
      const ScriptStep& step = steps[t.at];
      const native::Address place = 100 * thread + 10 * t.at;
      const Value operand = step.value + (step.dependent ? t.last : 0);
      if (step.kind == skip) {
        if (t.last != step.value) ++t.at;
      } else if ((step.kind == plain_read || step.kind == plain_write) && cells_->in(kPlain).empty()) {
        if (step.kind == plain_write) plain_ = operand;
        if (step.kind == plain_read) t.last = plain_;
        t.arrival.touches.push_back({step.kind == plain_read ? native::Touch::Kind::read : native::Touch::Kind::write,
                                     false, false, false, 4, 0, kPlain, plain_, place});
      } else if (step.kind == mixed_read && cells_->in(kAtomics).empty()) {
        t.last = 0;  // nobody has written it yet, and if somebody does, all of this is forgotten
        t.arrival.touches.push_back(
            {native::Touch::Kind::read, false, false, false, 4, 0, address(step.location), 0, place});
      } else {
        ask(t, step, place, operand);
        return t.arrival;
      }
    }
    t.arrival.touches.push_back({native::Touch::Kind::note, false, false, false, 0, 0, number(thread), t.last, 0});
    return t.arrival;
  }

  void ask(Thread& t, const ScriptStep& step, native::Address place, Value operand) const {
    using enum ScriptStep::Kind;
    Request& request = t.arrival.request;
    request.order = step.order;
    request.operand = operand;
    request.failure_order = MemoryOrder::relaxed;
    request.kind = RequestKind::read;
    t.arrival.place = place + (t.second ? 1 : 0);
    if (step.kind == fence) {
      request.kind = RequestKind::fence;
      return;
    }
    t.arrival.address = address(step.kind == wait_either ? t.second : step.location);
    request.size = 4;
    // The register is dead where something is read, but for what is written then.
    t.arrival.state = 1 + 2 * static_cast<std::uint64_t>(step.dependent ? t.last : 0);
    if (step.kind == plain_read || step.kind == plain_write) t.arrival.address = kPlain;
    if (step.kind == mixed_read || t.arrival.address == kPlain) request.order = cells_->plain_order;
    if (step.kind == write || step.kind == plain_write) request.kind = RequestKind::write;
    if (step.kind == add || step.kind == exchange) request.kind = RequestKind::update;
    request.operation = step.kind == add ? Operation::add : Operation::exchange;
    if (step.kind == compare_exchange || step.kind == lock) request.kind = RequestKind::compare_exchange;
    if (step.kind == lock) request.operand = 1;
  }

  Scripts scripts_;
  const native::CellTable* cells_ = nullptr;
  std::map<ThreadId, Thread> threads_;
  std::vector<std::string> messages_;
  Value plain_ = 0;
};

inline rc::Gen<ScriptStep> any_step() {
  return rc::gen::resize(100, rc::gen::exec([] {
                           using enum ScriptStep::Kind;
                           using enum MemoryOrder;
                           ScriptStep s;
                           s.kind = *rc::gen::element(read, read, read, write, write, write, add, exchange,
                                                      compare_exchange, fence, plain_read, plain_write, mixed_read,
                                                      skip, wait, wait_either, lock);
                           s.location = static_cast<unsigned>(*rc::gen::inRange(0, 2));
                           s.value = *rc::gen::inRange(1, 3);
                           s.dependent = (s.kind == write || s.kind == add) && *rc::gen::inRange(0, 3) == 0;
                           if (s.kind == read || s.kind == wait || s.kind == wait_either) {
                             s.order = *rc::gen::element(relaxed, acquire, seq_cst);
                           } else if (s.kind == write) {
                             s.order = *rc::gen::element(relaxed, release, seq_cst);
                           } else if (s.kind == fence) {
                             s.order = *rc::gen::element(acquire, release, acq_rel, seq_cst);
                           } else {
                             s.order = *rc::gen::element(relaxed, acquire, release, acq_rel, seq_cst);
                           }
                           return s;
                         }));
}

/// Two or three threads with 4 to 7 steps in all.
inline rc::Gen<Scripts> any_scripts() {
  return rc::gen::resize(100, rc::gen::exec([] {
                           Scripts scripts(static_cast<std::size_t>(*rc::gen::inRange(2, 4)));
                           const int total = *rc::gen::inRange(4, 8);
                           const auto threads = static_cast<int>(scripts.size());
                           for (int i = 0; i < total; ++i) {
                             scripts[static_cast<std::size_t>(*rc::gen::inRange(0, threads))].push_back(*any_step());
                           }
                           return scripts;
                         }));
}

}  // namespace graphfuzz::testing
