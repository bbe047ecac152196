#include "frontend/real_go/process_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "frontend/real_go/launch.hpp"
#include "frontend/real_go/told_place.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::real_go {
namespace {

std::string text_of(std::span<const Word> words) {
  std::string text(std::min<std::size_t>(words[0], 8 * (words.size() - 1)), '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(words[1 + i / 8] >> (8 * (i % 8)));
  return text;
}

go::Panic panic_of(std::string_view text) {
  using enum go::Panic;
  for (const auto& [words, panic] :
       {std::pair("send on closed channel", send_on_closed), std::pair("close of closed channel", close_of_closed),
        std::pair("close of nil channel", close_of_nil), std::pair("negative WaitGroup counter", negative_wait_group),
        std::pair("unlock of unlocked", unlock_of_unlocked), std::pair("RUnlock of unlocked", unlock_of_unlocked),
        std::pair("nil pointer dereference", nil_dereference), std::pair("index out of range", index_out_of_range)}) {
    if (text.find(words) != text.npos) return panic;
  }
  return other;
}

/// Of a panic as the runtime prints it the value: of one that was recovered and begun again, the last.
std::string in_one_line(const std::string& printed) {
  std::istringstream in(printed);
  std::string last;
  for (std::string line; std::getline(in, line);) {
    line.erase(0, line.find_first_not_of(" \t"));
    constexpr std::string_view kBegin = "panic: ", kAgain = " [recovered]";
    if (line.ends_with(kAgain)) line.resize(line.size() - kAgain.size());
    const bool begins = line.starts_with(kBegin);
    if (begins) line.erase(0, kBegin.size());
    if (!line.empty() && (last.empty() || begins)) last = line;
  }
  return last;
}

/// What a test says of its failure, in one line that is not too long.
std::string said(const std::string& text) {
  constexpr std::size_t kMost = 200;
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word && line.size() <= kMost;) line += (line.empty() ? "" : " ") + word;
  if (line.empty()) return "the test has failed";
  if (line.size() <= kMost) return line;
  std::size_t end = kMost;
  while ((static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U) --end;  // of a character
  while (line[end - 1] == ' ') --end;
  return line.substr(0, end) + " …";
}

/// The line of what a process has written that says why it has ended.
std::string reason_in(const std::string& output) {
  for (const std::string_view word : {"fatal error: ", "panic: ", "graphfuzz: "}) {
    const std::size_t at = output.find(word);
    if (at != output.npos) return output.substr(at, output.find('\n', at) - at);
  }
  return output.substr(0, output.find('\n'));
}

/// Where the runtime begins to write of the end of the process, and with which stacks; npos: it does not.
std::size_t words_of_end(const std::string& output) {
  std::size_t begin = output.npos;
  for (const std::string_view word : {"fatal error: ", "panic: ", "runtime: ", "unexpected fault address "}) {
    for (std::size_t at = output.find(word); at < begin; at = output.find(word, at + 1)) {
      if (at == 0 || output[at - 1] == '\n') begin = at;
    }
  }
  return begin;
}

bool is_of_runtime(const std::string& function) {
  return function.starts_with("runtime.") || function.starts_with("testing.") || function.starts_with("created by ");
}

bool is_function(const std::string& line) { return line.ends_with(')') && line.front() != '\t'; }

/// Is it what has stopped a goroutine before its operation?
bool is_of_control(const std::string& function) {
  return function.starts_with("runtime.gopark(") || function.starts_with("runtime.gf") ||
         function.starts_with("runtime.Graphfuzz") || function.starts_with("sync.gf") ||
         function.find(").gf") != function.npos;
}

/// Does somebody wait for what nobody controls, in the midst of an operation, for longer than it is looked after?
bool is_outside(const std::string& dump) {
  return std::ranges::any_of(std::array{"[IO wait", "os.(*Process).blockUntilWaitable("},
                             [&](const char* words) { return dump.find(words) != dump.npos; });
}

/// Of what Go's runtime writes when it is asked to quit: goroutines that are in functions of the user's, without
/// numbers of the machine, and what is not in the user's program.
std::string stacks_in(const std::string& dump) {
  std::string stacks, block;
  std::istringstream in(dump);
  const bool is_test = dump.find("_testmain.go:") != dump.npos;  // whose main the toolchain has written
  bool is_users = false, is_hidden = false;
  const auto end_block = [&] {
    if (is_users && block.starts_with("goroutine ")) stacks += block + '\n';
    block.clear();
    is_users = false;
  };
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      end_block();
      continue;
    }
    if (line.front() != '\t') is_hidden = is_function(line) && is_of_control(line);
    if (is_hidden) continue;
    is_users |= is_function(line) && !is_of_runtime(line) && !(is_test && line == "main.main()");
    if (line.front() == '\t') line.erase(std::min(line.find(" +0x"), line.size()));
    block += line + '\n';
  }
  end_block();
  return stacks;
}

