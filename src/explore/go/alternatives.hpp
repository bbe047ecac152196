// Alternatives: what could have happened instead of a step of an execution, without anything that comes after it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/history.hpp"

namespace graphfuzz::go {

/// A step that depends on step e of an execution, and is possible once what comes before it has been taken without e,
/// and without what comes after e: a race of Abdulla, Aronis, Jonsson and Sagonas (JACM 2017), or another choice of the
/// same goroutine.
struct Alternative {
  Step step;
  std::uint32_t part = kNoStep;  ///< of the history: what its goroutine wants; kNoStep for an alarm
  std::uint32_t first_touch = 0, touch_count = 0;
  std::size_t first_word = 0;  ///< of the set of steps after e that come before it
};

/// Finds all of them, of an execution that is at its end. For each operation that is pending at some moment after e,
/// and each thing that could come of it, the *last* moment is looked for at which it is possible. A moment is a set of
/// steps that nothing is missing from that they come after; since the changes of an object are totally ordered, the
/// last one at which several objects are in certain conditions is found by going back with an object that is not in its
/// condition until it is (as Garg and Waldecker, IEEE TPDS 1994, find the first). Not thread-safe.
class Alternatives {
 public:
  /// Of step e. Valid until the next call. O(steps) for each thing that could come of an operation.
  void find(const History& history, std::uint32_t e);

  std::span<const Alternative> all() const { return all_; }
  std::span<const Touch> touches(const Alternative& a) const {
    return std::span(touches_).subspan(a.first_touch, a.touch_count);
  }
  /// Calls visit(k) for the steps k > e that come before the alternative, in order, until it returns false.
  template <class Visitor>
  void for_each_before(const Alternative& a, Visitor visit) const {
    for (std::size_t i = e_ / 64; i < moment_words(); ++i) {
      for (Word word = cuts_[a.first_word + i]; word != 0; word &= word - 1) {
        if (!visit(static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(std::countr_zero(word))))) return;
      }
    }
  }

 private:
  using Word = History::Word;
  /// What is wanted of a channel.
  struct Wanted {
    Object channel;
    bool sends;
    bool ready;
  };

  std::size_t moment_words() const { return history_->steps() / 64 + 1; }
  bool touched(Object object) const;
  void find_relevant();
  bool own(const Part& part) const { return part.end == e_; }
  void look_at(Object object, bool only_own);
  void look_for_partners(std::uint32_t sender, int sender_choice, Object channel, bool only_own);
  void alone(std::uint32_t p, int choice);
  void meet(std::uint32_t sender, int sender_choice, std::uint32_t receiver, int receiver_choice, Object channel);
  void alarms();
  bool alarm(const AlarmLife& which, bool blocked);
  bool is_set(const AlarmLife& a, std::uint32_t k) const;
  bool is_set_now(const AlarmLife& a) const;
  bool may_go_off(const Alarm& a) const;
  bool go_back(const Alarm& a);

  void begin_moment();
  void exclude(std::uint32_t step);
  bool included(std::uint32_t step) const;
  bool arrived(const Part& part) const;
  bool go_back_to(std::span<const Wanted> wanted);
  Condition condition(Object object) const;
  std::uint32_t last_change(Object object) const;
  void add(const Step& step, std::uint32_t part);

  const History* history_ = nullptr;
  std::uint32_t e_ = 0;
  std::vector<std::uint32_t> relevant_;  // parts
  std::vector<Word> independent_;        // of e
  std::vector<Word> moment_;
  std::vector<Wanted> wanted_;
  std::vector<Touch> scratch_;
  std::vector<Alternative> all_;
  std::vector<Touch> touches_;
  std::vector<Word> cuts_;
};

}  // namespace graphfuzz::go
