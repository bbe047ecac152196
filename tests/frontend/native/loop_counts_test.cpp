// Loops are counted from the places that a thread comes to, in each function that it is in.
#include "graphfuzz/frontend/native/loop_counts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace graphfuzz::native {
namespace {

constexpr Address kOuter = 0x1000;
constexpr Address kInner = 0x2000;
constexpr Address kAfter = 0x3000;

TEST(LoopCounts, ComingToAPlaceAgainIsTheNextIteration) {
  LoopCounts counts;
  LoopCounts::Id at = LoopCounts::kNone;
  for (unsigned i = 1; i <= 5; ++i) {
    at = counts.visit(at, kOuter);
    EXPECT_EQ(counts.count(at), i);
    at = counts.visit(at, kAfter);
    EXPECT_EQ(counts.count(at), 1U) << "is within the iteration";
  }
}

TEST(LoopCounts, LoopsWithinALoopAreCountedAnew) {
  LoopCounts counts;
  LoopCounts::Id at = LoopCounts::kNone;
  for (unsigned i = 1; i <= 3; ++i) {
    at = counts.visit(at, kOuter);
    EXPECT_EQ(counts.count(at), i);
    for (unsigned j = 1; j <= 4; ++j) {
      at = counts.visit(at, kInner);
      EXPECT_EQ(counts.count(at), j);
    }
  }
}

TEST(LoopCounts, ACallIsAnotherFrame) {
  LoopCounts counts;
  const LoopCounts::Id caller = counts.visit(LoopCounts::kNone, kOuter);
  LoopCounts::Id callee = counts.enter(caller);
  EXPECT_NE(callee, caller);
  for (unsigned i = 1; i <= 3; ++i) {
    callee = counts.visit(callee, kOuter);  // the same function, called by itself
    EXPECT_EQ(counts.count(callee), i);
    callee = counts.visit(callee, kInner);
  }
  const LoopCounts::Id back = counts.leave(callee);
  EXPECT_EQ(back, caller) << "what the function did does not count";
  EXPECT_EQ(counts.count(counts.visit(back, kOuter)), 2U);
  // Called again, it counts from one.
  EXPECT_EQ(counts.count(counts.visit(counts.enter(back), kOuter)), 1U);
}

TEST(LoopCounts, MoreIsLeftThanWasEntered) {
  // Main may begin within a function, and longjmp leaves functions without a word.
  LoopCounts counts;
  EXPECT_EQ(counts.leave(LoopCounts::kNone), LoopCounts::kNone);
  EXPECT_EQ(counts.leave(counts.visit(LoopCounts::kNone, kOuter)), LoopCounts::kNone);
}

TEST(LoopCounts, TheSameWayHasTheSameNumber) {
  LoopCounts counts;
  const auto go = [&] {
    LoopCounts::Id at = counts.visit(LoopCounts::kNone, kOuter);
    at = counts.visit(counts.enter(at), kInner);
    return counts.visit(at, kInner);
  };
  const LoopCounts::Id once = go();
  EXPECT_EQ(go(), once);
  EXPECT_NE(counts.visit(once, kInner), once);
  counts.clear();
  EXPECT_EQ(counts.count(go()), 2U);
}

/// What LoopCounts is short for: a stack of frames, each with the places since their loops' iterations began.
class Frames {
 public:
  unsigned visit(Address place) {
    std::vector<std::pair<Address, unsigned>>& frame = frames_.back();
    for (std::size_t i = 0; i < frame.size(); ++i) {
      if (frame[i].first != place) continue;
      frame.resize(i + 1);
      return ++frame[i].second;
    }
    frame.emplace_back(place, 1U);
    return 1;
  }
  void enter() { frames_.emplace_back(); }
  void leave() {
    frames_.pop_back();
    if (frames_.empty()) frames_.emplace_back();
  }
  std::string text() const {
    std::string result;
    for (const auto& frame : frames_) {
      result += '|';
      for (const auto& [place, count] : frame) result += std::to_string(place) + '*' + std::to_string(count) + ' ';
    }
    return result;
  }

 private:
  std::vector<std::vector<std::pair<Address, unsigned>>> frames_{1};
};

TEST(LoopCounts, AreThoseOfAStackOfFrames) {
  std::mt19937 random(1);
  LoopCounts counts;
  std::map<std::string, LoopCounts::Id> numbers;
  for (int walk = 0; walk < 200; ++walk) {
    Frames frames;
    LoopCounts::Id at = LoopCounts::kNone;
    for (int step = 0; step < 60; ++step) {
      const unsigned what = random() % 10;
      if (what < 7) {
        const Address place = 0x1000 + random() % 4;
        at = counts.visit(at, place);
        ASSERT_EQ(counts.count(at), frames.visit(place));
      } else if (what < 9) {
        at = counts.enter(at);
        frames.enter();
      } else {
        at = counts.leave(at);
        frames.leave();
      }
      // One number for each way, and one way for each number.
      ASSERT_EQ(numbers.try_emplace(frames.text(), at).first->second, at);
    }
  }
  std::set<LoopCounts::Id> distinct;
  for (const auto& [text, number] : numbers) EXPECT_TRUE(distinct.insert(number).second) << text;
}

}  // namespace
}  // namespace graphfuzz::native
