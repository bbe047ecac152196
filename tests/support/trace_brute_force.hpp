// All candidates of a program with branches, the plain way: for every thread everything that it may do when its reads
// return any of some values, then all sources, then all mo. Shares the runs of the program with the library, and
// nothing of the search.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"
#include "support/straight_line.hpp"

namespace graphfuzz::testing {

class TraceBruteForce {
 public:
  TraceBruteForce(const Program& program, const MemoryModel& model, std::vector<Value> values)
      : model_(model), values_(std::move(values)), run_(program.start()) {
    run_->track_dependencies(true);
    for (const LocationInfo& info : program.locations()) initial_.push_back(info.initial);
    graph_.reset(program.threads(), initial_);
    for (ThreadId t = 0; t < program.threads(); ++t) {
      thread_ = t;
      traces_.emplace_back();
      std::vector<Value> choices;
      trace(choices);
    }
  }

  std::set<std::string> graphs() {
    chosen_.assign(traces_.size(), nullptr);
    choose_trace(0);
    return found_;
  }

 private:
  struct Trace {
    std::vector<Label> labels;
    std::vector<std::vector<Dependency>> dependencies;
    std::vector<bool> computes;  // the update's value owes to the one that it reads
  };

  // No fences, no waits, no weak compare-exchange.
  void trace(std::vector<Value>& choices) {
    run_->reset();
    Trace result;
    std::size_t next = 0;
    while (true) {
      const Request request = run_->pending(thread_);
      if (request.kind == RequestKind::finished) break;
      const auto dependencies = run_->dependencies(thread_);
      result.dependencies.emplace_back(dependencies.begin(), dependencies.end());
      result.computes.push_back(request.kind == RequestKind::update && request.operation != Operation::exchange);
      if (request.kind == RequestKind::write) {
        result.labels.push_back({EventKind::write, request.order, request.location, 0, request.operand});
        run_->resume(thread_, 0, true);
        continue;
      }
      if (next == choices.size()) {
        for (const Value value : values_) {
          choices.push_back(value);
          trace(choices);
          choices.pop_back();
        }
        return;
      }
      const Value value = choices[next++];
      Label label{EventKind::read, request.order, request.location, value, 0};
      const bool exchanges = request.kind == RequestKind::compare_exchange && value == request.expected;
      if (request.kind == RequestKind::update) {
        label.written_value = apply(request.operation, value, request.operand, request.bits, request.is_signed);
      } else if (exchanges) {
        label.written_value = request.operand;
      } else if (request.kind == RequestKind::compare_exchange) {
        label.order = request.failure_order;
      }
      if (request.kind == RequestKind::update || exchanges) label.kind = EventKind::update;
      result.labels.push_back(label);
      run_->resume(thread_, value, request.kind != RequestKind::compare_exchange || exchanges);
    }
    traces_[thread_].push_back(std::move(result));
  }

  void choose_trace(std::size_t thread) {
    if (thread < traces_.size()) {
      for (const Trace& candidate : traces_[thread]) {
        chosen_[thread] = &candidate;
        choose_trace(thread + 1);
      }
      return;
    }
    labels_.assign(initial_.size(), {});
    begin_.clear();
    for (Location x = 0; x < initial_.size(); ++x) labels_[x] = {EventKind::write, {}, x, 0, initial_[x]};
    for (const Trace* chosen : chosen_) {
      begin_.push_back(static_cast<Slot>(labels_.size()));
      labels_.insert(labels_.end(), chosen->labels.begin(), chosen->labels.end());
    }
    rf_.assign(labels_.size(), kNoSlot);
    choose_source(static_cast<Slot>(initial_.size()));
  }

  void choose_source(Slot slot) {
    while (slot < labels_.size() && !reads(labels_[slot].kind)) ++slot;
    if (slot == labels_.size()) {
      if (!values_follow()) return;
      mo_.assign(initial_.size(), {});
      choose_mo(0);
      return;
    }
    for (Slot source = 0; source < labels_.size(); ++source) {
      const Label& w = labels_[source];
      if (!writes(w.kind) || source == slot || w.location != labels_[slot].location) continue;
      if (w.written_value != labels_[slot].read_value) continue;
      rf_[slot] = source;
      choose_source(slot + 1);
    }
  }

  // Knowledge spreads from the initial writes and constants; what it does not reach depends on itself.
  bool values_follow() const {
    std::vector<bool> known(labels_.size(), false);  // what is written, and what is only read
    const auto is_read_known = [&](Slot slot) { return rf_[slot] == kNoSlot || known[rf_[slot]]; };
    for (bool progress = true; progress;) {
      progress = false;
      for (Slot slot = 0; slot < labels_.size(); ++slot) {
        if (known[slot]) continue;
        bool follows = true;
        if (labels_[slot].kind == EventKind::read) {
          follows = is_read_known(slot);
        } else if (slot >= initial_.size()) {
          const auto thread = std::upper_bound(begin_.begin(), begin_.end(), slot) - begin_.begin() - 1;
          const Slot begin = begin_[static_cast<std::size_t>(thread)];
          const Trace& trace = *chosen_[static_cast<std::size_t>(thread)];
          if (trace.computes[slot - begin]) follows = is_read_known(slot);
          for (const Dependency& d : trace.dependencies[slot - begin]) {
            if (d.kind == DependencyKind::data && !d.tested) follows = follows && is_read_known(begin + d.read);
          }
        }
        known[slot] = follows;
        progress |= follows;
      }
    }
    return std::find(known.begin(), known.end(), false) == known.end();
  }

  void choose_mo(Location location) {
    if (location == initial_.size()) {
      std::vector<std::vector<Label>> threads;
      for (const Trace* chosen : chosen_) threads.push_back(chosen->labels);
      graph_.assemble(threads, rf_, mo_);
      if (model_.consistent(graph_)) found_.insert(canonical(graph_));
      return;
    }
    std::vector<Slot>& order = mo_[location];
    order.clear();
    for (auto slot = static_cast<Slot>(initial_.size()); slot < labels_.size(); ++slot) {
      if (writes(labels_[slot].kind) && labels_[slot].location == location) order.push_back(slot);
    }
    do {
      choose_mo(location + 1);
    } while (std::next_permutation(mo_[location].begin(), mo_[location].end()));
  }

  const MemoryModel& model_;
  const std::vector<Value> values_;
  std::unique_ptr<Run> run_;
  std::vector<Value> initial_;
  ExecutionGraph graph_;
  ThreadId thread_ = 0;
  std::vector<std::vector<Trace>> traces_;
  std::vector<const Trace*> chosen_;
  std::vector<Label> labels_;  // by slot
  std::vector<Slot> begin_;    // by thread
  std::vector<Slot> rf_;
  std::vector<std::vector<Slot>> mo_;
  std::set<std::string> found_;
};

}  // namespace graphfuzz::testing
