#include "graphfuzz/fuzz/go/steps.hpp"

#include <fmt/format.h>

#include <limits>

#include "fuzz/step_reader.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int16_t>::max();

std::string to_text(const NamedStep& step) {
  std::string text = fmt::format("{{\"routine\": \"{}\"", step.routine);
  if (step.choice != 0) text += fmt::format(", \"choice\": {}", step.choice);
  if (!step.partner.empty()) text += fmt::format(", \"partner\": \"{}\"", step.partner);
  if (step.partner_choice != 0) text += fmt::format(", \"partner_choice\": {}", step.partner_choice);
  if (step.timer >= 0) text += fmt::format(", \"timer\": {}", step.timer);
  return text + '}';
}

NamedStep step_of(const StepReader& reader) {
  const auto name = [&](const char* key, const StepReader::Json* value) -> std::string {
    if (value == nullptr) return "";
    if (!value->is_string()) reader.wrong(std::string(".") + key, "a goroutine's name", *value);
    return value->get<std::string>();
  };
  const auto number = [&](const char* key, std::int64_t least, std::int64_t otherwise) {
    const StepReader::Json* const value = reader.find(key);
    return value == nullptr ? otherwise : reader.integer(*value, std::string(".") + key, least, kMost);
  };
  NamedStep step;
  step.routine = name("routine", &reader.at("routine"));
  step.partner = name("partner", reader.find("partner"));
  step.choice = static_cast<std::int16_t>(number("choice", kDefault, 0));
  step.partner_choice = static_cast<std::int16_t>(number("partner_choice", kDefault, 0));
  step.timer = static_cast<std::int32_t>(number("timer", 0, -1));
  return step;
}

}  // namespace

std::vector<std::string> to_texts(std::span<const NamedStep> steps) {
  std::vector<std::string> texts;
  texts.reserve(steps.size());
  for (const NamedStep& step : steps) texts.push_back(to_text(step));
  return texts;
}

std::vector<NamedStep> named_steps_of(std::span<const std::string> steps) {
  std::vector<NamedStep> named;
  named.reserve(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) named.push_back(step_of(StepReader(steps[i], i)));
  return named;
}

}  // namespace graphfuzz::go
