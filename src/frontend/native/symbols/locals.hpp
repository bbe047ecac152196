// The variables of functions that are on the stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontend/native/symbols/member_path.hpp"
#include "frontend/native/symbols/units.hpp"

namespace graphfuzz::native {

/// How the canonical frame address of a function is found at one of its instructions: register plus offset.
struct FrameRule {
  unsigned register_number = 0;  ///< as DWARF numbers them
  std::uint64_t offset = 0;
};

class Locals {
 public:
  /// Of a file with its debug information, which may be null.
  Locals(Elf* elf, Dwarf* debug);
  Locals(const Locals&) = delete;
  Locals& operator=(const Locals&) = delete;
  ~Locals();

  std::optional<FrameRule> rule_at(std::uint64_t instruction);

  /// As Symbols::local_name(); instructions are those in the file.
  std::string name(Units& units, MemberPaths& members, std::uint64_t instruction, std::uint64_t frame,
                   std::uint64_t address, std::size_t size);

 private:
  Dwarf_CFI* unwinding_ = nullptr;        ///< of .eh_frame, ours
  Dwarf_CFI* debug_unwinding_ = nullptr;  ///< of .debug_frame, the Dwarf's
};

}  // namespace graphfuzz::native