/// The function of the user's with which the goroutine that runs has begun; empty: it is not known.
std::string function_in(const std::string& stacks) {
  const std::size_t begin = stacks.find(" [running]");
  if (begin == stacks.npos) return {};
  std::string last;
  std::istringstream in(stacks.substr(begin, stacks.find("\n\n", begin) - begin));
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || !is_function(line)) continue;
    if (!is_of_runtime(line)) {
      last = line.substr(0, line.rfind('('));
    } else if (!last.empty()) {
      break;
    }
  }
  return last;
}

}  // namespace

go::Position Positions::number(const std::string& text, const std::string& function) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = numbers_.try_emplace(text, static_cast<go::Position>(texts_.size()));
  if (fresh) {
    texts_.push_back(text);
    functions_.push_back(function);
  } else if (functions_[found->second].empty()) {
    functions_[found->second] = function;
  }
  return found->second;
}

std::size_t Positions::size() const {
  const std::lock_guard lock(mutex_);
  return texts_.size();
}

std::string Positions::text(go::Position position) const {
  const std::lock_guard lock(mutex_);
  return position < texts_.size() ? texts_[position] : "?";
}

std::string Positions::function(go::Position position) const {
  const std::lock_guard lock(mutex_);
  return position < functions_.size() ? functions_[position] : std::string();
}

std::optional<Hang> Hangs::find(std::uint64_t choices) const {
  const std::lock_guard lock(mutex_);
  const auto found = hangs_.find(choices);
  return found == hangs_.end() ? std::nullopt : std::optional(found->second);
}

void Hangs::add(std::uint64_t choices, Hang hang) {
  constexpr std::size_t kMost = 1'000;  // each has taken its time
  const std::lock_guard lock(mutex_);
  if (hangs_.size() < kMost) hangs_.emplace(choices, std::move(hang));
}

ProcessRun::ProcessRun(Start start, std::shared_ptr<Positions> positions, std::shared_ptr<Hangs> hangs)
    : start_(std::move(start)), positions_(std::move(positions)), hangs_(std::move(hangs)) {}

void ProcessRun::reset() {
  places_.clear();
  operations_.clear();
  panics_.clear();
  failures_.clear();
  stacks_.clear();
  calls_.reset();
  started_.clear();
  choices_ = 0;
  now_ = 0;
  moments_ = 0;
  gone_ = false;
  crashed_ = false;
  process_.start(start_);
  read_records();
  if (operations_.empty()) {
    if (process_.ended()) {
      throw BuildError(fmt::format("{}: ended before {} began: {}", start_.name, start_.is_main ? "main" : "its test",
                                   why_ended(*process_.ended(), reason_in(process_.output()))));
    }
    gone(0);
  }
}

go::Operation& ProcessRun::operation(go::Routine routine) {
  while (operations_.size() <= routine) {
    operations_.push_back(std::make_unique<go::Operation>());
    panics_.emplace_back();
  }
  return *operations_[routine];
}

