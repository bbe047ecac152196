// AdvocateReader: the trace files of an ADVOCATE folder, one after the other, into a RawTrace.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/trace/cursor.hpp"
#include "frontend/trace/raw_trace.hpp"

namespace graphfuzz::go {

class AdvocateReader {
 public:
  AdvocateReader(RawTrace& recording, const TraceOptions& options, std::vector<std::string>& warnings)
      : recording_(recording), options_(options), warnings_(warnings) {}

  /// Appends the routine's elements. `text` must outlive the reader. Throws TraceError (lenient: the rest of the file
  /// is left out).
  void read(std::uint32_t routine, std::string file, std::string_view text);

 private:
  /// One for each kind of element; they throw TraceError. Those that return false have found no event of a trace.
  bool element(TraceEvent& event);
  void channel(TraceEvent& event, const Fields& fields);
  void select(TraceEvent& event, const Fields& fields);
  bool select_case(TraceEvent& event, std::string_view text, bool chosen);
  void mutex(TraceEvent& event, const Fields& fields);
  void wait_group(TraceEvent& event, const Fields& fields);
  void once(TraceEvent& event, const Fields& fields);
  void cond(TraceEvent& event, const Fields& fields);
  bool atomic(TraceEvent& event, const Fields& fields);
  void fork(TraceEvent& event, const Fields& fields);
  void end(TraceEvent& event, const Fields& fields);
  bool make(TraceEvent& event, const Fields& fields);

  void skip(std::string_view what);
  void expect(const Fields& fields, std::size_t least, std::size_t most, std::string_view what) const;
  void times(TraceEvent& event, std::string_view begin, std::string_view end) const;
  void time(TraceEvent& event, std::string_view text) const;
  void fill(TraceEvent& event, const Fields& fields, std::size_t at, bool given, Object channel);
  bool flag(std::string_view text, std::string_view what) const;
  char letter(std::string_view text, std::string_view allowed, std::string_view what) const;
  Object object(ObjectKind kind, std::string_view id);
  Object named(ObjectKind kind, std::string_view id);
  Object channel_object(std::string_view id, std::string_view capacity);
  Position position(std::string_view text);

  RawTrace& recording_;
  const TraceOptions& options_;
  std::vector<std::string>& warnings_;
  const Cursor* cursor_ = nullptr;
  std::array<std::unordered_map<std::string_view, Object>, 7> objects_;  ///< by ObjectKind; views of the files' texts
  std::vector<bool> capacity_known_;                                     ///< by object
  std::unordered_map<std::string_view, Position> positions_;             ///< as they are spelled in the files
  std::unordered_map<std::string, Position> normal_positions_;           ///< with #
  std::set<std::string, std::less<>> skipped_;
};

}  // namespace graphfuzz::go
