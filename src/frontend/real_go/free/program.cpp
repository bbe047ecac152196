// A Go program that runs freely, as a process that is waited for.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "frontend/native/build/process.hpp"
#include "frontend/real_go/free/orders.hpp"
#include "frontend/real_go/free/trace.hpp"
#include "frontend/real_go/kept.hpp"
#include "frontend/real_go/launch.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/atomic_file.hpp"

extern char** environ;

namespace graphfuzz::real_go {
namespace {

using Clock = std::chrono::steady_clock;
using free::Word;

constexpr std::chrono::milliseconds kPoll{50};
constexpr std::chrono::milliseconds kLast{2000};  // for it to end when it is asked to
constexpr std::size_t kMostOutput = std::size_t{1} << 22;
constexpr const char* kFatal = "fatal error: ";
constexpr int kExitOfGo = 2;  // of a program that panics, or has a fatal error

}  // namespace

/// The memory that is shared; its pages are given back before each execution.
class FreeProgram::Memory {
 public:
  explicit Memory(std::size_t bytes)
      : words_(bytes / sizeof(Word) / free::kUnit * free::kUnit),
        descriptor_(::memfd_create("graphfuzz-go", MFD_CLOEXEC)) {
    void* const memory = descriptor_ < 0 || ::ftruncate(descriptor_, static_cast<off_t>(size())) != 0
                             ? MAP_FAILED
                             : ::mmap(nullptr, size(), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) throw BuildError(fmt::format("a Go program cannot be run: {}", std::strerror(errno)));
    memory_ = static_cast<Word*>(memory);
  }
  ~Memory() {
    ::munmap(memory_, size());
    ::close(descriptor_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::span<Word> words() { return {memory_, words_}; }
  std::size_t size() const { return words_ * sizeof(Word); }
  int descriptor() const { return descriptor_; }

  /// Returns where records begin.
  std::size_t prepare(const go::Directive* directive, const FreeOptions& options, const std::string& folder,
                      const RoutineIds& ids) {
    ::fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size()));
    std::size_t first = free::kAsk;
    memory_[free::kMagicField] = free::kMagic;
    memory_[free::kSize] = words_;
    memory_[free::kGrace] = static_cast<Word>(std::chrono::nanoseconds(options.grace).count());
    memory_[free::kPatience] = static_cast<Word>(std::chrono::nanoseconds(options.patience).count());
    if (directive != nullptr) first = free::write_orders(words(), *directive, folder, ids);
    first = (first + free::kUnit - 1) / free::kUnit * free::kUnit;
    memory_[free::kUsed] = first;
    return first;
  }

 private:
  std::size_t words_;
  int descriptor_;
  Word* memory_ = nullptr;
};

FreeProgram::FreeProgram(Executable executable, Entry entry, const FreeOptions& options,
                         std::shared_ptr<RoutineIds> ids)
    : executable_(std::move(executable)),
      use_(Use::of(executable_.file)),
      entry_(std::move(entry)),
      options_(options),
      ids_(std::move(ids)),
      memory_(std::make_unique<Memory>(options.memory)) {}

FreeProgram::~FreeProgram() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void FreeProgram::start(int output) {
  std::vector<std::string> words = {executable_.file};
  if (!entry_.test.empty())
    words.insert(words.end(), {"-test.run=" + only(entry_.test), "-test.timeout=0", "-test.paniconexit0"});
  words.insert(words.end(), entry_.arguments.begin(), entry_.arguments.end());
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  variables.push_back(fmt::format("GRAPHFUZZ_GO_FREE={}", kMemoryDescriptor));
  variables.push_back(fmt::format("GRAPHFUZZ_GO_FREE_SIZE={}", memory_->size()));
  pid_ = launch({std::move(words), std::move(variables), executable_.run_folder(), memory_->descriptor(), output});
}

/// The number of ticks that a thread has been at work; 0 if it is not now. `stat`: what /proc says of it.
unsigned long work_of(const std::string& stat) {
  std::istringstream in(stat.substr(std::min(stat.rfind(')') + 2, stat.size())));
  std::string state, skipped;
  in >> state;
  for (int field = 0; field < 10; ++field) in >> skipped;
  unsigned long in_program = 0, in_kernel = 0;
  in >> in_program >> in_kernel;
  return state == "R" ? in_program + in_kernel + 1 : 0;
}

/// Go's runtime writes the stacks of all goroutines, but of those that run only that of the thread which gets the
/// signal: that is to be the one that does the most.
void ask_for_stacks(pid_t process) {
  pid_t busiest = process;
  constexpr std::size_t kLargestStat = 4'096;
  unsigned long most = 0;
  std::error_code gone;  // it may end meanwhile
  std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", process), gone);
  for (; !gone && thread != std::filesystem::directory_iterator(); thread.increment(gone)) {
    unsigned long work = 0;
    try {
      work = work_of(store::read_file(thread->path() / "stat", kLargestStat));
    } catch (const store::FileError&) {  // the thread has ended
    }
    if (work <= most) continue;
    most = work;
    busiest = static_cast<pid_t>(std::stol(thread->path().filename().string()));
  }
  if (::syscall(SYS_tgkill, process, busiest, SIGQUIT) != 0) ::kill(process, SIGQUIT);
}

/// False: its time was up, or somebody said stop.
bool FreeProgram::wait_for_end(Recording& recording) {
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  auto deadline = Clock::now() + options_.limit;
  bool in_time = true;
  int status = 0;
  // Who is asked to end may do so; who does not, and a test, which is to end by itself, shows what it was doing.
  const bool is_test = !entry_.test.empty();
  for (const int order : {is_test ? SIGQUIT : SIGINT, SIGQUIT, SIGKILL, 0}) {
    while (::waitpid(pid_, &status, WNOHANG) == 0 && Clock::now() < deadline) {
      pollfd poll{handle, POLLIN, 0};
      ::poll(&poll, handle < 0 ? 0 : 1, static_cast<int>(kPoll.count()));
      if (!in_time) continue;
      try {
        stop_point();
      } catch (const Stopped&) {
        break;
      }
    }
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || order == 0) break;
    in_time = false;
    if (order == SIGQUIT) {
      ask_for_stacks(pid_);
    } else {
      ::kill(-pid_, order);  // with all that it has started
    }
    deadline = Clock::now() + kLast;
  }
  if (handle >= 0) ::close(handle);
  ::kill(-pid_, SIGKILL);  // whatever it has left
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (in_time && WIFEXITED(status)) recording.exit_code = WEXITSTATUS(status);
  return in_time;
}

