#include "frontend/real_go/free/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontend/real_go/told_place.hpp"
#include "graphfuzz/program/go/operation.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::real_go::free {
namespace {

constexpr std::uint32_t kOfRuntime = 2;  // the routine that stands for what timers do

struct Case {
  std::uint32_t object;
  bool sends;
  std::uint64_t capacity;
};

struct Noting {
  Operation operation;
  std::vector<Case> cases;
};

/// All records, sorted by what they are.
class Records {
 public:
  Records(std::span<const Word> memory, std::size_t first, const std::string& folder, RoutineIds& ids)
      : folder_(folder + '/'), ids_(ids) {
    const std::size_t end = std::min<std::size_t>(memory[kUsed], memory.size());
    for (std::size_t at = first; at + kUnit <= end;) {
      const Word head = memory[at];
      const std::size_t length = head & 0xffff'ffff;
      // Of a process that was killed some record may be without its head.
      if (head >> 48 != kHead || length == 0 || length % kUnit != 0 || length > end - at) {
        at += kUnit;
        continue;
      }
      read(static_cast<Record>(head >> 32 & 0xffff), memory.subspan(at, length));
      at += length;
    }
    for (auto& [number, notings] : operations_) {
      std::stable_sort(notings.begin(), notings.end(),
                       [](const Noting& a, const Noting& b) { return a.operation.begin < b.operation.begin; });
    }
  }

  const std::map<std::uint32_t, std::vector<Noting>>& operations() const { return operations_; }
  std::uint32_t id(std::uint32_t number) const {
    const auto found = routines_.find(number);
    return found == routines_.end() ? 0 : found->second;
  }
  const std::map<std::uint32_t, std::uint32_t>& routines() const { return routines_; }
  std::string place(std::uint32_t number) const {
    const auto found = places_.find(number);
    return found == places_.end() ? "unknown#0" : found->second;
  }
  bool is_read(std::uint32_t mutex) const { return read_.contains(mutex); }
  /// Is it neither at its end nor blocked, as far as it has said? Who is in a Once may be the one that runs it, and who
  /// waits for a preferred case would go on with another.
  bool at_work(std::uint32_t number) const {
    const auto found = operations_.find(number);
    if (found == operations_.end() || found->second.empty()) return true;
    const Operation& last = found->second.back().operation;
    const auto kind = static_cast<go::Kind>(last.kind);
    return kind != go::Kind::end && (last.end != 0 || kind == go::Kind::once || (last.flags & kHeld) != 0);
  }
  const std::map<std::string, std::string>& functions() const { return functions_; }
  const std::vector<std::pair<std::uint32_t, std::string>>& texts() const { return texts_; }
  const std::map<std::uint32_t, Stack>& stacks() const { return stacks_; }
  /// Of who ends the process.
  Stack stack_of_end(std::uint32_t number) const {
    const auto found = dying_.find(number);
    return found == dying_.end() ? Stack{} : found->second;
  }

 private:
  static std::string text_of(std::span<const Word> words) {
    const std::size_t length = std::min<std::size_t>(words[2], 8 * (words.size() - 3));
    return {reinterpret_cast<const char*>(&words[3]), length};
  }

  void read(Record kind, std::span<const Word> words) {
    switch (kind) {
      case Record::operation:
        read_operation(words);
        break;
      case Record::place: {
        auto [text, function] = told_place(text_of(words), folder_);
        if (const std::size_t colon = text.rfind(':'); colon != text.npos) text[colon] = '#';
        // What elements, and the parts of selects, are separated by.
        for (char& c : text) {
          if (c == ',' || c == ';' || c == '~' || static_cast<unsigned char>(c) < ' ') c = '_';
        }
        functions_[text] = std::move(function);
        places_[static_cast<std::uint32_t>(words[1])] = std::move(text);
        break;
      }
      case Record::routine: {
        // Parents come before their children.
        const auto number = static_cast<std::uint32_t>(words[1]), parent = static_cast<std::uint32_t>(words[2]);
        const std::uint32_t of_parent = id(parent);
        routines_[number] =
            parent == 0 || of_parent == 0 ? 1 : ids_.child(of_parent, static_cast<std::uint32_t>(words[3]));
        break;
      }
      case Record::text:
        texts_.emplace_back(static_cast<std::uint32_t>(words[1]), text_of(words));
        break;
      case Record::call: {
        const auto number = static_cast<std::uint32_t>(words[1]);
        Stack& stack = (words[1] & kDies) != 0 ? dying_[number] : stacks_[id(number)];
        auto [place, function] = told_place(text_of(words), folder_);
        stack.frames.push_back(parse_place(place));
        stack.functions.push_back(std::move(function));
        break;
      }
    }
  }

