// Features: what a fuzzer's feedback looks at in one run, and the scores that are made of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// How often a value sent at one place was received at another. A place is that of the send, receive or select.
struct PairCount {
  Position send = kNoPosition;
  Position receive = kNoPosition;
  std::uint64_t count = 0;
  friend bool operator==(const PairCount&, const PairCount&) = default;
};

/// The channels made at one place; kNoPosition: where they were made is not known.
struct ChannelSite {
  Position made_at = kNoPosition;
  std::uint64_t created = 0;
  std::uint64_t closed = 0;
  std::uint64_t not_closed = 0;  ///< at the end of the run
  std::uint64_t capacity = 0;    ///< the largest
  std::uint64_t fullness = 0;    ///< the most elements that one of them held
  friend bool operator==(const ChannelSite&, const ChannelSite&) = default;
};

/// One channel that was made or used.
struct ChannelUse {
  Object object = kNoObject;
  bool closed = false;
  std::uint64_t fullness = 0;  ///< the most elements that it held
};

/// One execution of a select.
struct SelectVisit {
  std::uint32_t event = kNoEvent;
  Position position = kNoPosition;
  std::uint32_t cases = 0;  ///< without the default
  bool has_default = false;
  bool finished = false;
  int chosen = kDefault;           ///< if it finished
  std::vector<bool> with_partner;  ///< per case; empty if no partners were given
  std::uint32_t partners() const;  ///< number of cases with a possible partner
};

/// Positions are those of Trace::positions: comparable between runs of one program in the engine; between recorded
/// traces only their texts are.
struct Features {
  std::vector<PairCount> pairs;       ///< CountChOpPair; sorted by (send, receive)
  std::vector<ChannelSite> channels;  ///< sorted by made_at
  std::vector<ChannelUse> uses;       ///< the same, one by one
  std::vector<SelectVisit> selects;   ///< in the trace's order
  std::uint64_t created = 0;          ///< CreateCh: channels (not sites) that were made or used
  std::uint64_t closed = 0;           ///< CloseCh: those of them that were closed
  std::uint64_t fullness = 0;  ///< ΣMaxChBufFull: of every buffered channel (not site) the most elements it held
  std::uint64_t partners = 0;  ///< ΣSelPosPartner: cases of selects with a possible partner
};

/// `case_partners`: of cases_with_partners(), or null if they are not wanted. O(events · log events).
Features features(const Trace& trace, const std::vector<bool>* case_partners = nullptr);

/// gfuzz.md, "Favoring Propitious Orders"; select-based-fuzzing.md, "Determine the score".
struct GFuzzWeights {
  double pair = 1;       ///< times Σ log2 CountChOpPair
  double created = 10;   ///< times CreateCh
  double closed = 10;    ///< times CloseCh
  double fullness = 10;  ///< times ΣMaxChBufFull
  double partner = 0;    ///< times ΣSelPosPartner; 10 with happens-before
};
double gfuzz_score(const Features& features, const GFuzzWeights& weights = {});
/// The same with the possible partners, a = 10.
double gfuzz_hb_score(const Features& features);

/// order-based-fuzzing.md, "Mutation": w1 · #Rel1 + w2 · log #Rel2, the natural logarithm, as GoPie's code has it; 0
/// after a time-out. Of no pairs the logarithm is taken to be 0.
struct GoPieWeights {
  double rel1 = 1;
  double rel2 = 1;
};
double gopie_score(std::uint64_t rel1_pairs, std::uint64_t rel2_pairs, Outcome outcome,
                   const GoPieWeights& weights = {});

/// Why a run with these features would be kept if it were the first: everything in it is new. One line each, with
/// positions as text.
std::vector<std::string> first_run_reasons(const Features& features, const Trace& trace);

}  // namespace graphfuzz::go