/// What Go says on standard error first. `noted`: a panic as it is there, or the words of a fatal error.
std::string said_of(const std::string& noted) { return noted.starts_with("panic: ") ? noted : kFatal + noted; }

/// Of a panic that was recovered and begun again, as package testing does, the last: that is where the goroutine was.
std::string last_panic(const std::string& text) {
  constexpr std::string_view kAgain = "\n\tpanic: ";
  const std::size_t again = text.rfind(kAgain);
  const std::string last = again == text.npos ? text : text.substr(again + 2);
  return last.substr(0, std::min(last.find('\n'), last.find(" [recovered]")));
}

/// What says how a test has ended is at the end.
std::string within(std::string text) {
  if (text.size() > kMostOutput) text.erase(kMostOutput / 2, text.size() - kMostOutput);
  return text;
}

/// What contradicts itself is cut, and what cannot be read is not there.
void read(Recording& recording) {
  for (const bool lenient : {false, true}) {
    try {
      recording.trace = go::read_trace(recording.files, "", {.lenient = lenient}, recording.warnings);
      return;
    } catch (const go::TraceError& e) {
      recording.warnings.emplace_back(e.what());
      recording.cut = true;
    }
  }
}

Recording FreeProgram::run(const go::Directive* directive) {
  Recording recording;
  std::size_t first = 0;
  try {
    first = memory_->prepare(directive, options_, executable_.folder, *ids_);
  } catch (const std::length_error&) {
    // A chain can do without its prefix.
    go::Directive chain = *directive;
    chain.prefix.clear();
    first = memory_->prepare(&chain, options_, executable_.folder, *ids_);
  }
  const native::MemoryFile output;
  start(output.descriptor());
  const bool in_time = wait_for_end(recording);
  const std::span<const Word> words = memory_->words();
  recording.output = within(output.text());
  const bool fatal = recording.exit_code == kExitOfGo && recording.output.find(kFatal) != std::string::npos;
  const free::End end{in_time, in_time && (!recording.exit_code || fatal)};
  free::Noted noted = free::noted(words, first, end, executable_.folder, *ids_);
  recording.functions = std::move(noted.functions);
  recording.stacks = std::move(noted.stacks);
  recording.residents = std::move(noted.residents);
  if (!noted.crash.empty()) {
    recording.crash = last_panic(said_of(noted.crash));
  } else if (fatal) {
    recording.crash = last_panic(recording.output.substr(recording.output.find(kFatal)));
  }
  recording.crashed = noted.crashed;
  recording.crash_stack = std::move(noted.crash_stack);
  recording.files = std::move(noted.files);
  recording.others = words[free::kOthers] != 0 || (!in_time && noted.others);
  recording.began = words[free::kBefore] != 0;
  recording.over = words[free::kOver] != 0;
  recording.cut = words[free::kFull] != 0;
  recording.stuck = words[free::kStuck];
  recording.in_turn = words[free::kInTurn];
  recording.preferred = words[free::kPreferred];
  recording.timed_out = words[free::kTimedOut];
  recording.delayed = words[free::kDelayed];
  if (!noted.began) {
    throw BuildError(
        fmt::format("{}: ended before {} began: {}", executable_.package, entry_.test.empty() ? "main" : "its test",
                    why_ended(recording.exit_code, recording.output.substr(0, recording.output.find('\n')))));
  }
  read(recording);
  return recording;
}

}  // namespace graphfuzz::real_go
