// GoesBack: what a Run may be besides.
#pragma once

#include <cstddef>

namespace graphfuzz {

/// A run that can take back all of its threads together, to where it was before, in executions that have begun after
/// Run::keep_history.
class GoesBack {
 public:
  virtual ~GoesBack() = default;

  /// How far the run has come. Positions end with Run::reset; those that are later than the beginning of a thread's
  /// iteration with its Run::rewind.
  virtual std::size_t position() const = 0;

  /// Back to there: whatever was resumed since then was not. False, and nothing has changed, if it cannot do that
  /// because of what it has learned since Run::reset: then everything has to be reset.
  virtual bool go_back(std::size_t position) = 0;
};

}  // namespace graphfuzz
