// All complete graphs of a small program, and what else is to be found in it, by brute force: every partial graph that
// the model's axioms call consistent is extended by the next event of every thread, in every way. Of the library it
// uses the program's runs, the graph and `MemoryModel::consistent`; nothing that chooses, revisits, sleeps or takes
// back.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"
#include "support/findings.hpp"

namespace graphfuzz::testing {

class LitmusBruteForce {
 public:
  /// `program` and `model` must outlive it. The model's incremental state is used to look for races only.
  LitmusBruteForce(const Program& program, MemoryModel& model)
      : program_(program), model_(model), run_(program.start()), state_(program.state_size()) {}

  /// Nothing if there are more than `limit` partial graphs.
  std::optional<Findings> run(std::size_t limit) {
    push(ExecutionGraph(program_.threads(), program_.initial_values()));
    while (!todo_.empty()) {
      if (seen_.size() > limit) return std::nullopt;
      const ExecutionGraph graph = std::move(todo_.back());
      todo_.pop_back();
      visit(graph);
    }
    return findings_;
  }

  /// Who waited for ever, and what each of them read last: in the partial graphs in which each thread has ended or
  /// comes back to the beginning of its iteration by reading what is last in mo.
  const std::set<std::string>& stuck() const { return stuck_; }

 private:
  static bool asks(RequestKind kind) { return kind < RequestKind::finished; }

  void push(ExecutionGraph graph) {
    if (seen_.insert(fingerprint(graph).graph).second) todo_.push_back(std::move(graph));
  }

  void replay(const ExecutionGraph& graph) {
    run_->reset();
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      for (const Slot slot : graph.thread(t)) {
        const Label& label = graph[slot].label;
        if (label.kind == EventKind::error) break;
        run_->resume(t, label.read_value, label.kind == EventKind::update);
      }
    }
  }

  static bool failed(const ExecutionGraph& graph, ThreadId t) {
    return graph.last(t) != kNoSlot && graph[graph.last(t)].label.kind == EventKind::error;
  }

  void visit(const ExecutionGraph& graph) {
    if (const std::string text = stuck_threads(graph); !text.empty()) stuck_.insert(text);
    replay(graph);
    const unsigned threads = graph.threads();
    // An event of whose kind there is just one comes first: nothing depends on when it comes.
    for (ThreadId t = 0; t < threads; ++t) {
      const RequestKind kind = run_->pending(t).kind;
      if (kind == RequestKind::fence || (kind == RequestKind::failure && !failed(graph, t))) return extend(graph, t);
    }
    bool over = true;
    for (ThreadId t = 0; t < threads; ++t) {
      if (failed(graph, t) || !asks(run_->pending(t).kind)) continue;
      const Request request = run_->pending(t);
      const bool begins = !request.awaits || request.lock || only_fences(graph, t, request.wait_begin);
      // A thread may wait at the beginning of an iteration that it cannot get out of, and nowhere else.
      if (!begins || !request.awaits || gets_on(graph, t, request.wait_begin)) over = false;
      replay(graph);
      extend(graph, t);
    }
    if (over) end(graph);
  }

  // Has the thread done nothing else since its event number `begin`?
  static bool only_fences(const ExecutionGraph& graph, ThreadId t, std::uint32_t begin) {
    for (std::uint32_t i = begin; i < graph.thread_size(t); ++i) {
      if (graph[graph.thread(t)[i]].label.kind != EventKind::fence) return false;
    }
    return true;
  }

