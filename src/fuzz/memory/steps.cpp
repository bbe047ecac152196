#include "graphfuzz/fuzz/memory/steps.hpp"

#include <fmt/format.h>

#include "fuzz/step_reader.hpp"

namespace graphfuzz {
namespace {

constexpr std::uint32_t kMaxIndex = (1u << 31) - 1;
constexpr std::int32_t kLastThread = kInitThread - 1;

Step step_of(const store::Value& json) {
  Step step;
  step.thread = static_cast<ThreadId>(json.field("thread").integer<std::int32_t>(0, kLastThread));
  const store::Items<store::Value> from = json.field("from").array(2, 2);
  const auto thread = from[0].integer<std::int32_t>(-1, kLastThread);
  step.source_thread = thread < 0 ? kInitThread : static_cast<ThreadId>(thread);
  step.source_index = from[1].integer<std::uint32_t>(0, kMaxIndex) & kMaxIndex;
  if (const std::optional<store::Value> fails = json.find("fails")) step.fails = fails->boolean() ? 1 : 0;
  return step;
}

}  // namespace

std::vector<std::string> to_texts(const Prefix& prefix) {
  std::vector<std::string> texts;
  texts.reserve(prefix.steps.size());
  for (const Step& step : prefix.steps) {
    const int thread = step.source_thread == kInitThread ? -1 : static_cast<int>(step.source_thread);
    texts.push_back(fmt::format("{{\"thread\": {}, \"from\": [{}, {}]{}}}", step.thread, thread,
                                static_cast<std::uint32_t>(step.source_index), step.fails ? ", \"fails\": true" : ""));
  }
  return texts;
}

Prefix prefix_of(std::span<const std::string> steps) { return {read_steps(steps, step_of)}; }

}  // namespace graphfuzz
