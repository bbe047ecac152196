// Finding: something wrong that an execution shows, or predicts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/place.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

/// Tells findings apart: the same for the same bug in every execution, worker and process.
using FindingKey = Fingerprint;

/// The key of a finding that its kind and message tell apart from others of the program.
FindingKey finding_key(std::string_view kind, std::string_view message, bool predicted = false);

struct Finding {
  /// The kind of a remark: there are values that no execution has, so that nothing is said of these.
  static constexpr const char* kSomeValues = "values";

  FindingKey key{};
  std::string kind;  ///< "assertion", "race", "deadlock", "liveness", "condition", "flag", "undefined"; of Go programs
                     ///< also "panic", "cyclic deadlock", "leak", "test failure"
  std::string message;          ///< one line for a person, with file:line:column where there is one
  bool predicted = false;       ///< it did not happen, but happens-before says that it could have
  std::uint32_t tried = 0;      ///< predicted: executions in which it was to happen
  bool of_graphs = false;       ///< it is looked for in new graphs alone, and its count is of graphs, not of executions
  bool undefined = false;       ///< it makes the program's behaviour undefined
  bool remark = false;          ///< no bug unless one asks for it: a thread that spins for ever
  std::vector<Place> places{};  ///< in the source, where they are known
  std::vector<Stack> stacks{};  ///< how the threads came there: accesses that race, where a block was freed, …
};

/// A remark without places, which its kind and message tell apart from others of the program.
Finding make_remark(std::string kind, std::string message);

/// Are these the same bug, perhaps of different executions?
inline bool same_bug(const Finding& a, const Finding& b) { return a.key == b.key; }

/// Writes one value, and reads it: store::DocumentError if it is none.
void save(store::Writer& out, const Finding& finding);
Finding load_finding(const store::Value& saved);
/// The same of the hashes of this project, as an array of two numbers.
void save(store::Writer& out, const Fingerprint& fingerprint);
Fingerprint load_fingerprint(const store::Value& saved);

/// The message without the kind, which is printed before it.
inline std::string_view message_of(const Finding& finding) {
  std::string_view message = finding.message;
  if (message.starts_with(finding.kind) && message.substr(finding.kind.size()).starts_with(": ")) {
    message.remove_prefix(finding.kind.size() + 2);
  }
  return message;
}

}  // namespace graphfuzz
