// Random executions that Go allows: goroutines that take turns doing whatever they may to channels, locks, ….
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::testing {

/// The trace of `steps` steps at random. Every operation of it took effect.
class GoSimulator {
 public:
  GoSimulator(std::uint64_t seed, std::size_t steps, std::size_t routines) : random_(seed), most_(routines) {
    for (const std::uint64_t capacity : {0, 0, 1, 2}) channels_.push_back(builder_.channel(capacity));
    mutex_ = builder_.object(go::ObjectKind::mutex);
    group_ = builder_.object(go::ObjectKind::wait_group);
    once_ = builder_.object(go::ObjectKind::once);
    atomic_ = builder_.object(go::ObjectKind::atomic);
    for (std::size_t i = 0; i < steps; ++i) step();
  }

  const go::Trace& trace() const { return builder_.trace; }

 private:
  go::Routine some_routine() { return static_cast<go::Routine>(random_.below(builder_.trace.routines.size())); }
  go::Object some_channel() { return channels_[random_.below(channels_.size())]; }

  /// An event of `r` that sends or receives on `channel`: now and then a select that does, among other cases.
  std::uint32_t operation(go::Routine r, go::Object channel, bool sends) {
    if (random_.below(3) != 0) return builder_.event(r, sends ? go::Kind::send : go::Kind::receive, channel);
    std::vector<go::TraceCase> cases;
    const std::uint32_t others = random_.below(3);
    for (std::uint32_t i = 0; i < others; ++i) cases.push_back({some_channel(), random_.below(2) == 0});
    const std::uint32_t chosen = random_.below(cases.size() + 1);
    cases.insert(cases.begin() + chosen, {channel, sends});
    return builder_.cases_of(builder_.event(r, go::Kind::select), cases, static_cast<int>(chosen), false);
  }

  void communicate(go::Routine r) {
    const go::Object channel = some_channel();
    const bool sends = random_.below(2) == 0;
    const std::uint64_t capacity = builder_.trace.objects[channel].capacity;
    if (builder_.closed(channel)) {
      if (sends) return;
      if (builder_.fill(channel) > 0) {
        builder_.take(operation(r, channel, false), channel);
      } else {
        builder_.found_closed(operation(r, channel, false), channel);
      }
    } else if (random_.below(25) == 0) {
      builder_.close(r, channel);
    } else if (capacity > 0) {
      if (sends && builder_.fill(channel) < capacity) builder_.put(operation(r, channel, true), channel);
      if (!sends && builder_.fill(channel) > 0) builder_.take(operation(r, channel, false), channel);
    } else {
      const go::Routine other = some_routine();
      if (other == r) return;
      const std::uint32_t first = operation(r, channel, sends);
      const std::uint32_t second = operation(other, channel, !sends);
      builder_.meet(sends ? first : second, sends ? second : first, channel);
    }
  }

  void lock(go::Routine r) {
    if (writer_ == r) {
      builder_.event(r, go::Kind::unlock, mutex_);
      writer_ = go::kNoRoutine;
    } else if (readers_.contains(r)) {
      builder_.event(r, go::Kind::runlock, mutex_);
      readers_.erase(r);
    } else if (writer_ == go::kNoRoutine && random_.below(2) == 0) {
      builder_.event(r, random_.below(3) == 0 ? go::Kind::try_rlock : go::Kind::rlock, mutex_);
      readers_.insert(r);
    } else if (writer_ == go::kNoRoutine && readers_.empty()) {
      builder_.event(r, random_.below(3) == 0 ? go::Kind::try_lock : go::Kind::lock, mutex_);
      writer_ = r;
    } else {
      builder_.failed(r, go::Kind::try_lock, mutex_);
    }
  }

  void count(go::Routine r) {
    if (counter_ == 0 && random_.below(2) == 0) {
      builder_.event(r, go::Kind::wg_wait, group_);
    } else {
      const std::int64_t delta = counter_ > 0 && random_.below(2) == 0 ? -1 : 1;
      counter_ += delta;
      builder_.wg_add(r, group_, delta);
    }
  }

  void step() {
    const go::Routine r = some_routine();
    switch (random_.below(8)) {
      case 0:
        if (builder_.trace.routines.size() < most_) builder_.fork(r);
        break;
      case 1:
        lock(r);
        break;
      case 2:
        count(r);
        break;
      case 3:
        if (done_) {
          builder_.failed(r, go::Kind::once, once_);
        } else if (random_.below(3) == 0) {
          builder_.event(r, go::Kind::once, once_);
          done_ = true;
        }
        break;
      case 4: {
        const go::Kind kinds[] = {go::Kind::atomic_load, go::Kind::atomic_store, go::Kind::atomic_add};
        builder_.event(r, kinds[random_.below(3)], atomic_);
        break;
      }
      default:
        communicate(r);
    }
  }

  Random random_;
  std::size_t most_;
  TraceBuilder builder_;
  std::vector<go::Object> channels_;
  go::Object mutex_, group_, once_, atomic_;
  go::Routine writer_ = go::kNoRoutine;
  std::set<go::Routine> readers_;
  std::int64_t counter_ = 0;
  bool done_ = false;
};

}  // namespace graphfuzz::testing
