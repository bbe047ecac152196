// Zhao, Wolff, Mathur, Roychoudhury, "Selectively uniform concurrency testing", ASPLOS 2025.
#include <algorithm>

#include "graphfuzz/explore/schedulers.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"
#include "program/requests.hpp"

namespace graphfuzz {

void SurwScheduler::begin() {
  release();
  taken_.clear();
  left_.clear();
  interesting_ = kNoLocation;
  if (shared_.empty()) return;
  interesting_ = shared_[random_.below(shared_.size())];
  for (const std::uint64_t number : accesses_[interesting_].numbers) {
    left_.push_back(static_cast<double>(number) / static_cast<double>(executions_));
  }
}

bool SurwScheduler::is_interesting(const Request& request) const {
  return request.location == interesting_ && (reads(request.kind) || request.kind == RequestKind::write);
}

std::size_t SurwScheduler::choose(const Builder& builder, std::span<const ThreadId> threads) {
  const unsigned all = builder.graph().threads();
  if (left_.size() < all) left_.resize(all, 0);
  if (held_.size() < all) held_.resize(all, false);
  if (intended_ != kInitThread) hand_over(builder.graph());
  while (true) {
    free_.clear();
    for (std::size_t i = 0; i < threads.size(); ++i) {
      if (!held_[threads[i]]) free_.push_back(i);
    }
    // The intended one cannot go on, or has no such event after all.
    if (free_.empty()) {
      release();
      continue;
    }
    const std::size_t chosen = free_[random_.below(free_.size())];
    const ThreadId thread = threads[chosen];
    const Request& request = builder.pending(thread);
    if (is_interesting(request)) {
      if (intended_ == kInitThread) draw_intended(builder, threads);
      if (thread != intended_) {
        held_[thread] = true;
        continue;
      }
      left_[thread] = std::max(left_[thread] - 1, 0.0);
      release();
    }
    const bool access = reads(request.kind) || request.kind == RequestKind::write;
    if (access) taken_.push_back({thread, request.location, request.kind != RequestKind::read});
    return chosen;
  }
}

void SurwScheduler::release() {
  intended_ = kInitThread;
  held_.assign(held_.size(), false);
}

// The thread itself if it has begun, or was there from the beginning; else who is to start it, be it through others.
ThreadId SurwScheduler::started_ancestor(const ExecutionGraph& graph, ThreadId thread) const {
  for (std::size_t steps = 0; steps < parents_.size(); ++steps) {
    if (thread >= parents_.size() || parents_[thread] == kInitThread) break;
    if (thread < graph.threads() && graph.thread_size(thread) > 0) break;
    thread = parents_[thread];
  }
  return thread;
}

// The interesting events that the thread and those that it will start have left.
void SurwScheduler::add_weight(const ExecutionGraph& graph, ThreadId thread) {
  weights_[started_ancestor(graph, thread)] += left_[thread];
}

// One of the threads, in proportion to these.
void SurwScheduler::draw_intended(const Builder& builder, std::span<const ThreadId> threads) {
  const ExecutionGraph& graph = builder.graph();
  weights_.assign(std::max(left_.size(), parents_.size()), 0);
  for (std::size_t t = 0; t < left_.size(); ++t) add_weight(graph, static_cast<ThreadId>(t));
  for (const ThreadId t : threads) {
    if (is_interesting(builder.pending(t))) weights_[t] = std::max(weights_[t], 1.0);
  }
  draw_from(threads);
  to_start_.clear();
  for (std::size_t t = 0; t < left_.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (thread != intended_ && started_ancestor(graph, thread) == intended_) to_start_.push_back(thread);
  }
}

void SurwScheduler::draw_from(std::span<const ThreadId> threads) {
  double sum = 0;
  for (const ThreadId t : threads) sum += weights_[t];
  double drawn = random_.real() * sum;
  for (const ThreadId t : threads) {
    if (weights_[t] <= 0) continue;
    intended_ = t;
    drawn -= weights_[t];
    if (drawn < 0) return;
  }
}

// If the intended thread has started others since it was drawn, it may have been drawn for their events.
void SurwScheduler::hand_over(const ExecutionGraph& graph) {
  const auto has_begun = [&](ThreadId t) { return t < graph.threads() && graph.thread_size(t) > 0; };
  if (std::ranges::none_of(to_start_, has_begun)) return;
  weights_.assign(std::max(left_.size(), parents_.size()), 0);
  add_weight(graph, intended_);
  heirs_ = {intended_};
  for (const ThreadId t : to_start_) {
    add_weight(graph, t);
    if (has_begun(t)) heirs_.push_back(t);
  }
  draw_from(heirs_);
  std::erase_if(to_start_, [&](ThreadId t) { return has_begun(t) || started_ancestor(graph, t) != intended_; });
  held_[intended_] = false;
}

void SurwScheduler::count(const Taken& taken) {
  Accesses& accesses = accesses_[taken.location];
  if (accesses.numbers.size() <= taken.thread) accesses.numbers.resize(taken.thread + std::size_t{1}, 0);
  ++accesses.numbers[taken.thread];
  accesses.written |= taken.writes;
  if (accesses.shared || !accesses.written) return;
  const auto threads = accesses.numbers.size() - static_cast<std::size_t>(std::ranges::count(accesses.numbers, 0U));
  if (threads < 2) return;
  accesses.shared = true;
  shared_.push_back(taken.location);
}

void SurwScheduler::end(const ExecutionGraph& graph, bool) {
  ++executions_;
  for (const Taken& taken : taken_) count(taken);
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    if (graph.thread_size(t) == 0) continue;
    const Label& first = graph[graph.thread(t).front()].label;
    if (first.kind != EventKind::begin) continue;
    const auto parent = static_cast<ThreadId>(first.written_value);
    const std::size_t least = std::max(t, parent) + std::size_t{1};
    if (parents_.size() < least) parents_.resize(least, kInitThread);
    parents_[t] = parent;
  }
}

