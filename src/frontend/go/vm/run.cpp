#include "frontend/go/vm/run.hpp"

#include <algorithm>

#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::go::vm {

MachineRun::MachineRun(std::shared_ptr<const Code> code) : code_(std::move(code)), arena_(code_->memory_limit) {
  reset();
}

Object ObjectTable::find_or_add(const void* address, Object fresh) {
  if (used_ * 2 >= entries_.size()) grow();
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t place = mixed(reinterpret_cast<std::uintptr_t>(address)) & mask;; place = (place + 1) & mask) {
    Entry& entry = entries_[place];
    if (entry.generation != generation_) {
      entry = {address, generation_, fresh};
      ++used_;
      return fresh;
    }
    if (entry.address == address) return entry.object;
  }
}

void ObjectTable::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  used_ = 0;
  for (const Entry& entry : old) {
    if (entry.generation == generation_) find_or_add(entry.address, entry.object);
  }
}

Object MachineRun::object_at(const void* address) {
  const Object object = objects_.find_or_add(address, object_count_);
  if (object == object_count_) ++object_count_;
  return object;
}

Goroutine& MachineRun::new_goroutine() {
  if (count_ == goroutines_.size()) goroutines_.push_back(std::make_unique<Goroutine>());
  Goroutine& g = *goroutines_[count_++];
  g.frames.clear();
  g.panics.clear();
  g.printing.clear();
  g.panic_text.clear();
  g.looked = 0;
  g.charged = 0;
  if (g.stack.empty()) g.stack.resize(64);
  return g;
}

void MachineRun::write(std::string_view text) {
  if (output_.size() < kMaximalOutput) output_ += text;
}

void MachineRun::reset() {
  arena_.reset();
  objects_.clear();
  object_count_ = 0;
  count_ = 0;
  payloads_.clear();
  timers_.clear();
  clock_ = 0;
  output_.clear();
  failures_.clear();
  Goroutine& g = new_goroutine();
  current_ = 0;
  try {
    globals_ = arena_.slots(code_->global_slots);
  } catch (const OutOfMemory&) {
    out_of_memory(g);
    return;
  }
  if (enter(g, code_->entry, 0, nullptr)) execute(g);
}

void MachineRun::resume(Routine routine, const Result& result) {
  Goroutine& g = *goroutines_[routine];
  current_ = routine;
  const bool forks = g.pending.kind == Kind::fork;
  const Routine child = count_;
  if (g.frames.empty()) return;  // it had ended
  bool goes_on = true;
  try {
    goes_on = complete(g, result);
  } catch (const OutOfMemory&) {
    goes_on = out_of_memory(g);
  }
  if (goes_on) execute(g);
  if (forks && child < count_) {
    current_ = child;
    execute(*goroutines_[child]);
  }
}

Routine MachineRun::fire(Object timer, std::int64_t /*now*/, std::uint64_t /*past*/) {
  const auto found = std::find_if(timers_.rbegin(), timers_.rend(), [&](const Timer& t) { return t.object == timer; });
  Goroutine& g = new_goroutine();
  const Routine routine = count_ - 1;
  current_ = routine;
  if (found == timers_.rend()) {
    operation(g, Kind::end, kNoObject).position = kNoPosition;
    return routine;
  }
  clock_ = std::max(clock_, found->due);
  found->due += found->period;
  bool goes_on = true;
  if (found->channel != nullptr) {
    goes_on = enter(g, code_->send_time, 0, nullptr);
    if (goes_on) {
      g.stack[0] = Slot::integer(0);
      g.stack[0].o = found->channel;
    }
  } else {
    goes_on = enter(g, static_cast<const FunctionCode*>(found->function->o), 0, found->function);
  }
  if (goes_on) {
    g.frames.back().call_position = found->position;
    execute(g);
  }
  return routine;
}

}  // namespace graphfuzz::go::vm
