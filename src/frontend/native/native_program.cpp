#include "graphfuzz/frontend/native/native_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/native/native_run.hpp"
#include "graphfuzz/program/condition_variable.hpp"

namespace graphfuzz::native {
namespace {
Machine* the_machine = nullptr;
}

Machine* machine() { return the_machine; }
void set_machine(Machine* machine) { the_machine = machine; }

bool Wait::accepts(Value value) const {
  switch (kind) {
    case Kind::none:
      return true;
    case Kind::equal:
      return value == bound;
    case Kind::not_equal:
      return value != bound;
    case Kind::at_least:
      return value >= bound;
    case Kind::group:
      return condition_woken(value, bound);
  }
  return true;
}

NativeProgram::NativeProgram(Knowledge& knowledge)
    : knowledge_(knowledge), name_(knowledge.machine().program()), outcomes_(knowledge.machine().outcomes()) {
  const CellTable& cells = knowledge.cells();
  for (Location x = 0; x < cells.size(); ++x) {
    locations_.push_back({knowledge.name(x), cells[x].initial});
  }
}

std::unique_ptr<Run> NativeProgram::start() const { return std::make_unique<NativeRun>(knowledge_, outcomes_.size()); }

std::string NativeProgram::location_name(Location location) const {
  if (location >= Knowledge::kPlainBase) return knowledge_.machine().name(knowledge_.plain_address(location));
  if (location < knowledge_.cells().size()) return knowledge_.name(location);
  return Program::location_name(location);
}

std::uint64_t NativeProgram::location_key(Location location) const {
  return location >= Knowledge::kPlainBase ? knowledge_.plain_address(location) : knowledge_.cells()[location].address;
}

// By their names; those that are 0 may as well not be known.
Fingerprint NativeProgram::state_fingerprint(std::span<const Value> state) const {
  Fingerprint result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (state[i] == 0) continue;
    const Fingerprint name = fingerprint(std::string_view(outcomes_[i]));
    result += fingerprint_of(name.low, name.high, static_cast<std::uint64_t>(state[i]));
  }
  return result;
}

std::string NativeProgram::describe(std::span<const Value> state) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < state.size(); ++i) parts.push_back(fmt::format("{}={};", outcomes_[i], state[i]));
  std::sort(parts.begin(), parts.end());
  return fmt::format("{}", fmt::join(parts, " "));
}

std::vector<Stack> NativeProgram::stacks(std::size_t number) const {
  std::vector<Stack> result;
  for (const CallStack& stack : knowledge_.machine().explanation(number)) {
    Stack told = knowledge_.told(stack);
    if (!told.frames.empty()) result.push_back(std::move(told));
  }
  return result;
}

Stack NativeProgram::stack(std::uint32_t place, std::uint32_t calls) const {
  CallStack stack{{}, {knowledge_.place(place)}};
  for (const Address call : knowledge_.machine().calls(calls)) stack.places.push_back(call);
  return knowledge_.told(stack);
}

std::string NativeProgram::wait(ThreadId, std::uint32_t number) const {
  if (number == 0) return {};
  return fmt::format("{}: wait", knowledge_.machine().where(knowledge_.wait_place(number)));
}

Place NativeProgram::place(std::uint32_t number) const { return knowledge_.machine().place(knowledge_.place(number)); }

std::string NativeProgram::show(Value value) const {
  const auto bits = static_cast<std::uint64_t>(value);
  constexpr std::uint64_t kLikeAnAddress = std::uint64_t{1} << 32;
  if (bits < kLikeAnAddress || value < 0) return std::to_string(value);
  const std::string name = knowledge_.machine().name(bits);
  return name.starts_with("0x") ? name : "&" + name;  // nobody's address
}

// What is not known to be unsigned is a number as an int is. Of eight bytes, none shows whether it is.
std::string NativeProgram::show_at(Location location, Value value) const {
  if (location >= knowledge_.cells().size()) return show(value);
  const Cell& cell = knowledge_.cells()[location];
  if (cell.size == 8) return show(value);
  const unsigned bits = 8U * cell.size;
  const Value negative = wrap(value, bits, true);
  if (negative >= 0) return show(value);
  return std::to_string(knowledge_.machine().is_signed(cell.address, cell.size).value_or(cell.size == 4)
                            ? negative
                            : wrap(value, bits, false));
}

}  // namespace graphfuzz::native
