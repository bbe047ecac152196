// The texts of failures and how these came about, and the names of outcomes.
#include <xxhash.h>

#include <algorithm>
#include <map>

#include "runtime/calls.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {
namespace {

std::map<std::size_t, std::string> messages;
std::map<std::size_t, std::vector<native::CallStack>> explanations;  // of messages
std::vector<std::string> outcomes;

}  // namespace

std::size_t message_number(const std::string& text) {
  // It is what an event writes: the same in all processes.
  const std::size_t number = XXH3_64bits(text.data(), text.size());
  messages.try_emplace(number, text);
  return number;
}
const std::string& message(std::size_t number) { return messages.at(number); }
void explain_message(std::size_t number, std::vector<native::CallStack> stacks) {
  explanations.try_emplace(number, std::move(stacks));
}
const std::vector<native::CallStack>& explanation(std::size_t number) { return explanations[number]; }
native::CallStack stack_of(Fiber& fiber, std::string what, Address place) {
  native::CallStack stack{std::move(what), {place}};
  for (const Address call : calls_of(call_number(fiber))) stack.places.push_back(call);
  return stack;
}
std::size_t outcome_number(const std::string& name) {
  const auto found = std::find(outcomes.begin(), outcomes.end(), name);
  if (found == outcomes.end()) {
    outcomes.push_back(name);
    return outcomes.size() - 1;
  }
  return static_cast<std::size_t>(found - outcomes.begin());
}
const std::vector<std::string>& outcome_names() { return outcomes; }

}  // namespace graphfuzz::runtime