go::Position ProcessRun::position(Word place) const {
  return place == 0 || place > places_.size() ? go::kNoPosition : places_[place - 1];
}

void ProcessRun::read_records() {
  std::span<const Word> left = process_.records();
  while (!left.empty() && left[0] >= 2 && left[0] <= left.size()) {
    const std::span<const Word> words = left.subspan(2, left[0] - 2);
    switch (static_cast<Record>(left[1])) {
      case Record::operation:
        read_operation(words);
        break;
      case Record::place: {
        const auto [place, function] = told_place(text_of(words.subspan(1)), start_.folder + "/");
        places_.push_back(positions_->number(place, function));
        break;
      }
      case Record::panic: {
        const auto routine = static_cast<go::Routine>(words[0]);
        operation(routine);
        panics_[routine] = in_one_line(text_of(words.subspan(1)));
        break;
      }
      case Record::failure:
        failures_ += fmt::format("{}: {}\n", positions_->text(position(words[0])), said(text_of(words.subspan(1))));
        break;
      case Record::access:
        read_access(words);
        break;
      case Record::call:
        read_call(static_cast<go::Routine>(words[0]), text_of(words.subspan(1)));
        break;
      case Record::meets:
        if (observer_ != nullptr) {
          observer_->synchronises(static_cast<go::Routine>(words[0]), words[1], (words[2] & 1) != 0,
                                  (words[2] & 2) != 0);
        }
        break;
      case Record::outside:
        if (outside_observer_ != nullptr) {
          outside_observer_->outside(static_cast<go::Routine>(words[0]), words[1], words[2] != 0);
        }
        break;
    }
    left = left.subspan(left[0]);
  }
}

void ProcessRun::read_call(go::Routine routine, const std::string& text) {
  if (!calls_) return;
  Stack& stack = (*calls_)[routine];
  auto [place, function] = told_place(text, start_.folder + "/");
  stack.frames.push_back(parse_place(place));
  stack.functions.push_back(std::move(function));
}

/// All of them are asked for at once.
Stack ProcessRun::stack(go::Routine routine) {
  if (!calls_) {
    calls_.emplace();
    if (!gone_) {
      process_[kCommand] = kStacks;
      if (take_turn()) read_records();
    }
  }
  const auto found = calls_->find(routine);
  return found == calls_->end() ? Stack{} : found->second;
}

// Scalars have a variable where they begin, and so has each byte of what is accessed as a whole.
void ProcessRun::read_access(std::span<const Word> words) {
  if (observer_ == nullptr) return;
  for (Word byte = 0; byte < words[2]; ++byte) {
    observer_->access(static_cast<go::Routine>(words[0] >> 1), words[1] + byte, (words[0] & 1) != 0,
                      position(words[3]));
  }
}

void ProcessRun::read_operation(std::span<const Word> words) {
  const auto routine = static_cast<go::Routine>(words[0]);
  go::Operation& read = operation(routine);
  told_.push_back(routine);
  const auto object = [](Word word) { return word == kNobody ? go::kNoObject : static_cast<go::Object>(word); };
  read.kind = static_cast<go::Kind>(words[1]);
  read.position = position(words[2]);
  read.object = object(words[3]);
  read.locker = read.kind == go::Kind::cond_wait ? object(words[4]) : go::kNoObject;
  read.whole = go::is_atomic(read.kind) ? object(words[4]) : go::kNoObject;
  read.has_default = (words[5] & 1) != 0;
  read.locker_reads = (words[5] & 2) != 0;
  read.object_kind = static_cast<go::ObjectKind>(words[6]);
  read.payload = static_cast<std::uint32_t>(words[7]);
  read.operand = static_cast<std::int64_t>(words[8]);
  if (go::is_atomic(read.kind)) {
    addresses_.resize(std::max<std::size_t>(addresses_.size(), read.object + 1));
    addresses_[read.object] = words[8];
    read.operand = 0;
  }
  read.period = static_cast<std::int64_t>(words[9]);
  read.cases.clear();
  for (std::size_t i = 0; i < words[10]; ++i) {
    const Word* const one = &words[11 + 3 * i];
    read.cases.push_back({object(one[0]), one[1] != 0, static_cast<std::uint32_t>(one[2])});
  }
  read.panic = read.kind == go::Kind::panic ? panic_of(panics_[routine]) : go::Panic::none;
  find_failure(routine);
}

