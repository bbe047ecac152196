// The text of ADVOCATE's elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/frontend/trace_files.hpp"

namespace graphfuzz::go {

/// Writes events of one trace as elements.
class ElementWriter {
 public:
  ElementWriter(const Trace& trace, AdvocateDialect dialect);

  /// Appends the element of the event with these times (`end` 0: it never finished), and the separator of elements.
  /// Nothing if ADVOCATE has no element for it.
  void write(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const;
  /// The mark of a rewritten trace's end.
  static void end_mark(std::string& out, std::uint64_t time, int exit_code, AdvocateDialect dialect);
  /// "file#line", or "file:line" in the older dialect.
  std::string position(Position position) const;
  /// The id of a routine. ADVOCATE counts from 1: if the trace has an id 0, all are one more.
  std::uint32_t routine(Routine routine) const { return trace_.routines[routine].id + shift_; }

 private:
  void channel(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const;
  void select(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const;
  const std::string& id(Object object) const;

  const Trace& trace_;
  AdvocateDialect dialect_;
  std::uint32_t shift_ = 0;
  std::vector<std::string> ids_;  ///< by object
  std::vector<bool> reads_;       ///< by object: a mutex that somebody reads
};

/// What stands for a position that is not known.
inline constexpr std::string_view kUnknownPosition = "unknown#0";

/// "trace_<id>.log".
std::string trace_file_name(std::uint32_t routine);

}  // namespace graphfuzz::go
