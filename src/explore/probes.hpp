// Small programs to try memory models on, made in code: straight lines, in which events may depend on the last read
// without their values changing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

struct ProbeOperation {
  RequestKind kind = RequestKind::read;  ///< read, write, update, compare_exchange or fence
  MemoryOrder order = MemoryOrder::relaxed;
  Location location = 0;
  Value operand = 0;  ///< written; added by an update; desired by a compare_exchange, which expects 0
  /// Of the operation on the thread's last read; control goes for all operations behind, too.
  enum class Dependence : std::uint8_t { none, address, data, control } dependence = Dependence::none;
};

struct Probe {
  std::string name;  ///< shape+variant, e.g. "LB+data+po"
  std::vector<std::vector<ProbeOperation>> threads;
};

std::vector<Probe> probes();

/// `probe` must outlive the program.
std::unique_ptr<Program> make_program(const Probe& probe);

}  // namespace graphfuzz
