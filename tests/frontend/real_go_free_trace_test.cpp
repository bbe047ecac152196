// What a Go program that runs freely has noted, as the files of a trace.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/real_go/free/trace.hpp"
#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::real_go::free {
namespace {

class Ids final : public RoutineIds {
 public:
  std::uint32_t child(std::uint32_t parent, std::uint32_t index) override {
    return known_.try_emplace({parent, index}, static_cast<std::uint32_t>(known_.size() + 2)).first->second;
  }
  std::vector<std::uint32_t> path(std::uint32_t) const override { return {}; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known_;
};

constexpr std::size_t kBegin = kAsk;

/// The memory, as a program would write it.
class Memory {
 public:
  Memory() : words_(4096) {
    words_[kSize] = words_.size();
    words_[kUsed] = kBegin;
  }
  void routine(Word number, Word parent, Word index) { add(Record::routine, {number, parent, index}); }
  void text(Record kind, Word number, const std::string& text) {
    std::vector<Word> words(2 + (text.size() + 7) / 8);
    words[0] = number;
    words[1] = text.size();
    std::memcpy(words.data() + 2, text.data(), text.size());
    add(kind, words);
  }
  Operation& operation(std::uint32_t routine, go::Kind kind, std::uint32_t object, Word begin, Word end) {
    const std::size_t at = add(Record::operation, std::vector<Word>(15));
    auto& operation = *reinterpret_cast<Operation*>(&words_[at]);
    operation.routine = routine;
    operation.kind = static_cast<std::uint32_t>(kind);
    operation.place = 1;
    operation.object = object;
    operation.begin = begin;
    operation.end = end;
    operation.flags = kOk;
    return operation;
  }
  std::vector<Word>& words() { return words_; }

 private:
  std::size_t add(Record kind, const std::vector<Word>& words) {
    const std::size_t at = words_[kUsed], length = (words.size() + 1 + kUnit - 1) / kUnit * kUnit;
    words_[at] = kHead << 48 | static_cast<Word>(kind) << 32 | length;
    std::copy(words.begin(), words.end(), words_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    words_[kUsed] += length;
    return at;
  }

  std::vector<Word> words_;
};

Memory of_two() {
  Memory memory;
  memory.routine(1, 0, 0);
  memory.routine(2, 1, 0);
  memory.operation(1, go::Kind::fork, kNobody, 1, 1).child = 2;
  memory.text(Record::place, 1, "/folder/f.go:12\tmain.main");
  memory.operation(1, go::Kind::make, 7, 2, 3).operand = 0;
  memory.routine(3, 1, 1);
  memory.operation(1, go::Kind::fork, kNobody, 4, 5).child = 3;
  memory.operation(1, go::Kind::receive, 7, 6, 9).pair = 1;
  memory.operation(3, go::Kind::send, 7, 7, 8).pair = 1;
  return memory;
}

TEST(RealGoFreeTrace, IsWhatWasNoted) {
  Memory memory = of_two();
  Ids ids;
  const Noted noted = free::noted(memory.words(), kBegin, {true, false}, "/folder", ids);
  EXPECT_TRUE(noted.began);
  EXPECT_EQ(noted.files.at("trace_1.log"),
            "G,1,2,f.go#12\nN,2,7,C,0,f.go#12\nG,4,3,f.go#12\nC,6,9,7,R,f,1,0,0,f.go#12\n");
  EXPECT_EQ(noted.files.at("trace_3.log"), "C,7,8,7,S,f,1,0,0,f.go#12\n");
  EXPECT_EQ(noted.files.at("trace_2.log"), "");
  std::vector<std::string> warnings;
  const go::Trace trace = go::read_trace(noted.files, "", {}, warnings);
  EXPECT_EQ(trace.outcome, go::Outcome::clean);
  EXPECT_EQ(trace.routines.size(), 3U);
}

TEST(RealGoFreeTrace, KnowsWhoWasThereBeforeTheTests) {
  Memory memory = of_two();
  Ids ids;
  EXPECT_TRUE(free::noted(memory.words(), kBegin, {true, false}, "/folder", ids).residents.empty());
  memory.words()[kBefore] = 3;  // main, what timers do, and one more
  memory.routine(4, 3, 0);
  const std::set<std::uint32_t> residents =
      free::noted(memory.words(), kBegin, {true, false}, "/folder", ids).residents;
  EXPECT_EQ(residents, std::set<std::uint32_t>{ids.child(1, 1)});
}

TEST(RealGoFreeTrace, KnowsHowItEnded) {
  const std::vector<std::pair<std::string, go::Outcome>> endings = {
      {"send on closed channel", go::Outcome::panicked},
      {"all goroutines are asleep - deadlock!", go::Outcome::deadlocked}};
  for (const auto& [text, outcome] : endings) {
    Memory memory = of_two();
    memory.text(Record::text, 1, text);
    Ids ids;
    std::vector<std::string> warnings;
    const Noted noted = free::noted(memory.words(), kBegin, {true, false}, "/folder", ids);
    EXPECT_EQ(go::read_trace(noted.files, "", {}, warnings).outcome, outcome) << text;
  }
  Memory silent = of_two();
  Ids others;
  std::vector<std::string> none;
  const Noted killed = free::noted(silent.words(), kBegin, {true, true}, "/folder", others);
  EXPECT_EQ(go::read_trace(killed.files, "", {}, none).outcome, go::Outcome::panicked);
  Memory memory = of_two();
  Ids ids;
  std::vector<std::string> warnings;
  const Noted late = free::noted(memory.words(), kBegin, {false, false}, "/folder", ids);
  EXPECT_EQ(go::read_trace(late.files, "", {}, warnings).outcome, go::Outcome::timed_out);
}

// Whoever completed the select was the last to say something of it.
TEST(RealGoFreeTrace, KnowsTheCaseOfASelectThatCouldNotSayIt) {
  Memory memory = of_two();
  Operation& select = memory.operation(1, go::Kind::select, kNobody, 10, 12);
  select.chosen = kNoCase;
  select.part_of = 9 << 1;
  select.pair = 1;
  select.cases = 2;
  Word* const cases = reinterpret_cast<Word*>(&select + 1);
  cases[0] = 7;
  cases[1] = 9;
  Ids ids;
  const Noted noted = free::noted(memory.words(), kBegin, {true, false}, "/folder", ids);
  EXPECT_NE(noted.files.at("trace_1.log").find("S,10,12,10,C.10.0.7.R.f.0.0.0~C.10.12.9.R.f.1.0.0,1,f.go#12"),
            std::string::npos)
      << noted.files.at("trace_1.log");
}

// A process may be killed in the midst of a record, and may write wherever it likes.
RC_GTEST_PROP(RealGoFreeTrace, BearsWhateverIsThere, (std::vector<std::pair<unsigned, Word>> writes)) {
  Memory memory = of_two();
  for (const auto& [at, word] : writes) {
    const std::size_t place = kUsed + at % (memory.words().size() - kUsed);
    const Word there = memory.words()[place];
    memory.words()[place] = at % 3 == 0 ? word : at % 3 == 1 ? word % 64 : there ^ Word { 1 } << word % 64;
  }
  Ids ids;
  std::vector<std::string> warnings;
  const Noted noted = free::noted(memory.words(), kBegin, {false, false}, "/folder", ids);
  try {
    static_cast<void>(go::read_trace(noted.files, "", {.lenient = true}, warnings));
  } catch (const go::TraceError& e) {
    RC_ASSERT(!std::string(e.what()).empty());
  }
}

}  // namespace
}  // namespace graphfuzz::real_go::free