  // "0 2 " if threads 0 and 2 wait for ever, and all others have ended; else "".
  std::string stuck_threads(const ExecutionGraph& graph) {
    std::string text;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      replay(graph);
      const Request& request = run_->pending(t);
      if (failed(graph, t)) return "";
      if (request.kind == RequestKind::finished) continue;
      if (!request.awaits || !(request.lock || only_fences(graph, t, request.wait_begin))) return "";
      if (!spins(graph, t, request.wait_begin)) return "";
      text += std::to_string(t) + " ";
    }
    return text;
  }

  // The run is at the graph, of which only the thread goes on.
  bool spins(const ExecutionGraph& graph, ThreadId t, std::uint32_t begin) {
    while (true) {
      const Request request = run_->pending(t);
      if (request.kind == RequestKind::fence) {
        run_->resume(t, 0, true);
        continue;
      }
      if (!asks(request.kind) || !request.awaits || request.wait_begin != begin) return false;
      const Value value = graph[graph.mo(request.location).back()].label.written_value;
      const bool equal = request.kind != RequestKind::compare_exchange || value == request.expected;
      if (!run_->accepts(t, value, equal)) return true;
      if (request.kind == RequestKind::update || (request.kind == RequestKind::compare_exchange && equal)) return false;
      run_->resume(t, value, equal);
    }
  }

  // Is there a way through the waiting iteration that began after `begin` events, if the other threads do nothing?
  bool gets_on(const ExecutionGraph& graph, ThreadId t, std::uint32_t begin) {
    replay(graph);
    const Request& request = run_->pending(t);
    if (request.kind == RequestKind::failure || !asks(request.kind)) return true;
    if (request.kind != RequestKind::fence && (!request.awaits || request.wait_begin != begin)) return true;
    std::vector<ExecutionGraph> next;
    extensions(graph, t, [&](ExecutionGraph& extended) { next.push_back(std::move(extended)); });
    for (const ExecutionGraph& extended : next) {
      if (writes(extended[extended.size() - 1].label.kind) || gets_on(extended, t, begin)) return true;
    }
    return false;
  }

  void extend(const ExecutionGraph& graph, ThreadId t) {
    extensions(graph, t, [this](ExecutionGraph& extended) { push(std::move(extended)); });
  }

  // Calls use(graph) for every consistent graph that has one more event of the thread. The run is at `graph`.
  template <class Use>
  void extensions(const ExecutionGraph& graph, ThreadId t, Use use) {
    const Request request = run_->pending(t);
    const std::vector<Dependency> dependencies(run_->dependencies(t).begin(), run_->dependencies(t).end());
    Label label{EventKind::read, request.order, request.location, 0, 0};
    const auto add = [&](auto make, bool goes_on = true) {
      ExecutionGraph extended = graph;
      extended.set_dependencies(make(extended), dependencies);
      if (!model_.consistent(extended)) return;
      look_for_race(extended);
      if (goes_on) use(extended);
    };
    switch (request.kind) {
      case RequestKind::fence:
        add([&](ExecutionGraph& g) { return g.add_other(t, {EventKind::fence, request.order}); });
        return;
      case RequestKind::failure:
        add([&](ExecutionGraph& g) {
          return g.add_other(t, {EventKind::error, MemoryOrder::non_atomic, kNoLocation, 0, request.operand});
        });
        return;
      case RequestKind::write:
        label.kind = EventKind::write;
        label.written_value = request.operand;
        for (const Slot place : graph.mo(request.location)) {
          add([&](ExecutionGraph& g) { return g.add_write(t, label, place); });
        }
        return;
      default:
        break;
    }
    for (const Slot source : graph.mo(request.location)) {
      label.read_value = graph[source].label.written_value;
      for (const bool writes : {false, true}) {
        if (request.kind == RequestKind::read && writes) continue;
        if (request.kind == RequestKind::update && !writes) continue;
        if (request.kind == RequestKind::compare_exchange) {
          const bool equal = label.read_value == request.expected;
          if (writes ? !equal : equal && !request.weak) continue;
        }
        label.kind = writes ? EventKind::update : EventKind::read;
        label.order = request.kind == RequestKind::compare_exchange && !writes ? request.failure_order : request.order;
        label.written_value = 0;
        if (writes) {
          label.written_value =
              request.kind == RequestKind::update
                  ? apply(request.operation, label.read_value, request.operand, request.bits, request.is_signed)
                  : request.operand;
        }
        const bool goes_on =
            !request.awaits || run_->accepts(t, label.read_value, writes || request.kind == RequestKind::read);
        // Nobody waits for a mutex by reading it.
        if (!goes_on && request.lock) continue;
        if (writes) {
          add([&](ExecutionGraph& g) { return g.add_update(t, label, source); }, goes_on);
        } else {
          add([&](ExecutionGraph& g) { return g.add_read(t, label, source); }, goes_on);
        }
      }
    }
  }

  void look_for_race(const ExecutionGraph& graph) {
    if (!model_.detects_races() || findings_.race) return;
    model_.rebuild(graph);
    findings_.race = model_.race(graph, graph.size() - 1).has_value();
  }

  // No thread can go on.
  void end(const ExecutionGraph& graph) {
    replay(graph);
    bool waits = false, locks = true, failures = false, truncated = false;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      const Request& request = run_->pending(t);
      if (failed(graph, t)) {
        failures = true;
        continue;
      }
      truncated |= request.kind == RequestKind::truncated;
      if (request.kind == RequestKind::finished || request.kind == RequestKind::truncated) continue;
      waits = true;
      locks &= request.kind != RequestKind::blocked && request.lock;
    }
    if (truncated) {
      findings_.truncated = true;
      return;
    }
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      if (!failed(graph, t)) continue;
      const auto message = static_cast<std::size_t>(graph[graph.last(t)].label.written_value);
      (waits ? findings_.blocked_failures : findings_.failures).insert(program_.message(message));
    }
    if (waits) {
      (locks && !failures ? findings_.deadlocked : findings_.blocked) = true;
      return;
    }
    run_->observe(graph, state_);
    if (program_.question().filters() && !program_.question().keeps(state_)) return;
    findings_.graphs.insert(fingerprint(graph).graph);
    findings_.states.insert(program_.describe(state_));
  }

  const Program& program_;
  MemoryModel& model_;
  std::unique_ptr<Run> run_;
  std::vector<Value> state_;
  std::set<Fingerprint> seen_;
  std::vector<ExecutionGraph> todo_;
  Findings findings_;
  std::set<std::string> stuck_;
};

}  // namespace graphfuzz::testing