void SurwScheduler::save(store::Writer& out) const {
  out.begin_object().field("executions", executions_);
  store::Packer accesses;
  for (const auto& [location, known] : accesses_) {
    accesses.add(location).add(known.written ? 1 : 0).add(known.numbers.size());
    for (const std::uint64_t number : known.numbers) accesses.add(number);
  }
  out.key("accesses").bytes(accesses.bytes());
  store::Packer shared;
  for (const Location location : shared_) shared.add(location);
  out.key("shared").bytes(shared.bytes());
  store::Packer parents;
  for (const ThreadId parent : parents_) parents.add(parent);
  out.key("parents").bytes(parents.bytes()).end_object();
}

void SurwScheduler::load(const store::Value& saved) {
  saved.expect_keys({"executions", "accesses", "shared", "parents"});
  accesses_.clear();
  shared_.clear();
  parents_.clear();
  executions_ = saved.field("executions").integer<std::uint64_t>();
  for (store::Unpacker in(saved.field("accesses")); !in.at_end();) {
    Accesses& known = accesses_[in.integer<Location>()];
    known.written = in.integer<unsigned>(0, 1) != 0;
    known.numbers.resize(in.count());
    if (known.numbers.size() >= kInitThread) in.reject("has too many threads");
    for (std::uint64_t& number : known.numbers) number = in.integer<std::uint64_t>();
  }
  for (store::Unpacker in(saved.field("shared")); !in.at_end();) {
    const auto found = accesses_.find(in.integer<Location>());
    if (found == accesses_.end() || found->second.shared || executions_ == 0) in.reject("has a location too many");
    found->second.shared = true;
    shared_.push_back(found->first);
  }
  store::Unpacker in(saved.field("parents"));
  while (!in.at_end()) parents_.push_back(in.integer<ThreadId>());
  for (const ThreadId parent : parents_) {
    if (parent != kInitThread && parent >= parents_.size()) in.reject("has a thread too many");
  }
}

}  // namespace graphfuzz