/// A test that ends the process has failed, whatever the code is. So have those that end with a code that no failure
/// explains: TestMain has found something.
void ProcessRun::find_failure(go::Routine routine) {
  if (start_.is_main) return;
  const go::Operation& last = *operations_[routine];
  const bool is_runner = routine == 0;
  const bool fails = last.kind == go::Kind::exit ? !is_runner || last.operand != 0
                                                 : last.kind == go::Kind::end && is_runner && last.operand != 0;
  if (!fails || !failures_.empty()) return;
  const std::string place = last.position == go::kNoPosition ? "" : positions_->text(last.position) + ": ";
  failures_ += fmt::format("{}{} with exit code {}\n", place,
                           is_runner ? "the tests have ended" : "the test has ended the process", last.operand);
}

/// At an operation without an object, where it was.
void ProcessRun::stay(go::Routine routine, go::Kind kind) {
  go::Operation& last = operation(routine);
  last.object = last.locker = go::kNoObject;
  last.cases.clear();
  last.kind = kind;
  last.panic = go::Panic::none;
}

/// The process has ended, or gets nowhere, while the goroutine ran.
void ProcessRun::gone(go::Routine routine) {
  gone_ = true;
  const std::string written = process_.output();
  stay(routine, go::Kind::panic);
  go::Operation& last = operation(routine);
  last.panic = go::Panic::other;
  const std::optional<int> code = process_.ended();
  if (!code) {
    stacks_ = stacks_in(process_.dump());
    const std::string function = function_in(stacks_);
    hangs_->add(choices_, {process_.dump(), routine});
    const double seconds = std::chrono::duration<double>(start_.patience).count();
    if (process_[kOutside] != 0 && is_outside(process_.dump())) {
      panics_[routine] = fmt::format(
          "in vain: the network, a pipe or a process, which are not under control, is waited for, {:g} s", seconds);
    } else {
      panics_[routine] = fmt::format("hang: no operation on channels, locks or the like within {:g} s", seconds);
    }
    if (!function.empty()) panics_[routine] += " in " + function;
    if (last.position == go::kNoPosition && routine < started_.size()) last.position = started_[routine];
  } else if (*code >= 0 && written.find("fatal error: ") == written.npos && written.find("panic: ") == written.npos) {
    last.kind = go::Kind::exit;
    last.panic = go::Panic::none;
    last.operand = *code;
    find_failure(routine);
  } else {
    crashed_ = true;
    panics_[routine] = reason_in(written);
    last.panic = panic_of(panics_[routine]);
  }
}

/// Until the process is at a point; it may have more to tell than there is room for at once.
bool ProcessRun::take_turn() {
  bool goes_on = process_.take_turn();
  while (goes_on && process_[kFlushes] != 0) {
    process_[kFlushes] = 0;
    read_records();
    goes_on = process_.take_turn();
  }
  return goes_on;
}

void ProcessRun::choose(std::initializer_list<Word> words) {
  for (const Word word : words) choices_ = mixed(choices_ ^ word);
}

bool ProcessRun::has_told(go::Routine routine) const { return std::ranges::find(told_, routine) != told_.end(); }

