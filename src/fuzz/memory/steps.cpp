#include "graphfuzz/fuzz/memory/steps.hpp"

#include <fmt/format.h>

#include "fuzz/step_reader.hpp"

namespace graphfuzz {
namespace {

constexpr std::uint32_t kMaxIndex = (1u << 31) - 1;
constexpr std::int64_t kLastThread = kInitThread - 1;

Step step_of(const StepReader& reader) {
  Step step;
  step.thread = static_cast<ThreadId>(reader.integer(reader.at("thread"), ".thread", 0, kLastThread));
  const StepReader::Json& from = reader.at("from");
  if (!from.is_array() || from.size() != 2) reader.wrong(".from", "[thread, index]", from);
  const std::int64_t thread = reader.integer(from[0], ".from[0]", -1, kLastThread);
  step.source_thread = thread < 0 ? kInitThread : static_cast<ThreadId>(thread);
  step.source_index = static_cast<std::uint32_t>(reader.integer(from[1], ".from[1]", 0, kMaxIndex)) & kMaxIndex;
  if (const StepReader::Json* const fails = reader.find("fails")) {
    if (!fails->is_boolean()) reader.wrong(".fails", "true or false", *fails);
    step.fails = fails->get<bool>() ? 1 : 0;
  }
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

Prefix prefix_of(std::span<const std::string> steps) {
  Prefix prefix;
  prefix.steps.reserve(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) prefix.steps.push_back(step_of(StepReader(steps[i], i)));
  return prefix;
}

}  // namespace graphfuzz
