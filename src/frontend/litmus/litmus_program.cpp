#include "litmus_program.hpp"

#include <set>

#include "interpreter.hpp"

namespace graphfuzz::litmus {
namespace {

/// The name of the location, if the value is the address of one.
const std::string* pointed_to(Value value, const std::vector<LocationInfo>& locations) {
  if (value < kAddressBase || value - kAddressBase >= static_cast<Value>(locations.size())) return nullptr;
  return &locations[static_cast<std::size_t>(value - kAddressBase)].name;
}

}  // namespace

std::unique_ptr<Run> LitmusProgram::start() const { return std::make_unique<LitmusRun>(*this); }

std::vector<Value> LitmusProgram::constants() const {
  std::set<Value> found;
  for (const ThreadCode& code : thread_codes) {
    found.insert(code.registers.begin(), code.registers.end());
    for (const Access& access : code.accesses) {
      if (access.operand == kNoRegister) found.insert(access.request.operand);
      if (access.expected == kNoRegister) found.insert(access.request.expected);
    }
  }
  return {found.begin(), found.end()};
}

std::vector<WriteInCode> LitmusProgram::writes_in_code() const {
  std::vector<WriteInCode> found;
  for (ThreadId t = 0; t < thread_codes.size(); ++t) {
    for (const Access& access : thread_codes[t].accesses) {
      const Request& request = access.request;
      if (request.kind == RequestKind::read || request.kind == RequestKind::fence) continue;
      WriteInCode& write = found.emplace_back();
      write.thread = t;
      write.atomic = is_atomic(request.order);
      if (access.address == kNoRegister) write.location = request.location;
      const bool computes = request.kind == RequestKind::update && request.operation != Operation::exchange;
      if (access.operand == kNoRegister && !computes) write.value = request.operand;
    }
  }
  return found;
}

std::optional<Question::Subjects> LitmusProgram::subjects() const {
  Subjects subjects;
  for (const StateItem& item : items) {
    if (item.is_register) subjects.threads.push_back(static_cast<ThreadId>(item.thread));
    for (std::uint32_t i = 0; !item.is_register && i < item.size; ++i) subjects.locations.push_back(item.first + i);
  }
  return subjects;
}

std::string LitmusProgram::describe(std::span<const Value> state) const {
  std::string text;
  std::size_t at = 0;
  const auto append_value = [&] {
    const std::string* location = pointed_to(state[at], location_infos);
    text += location != nullptr ? *location : std::to_string(state[at]);
    ++at;
  };
  for (std::size_t i = 0; i < visible_items; ++i) {
    const StateItem& item = items[i];
    if (!text.empty()) text += ' ';
    text += item.label;
    text += item.is_array ? "={" : "=";
    for (std::uint32_t cell = 0; cell < item.size; ++cell) {
      if (cell > 0) text += ',';
      append_value();
    }
    text += item.is_array ? "};" : ";";
  }
  return text;
}

std::string LitmusProgram::show(Value value) const {
  const std::string* location = pointed_to(value, location_infos);
  return location != nullptr ? "&" + *location : std::to_string(value);
}

}  // namespace graphfuzz::litmus