/// `child`: the goroutine that it starts, which runs to its first operation after it has come to its own next one.
void ProcessRun::go_on(go::Routine routine, go::Routine child) {
  // What others would have done nobody knows, and it is not their fault.
  if (gone_) return stay(routine, go::Kind::gone);
  told_.clear();
  go::Routine guilty = routine;
  if (const std::optional<Hang> hang = hangs_->find(choices_)) {
    process_.give_up(hang->dump);
    guilty = hang->routine;
  } else {
    const bool goes_on = take_turn();
    read_records();
    if (goes_on) return;
    if (child != go::kNoRoutine && has_told(routine) && !has_told(child)) guilty = child;
  }
  if (guilty == child) stay(routine, go::Kind::gone);
  gone(guilty);
}

void ProcessRun::resume(go::Routine routine, const go::Result& result) {
  const go::Operation& done = *operations_[routine];
  const bool forks = done.kind == go::Kind::fork;
  if (observer_ != nullptr && go::is_atomic(done.kind)) {
    observer_->atomic_access(routine, addresses_[done.object], done.kind != go::Kind::atomic_load, done.position);
  }
  const go::Position started_at = done.position;
  const go::Routine child = forks ? routines() : go::kNoRoutine;
  if (forks) {
    started_.resize(child + 1, go::kNoPosition);
    const bool by_library = started_at == go::kNoPosition && routine < child;
    started_[child] = by_library ? started_[routine] : started_at;
  }
  process_[kCommand] = kResume;
  process_[kRoutine] = routine;
  process_[kChosen] = static_cast<Word>(static_cast<std::int64_t>(result.chosen));
  process_[kPayload] = result.payload;
  process_[kOk] = result.ok ? 1 : 0;
  process_[kPanic] = static_cast<Word>(result.panic);
  set_time(result.now, result.past);
  choose({kResume, process_[kRoutine], process_[kChosen], process_[kPayload], process_[kOk], process_[kPanic],
          process_[kNow]});
  go_on(routine, child);
  if (!gone_ || !forks) return;
  if (routines() == child) stay(child, go::Kind::gone);
  if (!has_told(child)) operations_[child]->position = started_at;
}

/// Time does not stand still in a program: who has slept for a second finds that it was more. So with each time that it
/// passes the program is told a nanosecond more, and with each step some more, in which the goroutine may look at the
/// clock as often. What it sees so comes of what happens before, and is the same in all orders of one graph.
void ProcessRun::set_time(std::int64_t now, std::uint64_t past) {
  if (now > now_) {
    now_ = now;
    ++moments_;
  }
  process_[kNow] = static_cast<Word>(now_) + moments_ + kStepTime * past;
}

go::Routine ProcessRun::fire(go::Object timer, std::int64_t now, std::uint64_t past) {
  const go::Routine fired = routines();
  process_[kCommand] = kFire;
  process_[kObject] = timer;
  set_time(now, past);
  choose({kFire, timer, process_[kNow]});
  go_on(fired);
  return fired;
}

std::string_view ProcessRun::unexplored() const {
  if (process_[kCollected] != 0) {
    return "garbage was collected, after which accesses to plain memory are not looked at (GOGC, GOMEMLIMIT)";
  }
  if (process_[kOutside] == 0) {
    if (!start_.is_main && process_[kBegan] == 0) return kNoTestBegan;
    if (!start_.subtests.empty() && says_nothing_ran(process_.output())) return start_.subtests;
    if (process_[kNetwork] != 0) return kUsesNetwork;
    if (process_[kFinalizes] != 0 && start_.unseen.empty()) return kFinalizersRun;
    if (process_[kSignalled] != 0 && start_.unseen.empty()) return kSignalsCome;
    return start_.unseen;
  }
  return kWaitsOutside;
}

std::string_view ProcessRun::printed() const {
  const std::string_view all = output();
  return all.substr(0, crashed_ ? std::min(words_of_end(output_), all.size()) : all.size());
}

std::string_view ProcessRun::output() const {
  output_ = process_.output();
  return output_;
}

}  // namespace graphfuzz::real_go
