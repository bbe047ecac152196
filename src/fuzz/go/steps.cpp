#include "graphfuzz/fuzz/go/steps.hpp"

#include <fmt/format.h>

#include "fuzz/step_reader.hpp"

namespace graphfuzz::go {
namespace {

std::string to_text(const NamedStep& step) {
  std::string text = fmt::format("{{\"routine\": \"{}\"", step.routine);
  if (step.choice != 0) text += fmt::format(", \"choice\": {}", step.choice);
  if (!step.partner.empty()) text += fmt::format(", \"partner\": \"{}\"", step.partner);
  if (step.partner_choice != 0) text += fmt::format(", \"partner_choice\": {}", step.partner_choice);
  if (step.timer >= 0) text += fmt::format(", \"timer\": {}", step.timer);
  return text + '}';
}

NamedStep step_of(const store::Value& json) {
  const auto number = [&](const char* key, std::int16_t least, std::int16_t otherwise) {
    const std::optional<store::Value> value = json.find(key);
    return value ? value->integer<std::int16_t>(least) : otherwise;
  };
  NamedStep step;
  step.routine = json.field("routine").text();
  if (const std::optional<store::Value> partner = json.find("partner")) step.partner = partner->text();
  step.choice = number("choice", kDefault, 0);
  step.partner_choice = number("partner_choice", kDefault, 0);
  step.timer = number("timer", 0, -1);
  return step;
}

}  // namespace

std::vector<std::string> to_texts(std::span<const NamedStep> steps) {
  std::vector<std::string> texts;
  texts.reserve(steps.size());
  for (const NamedStep& step : steps) texts.push_back(to_text(step));
  return texts;
}

std::vector<NamedStep> named_steps_of(std::span<const std::string> steps) { return read_steps(steps, step_of); }

}  // namespace graphfuzz::go
