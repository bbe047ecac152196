#include "graphfuzz/fuzz/go/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace graphfuzz::go {

Directive Input::complete() const {
  Directive result = directive;
  if (recording && prefix > 0) {
    const auto length = static_cast<std::ptrdiff_t>(std::min(prefix, recording->order.size()));
    result.prefix.assign(recording->order.begin(), recording->order.begin() + length);
    // The recorded run is the order of its operations, and the cases that its selects took.
    for (const Recording::Selected& select : recording->selects) {
      if (select.begin >= prefix_end) break;
      result.preferred[select.position].push_back(select.moment < prefix_end ? select.chosen : kNoPreference);
    }
  }
  return result;
}

std::string key(const Directive& directive) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [position, cases] : directive.preferred) {
    fmt::format_to(out, "s{};{}\n", position, fmt::join(cases, ","));
  }
  for (const OperationId& id : directive.chain) fmt::format_to(out, "c{}:{},{}\n", id.routine, id.position, id.visit);
  for (const auto& [position, visits] : directive.delays) {
    fmt::format_to(out, "d{};{}\n", position, fmt::join(visits, ","));
  }
  return text;
}

std::string key(const Input& input) {
  return input.replays == 0 ? key(input.directive) : fmt::format("r{}\n{}", input.replays, key(input.directive));
}

bool InputQueue::push(Input input, std::uint32_t repeats, std::size_t most, bool waits_once) {
  if (waiting_.size() >= most) return false;
  Count& count = counts_[key(input)];
  if ((waits_once && count.waits > 0) || count.queued >= repeats) return false;
  ++count.waits;
  ++count.queued;
  input.id = ++last_id_;
  waiting_.push_back(std::move(input));
  return true;
}

bool InputQueue::push_first(Input input) {
  Count& count = counts_[key(input)];
  if (count.queued > 0) return false;
  ++count.waits;
  ++count.queued;
  input.id = ++last_id_;
  waiting_.push_front(std::move(input));
  return true;
}

std::optional<Input> InputQueue::pop() {
  if (waiting_.empty()) return std::nullopt;
  Input input = std::move(waiting_.front());
  waiting_.pop_front();
  --counts_[key(input)].waits;
  return input;
}

std::optional<Input> InputQueue::pop(Random& random) {
  if (waiting_.empty()) return std::nullopt;
  std::swap(waiting_.front(), waiting_[random.below(waiting_.size())]);
  return pop();
}

void InputQueue::clear() {
  for (const Input& input : waiting_) counts_[key(input)].waits = 0;
  waiting_.clear();
}

void InputQueue::restore(std::deque<Input> waiting, std::unordered_map<std::string, Count> counts,
                         std::uint64_t last_id) {
  waiting_ = std::move(waiting);
  counts_ = std::move(counts);
  last_id_ = last_id;
}

void InputQueue::restore(const std::vector<std::shared_ptr<const Recording>>& recordings) {
  for (std::size_t i = 0; i < waiting_.size(); ++i) waiting_[i].recording = recordings[i];
}

}  // namespace graphfuzz::go