  void read_operation(std::span<const Word> words) {
    Noting noting{};
    constexpr std::size_t kWords = sizeof(Operation) / sizeof(Word);
    if (words.size() < kWords) return;
    std::memcpy(&noting.operation, words.data(), sizeof(Operation));
    if (noting.operation.begin == 0) return;  // no more than its head is there
    const std::size_t cases = std::min<std::size_t>(noting.operation.cases, words.size() - kWords);
    for (std::size_t i = 0; i < cases; ++i) {
      const Word one = words[kWords + i];
      noting.cases.push_back({static_cast<std::uint32_t>(one), (one >> 32 & 1) != 0, one >> 33});
    }
    const auto kind = static_cast<go::Kind>(noting.operation.kind);
    if (kind == go::Kind::rlock || kind == go::Kind::runlock || kind == go::Kind::try_rlock) {
      read_.insert(noting.operation.object);
    }
    operations_[noting.operation.routine].push_back(std::move(noting));
  }

  std::string folder_;
  RoutineIds& ids_;
  std::map<std::uint32_t, std::vector<Noting>> operations_;  // by routine, in the order in which they began
  std::map<std::uint32_t, std::uint32_t> routines_;          // ids, by number
  std::unordered_map<std::uint32_t, std::string> places_;
  std::unordered_set<std::uint32_t> read_;
  std::map<std::string, std::string> functions_;  // by place
  std::vector<std::pair<std::uint32_t, std::string>> texts_;
  std::map<std::uint32_t, Stack> stacks_;  // of those who are left, by id
  std::map<std::uint32_t, Stack> dying_;   // of those who end the process, by number
};

char letter_of(go::Kind kind) {
  using enum go::Kind;
  constexpr std::pair<go::Kind, char> kLetters[] = {
      {send, 'S'},         {receive, 'R'},    {close, 'C'},       {lock, 'L'},           {unlock, 'U'},
      {try_lock, 'T'},     {rlock, 'R'},      {runlock, 'N'},     {try_rlock, 'Y'},      {wg_add, 'A'},
      {wg_wait, 'W'},      {cond_wait, 'W'},  {cond_signal, 'S'}, {cond_broadcast, 'B'}, {atomic_load, 'L'},
      {atomic_store, 'S'}, {atomic_add, 'A'}, {atomic_swap, 'W'}, {atomic_cas, 'C'},     {atomic_and, 'N'},
      {atomic_or, 'O'}};
  for (const auto& [known, letter] : kLetters) {
    if (known == kind) return letter;
  }
  return '?';
}

std::string object_of(std::uint32_t object) { return object == kNobody ? "*" : std::to_string(object); }

std::string select_line(const Noting& noting, const std::string& place) {
  const Operation& o = noting.operation;
  std::string cases;
  std::int32_t taken = o.chosen;
  for (std::size_t i = 0; i < noting.cases.size() && taken == kNoCase; ++i) {
    const Case& one = noting.cases[i];
    if (one.object == o.part_of >> 1 && one.sends == ((o.part_of & 1) != 0)) taken = static_cast<std::int32_t>(i);
  }
  for (std::size_t i = 0; i < noting.cases.size(); ++i) {
    const Case& one = noting.cases[i];
    const bool chosen = o.end != 0 && taken == static_cast<std::int32_t>(i);
    const bool closed = chosen && (o.flags & kOk) == 0;
    cases += fmt::format("{}C.{}.{}.{}.{}.{}.{}.{}.{}", cases.empty() ? "" : "~", o.begin, chosen ? o.end : 0,
                         object_of(one.object), one.sends ? 'S' : 'R', closed ? 't' : 'f', chosen ? o.pair : 0,
                         one.capacity, chosen ? o.fill : 0);
  }
  if ((o.flags & kDefault) != 0) {
    if (!cases.empty()) cases += '~';
    cases += o.end != 0 && taken < 0 ? 'D' : 'd';
  }
  // ADVOCATE's selects have ids of their own.
  return fmt::format("S,{},{},{},{},{},{}\n", o.begin, o.end, o.begin, cases, o.end == 0 ? 0 : taken, place);
}

/// The element of the operation; empty: there is none for it.
std::string line_of(const Noting& noting, const Records& records) {
  const Operation& o = noting.operation;
  const auto kind = static_cast<go::Kind>(o.kind);
  const std::string place = records.place(o.place);
  const char ok = (o.flags & kOk) != 0 ? 't' : 'f';
  using enum go::Kind;
  if (kind == make) return fmt::format("N,{},{},C,{},{}\n", o.begin, o.object, o.operand, place);
  if (kind == select) return select_line(noting, place);
  if (kind == fork) return fmt::format("G,{},{},{}\n", o.begin, records.id(o.child), place);
  if (kind == end) return fmt::format("E,{}\n", o.begin);
  if (kind == once) return fmt::format("O,{},{},{},{},{}\n", o.begin, o.end, o.object, ok, place);
  if (go::is_channel(kind)) {
    const bool closed = kind == receive && o.end != 0 && (o.flags & kOk) == 0;
    return fmt::format("C,{},{},{},{},{},{},{},{},{}\n", o.begin, o.end, object_of(o.object), letter_of(kind),
                       closed ? 't' : 'f', o.pair, o.operand, o.fill, place);
  }
  if (go::is_mutex(kind)) {
    return fmt::format("M,{},{},{},{},{},{},{}\n", o.begin, o.end, o.object, records.is_read(o.object) ? 'R' : '-',
                       letter_of(kind), o.end == 0 ? 't' : ok, place);
  }
  if (kind == wg_add || kind == wg_wait) {
    return fmt::format("W,{},{},{},{},{},{},{}\n", o.begin, o.end, o.object, letter_of(kind),
                       kind == wg_add ? o.operand : 0, static_cast<std::int32_t>(o.fill), place);
  }
  if (kind == cond_wait || kind == cond_signal || kind == cond_broadcast) {
    return fmt::format("D,{},{},{},{},{}\n", o.begin, o.end, o.object, letter_of(kind), place);
  }
  if (go::is_atomic(kind)) {
    return fmt::format("A,{},{},{},{}\n", o.begin, static_cast<std::uint64_t>(o.operand), letter_of(kind), place);
  }
  return {};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// ADVOCATE's exit code for how it ended.
int exit_code(const Records& records, const End& end) {
  for (const auto& [routine, text] : records.texts()) {
    for (const auto& [words, code] :
         {std::pair("all goroutines are asleep", 41), std::pair("send on closed channel", 30),
          std::pair("close of closed channel", 32), std::pair("close of nil channel", 33),
          std::pair("negative WaitGroup counter", 34), std::pair("unlock of unlocked", 35),
          std::pair("RUnlock of unlocked", 35)}) {
      if (has(text, words)) return code;
    }
  }
  // What dies without a word of Go's own (a signal, a fatal error of the runtime) has crashed, too.
  if (!records.texts().empty() || end.crashed) return 3;
  return end.in_time ? 0 : 10;
}

}  // namespace

Noted noted(std::span<const Word> memory, std::size_t first, const End& end, const std::string& folder,
            RoutineIds& ids) {
  const Records records(memory, first, folder, ids);
  Noted result;
  result.functions = records.functions();
  result.stacks = records.stacks();
  if (!records.texts().empty()) {
    const auto& [number, text] = records.texts().front();
    result.crash = text;
    result.crashed = records.id(number);
    result.crash_stack = records.stack_of_end(number);
  }
  result.began = !records.routines().empty();
  for (const auto& [number, id] : records.routines()) result.files.try_emplace(fmt::format("trace_{}.log", id));
  for (const auto& [number, notings] : records.operations()) {
    std::string& text = result.files[fmt::format("trace_{}.log", records.id(number))];
    for (const Noting& noting : notings) text += line_of(noting, records);
  }
  for (const auto& [number, id] : records.routines()) {
    if (number != kOfRuntime && records.at_work(number)) result.others = true;
    if (number > kOfRuntime && number <= memory[kBefore]) result.residents.insert(id);
  }
  result.files["trace_info.log"] =
      fmt::format("ExitCode!{}\nNumberRoutines!{}\n", exit_code(records, end), records.routines().size());
  return result;
}

}  // namespace graphfuzz::real_go::free
