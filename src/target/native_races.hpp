// The data races of a native program that is then run as if it had none.
#pragma once

#include <vector>

#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/target/native_target.hpp"

namespace graphfuzz {

/// Runs the program of the machine at random under RC11 with plain accesses watched, whatever the options say of these,
/// and tells the races of some hundred executions as remarks: one for each pair of places. The machine uses other cells
/// afterwards. Throws Stopped.
std::vector<Finding> races_of(native::Machine& machine, const NativeOptions& options, const Settings& settings);

/// What the machine looks for as long as this is there; then it is what it was, however the scope is left.
class ChecksScope {
 public:
  ChecksScope(native::Machine& machine, const native::Checks& checks, const native::Checks& before)
      : machine_(machine), before_(before) {
    machine_.look_for(checks);
  }
  ~ChecksScope() { machine_.look_for(before_); }
  ChecksScope(const ChecksScope&) = delete;
  ChecksScope& operator=(const ChecksScope&) = delete;

 private:
  native::Machine& machine_;
  native::Checks before_;
};

/// The same, but threads that compute are ended soon: for runs in which it is found out what the program is.
native::Checks with_brief_hangs(native::Checks checks);

}  // namespace graphfuzz
