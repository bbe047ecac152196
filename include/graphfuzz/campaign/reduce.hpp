// Reduction: a smaller program that shows the same finding, by leaving out parts of its text for as long as it does
// (delta debugging: Zeller and Hildebrandt, TSE 2002; on the tree of the parts: Misherghi and Su, ICSE 2006). What
// cannot go alone, as a Lock cannot without its Unlock, goes with all, or one other, of what names the same object.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graphfuzz/campaign/seek.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz {

/// What an execution shows, and has to go on showing: the kind and the message of a finding, with its places by lines
/// (of a condition the message tells the state); or, without a kind, that the proposition of an `exists` holds in the
/// final state that is the message.
struct Goal {
  std::string kind{};
  std::string message{};
};

/// How many there are of what makes a program large.
struct ProgramSize {
  std::uint64_t threads = 0;  ///< of a Go program 0: nobody knows them from its text
  std::uint64_t statements = 0;
  std::uint64_t bytes = 0;
};

struct Reduction {
  std::string text{};               ///< of the smallest program
  Goal goal{};                      ///< as that program shows it
  std::optional<FindingKey> key{};  ///< … of the finding, if it is one
  Witness witness{};                ///< an execution of it that does
  std::unique_ptr<const Target> target{};
  ProgramSize before{}, after{};
  std::uint64_t programs = 0;    ///< smaller ones that were tried
  std::uint64_t executions = 0;  ///< of all of them
  bool shown_at_all = false;     ///< did the whole program show it in the executions allowed? Else nothing was tried
  bool finished = false;         ///< was every program tried that has one part less than the smallest? If so:
  std::uint64_t unreadable = 0;  ///< … so many of them are no programs,
  std::uint64_t cannot = 0;      ///< … so many do not show it: all their executions were visited,
  std::uint64_t unseen = 0;      ///< … and so many did not, in the executions allowed
};

struct ReduceOptions {
  LoadOptions load{};
  SeekOptions seek{};                                ///< for each program
  std::function<void(const Reduction&)> progress{};  ///< of the best so far; may be empty
};

/// Can the texts of such programs be taken apart?
bool is_reducible(std::string_view kind);

/// The smallest that greedy removal finds: no part (ProgramPart) can be left out alone any more. `source.file` is how
/// messages name the program; that of the result is `new_file`. When it is stopped (stop_point), the smallest so far is
/// the result. Throws what load_targets throws for the whole program.
Reduction reduce(const ProgramSource& source, const std::string& new_file, const Goal& goal,
                 const ReduceOptions& options);

}  // namespace graphfuzz
