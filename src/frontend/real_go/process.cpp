#include "frontend/real_go/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "frontend/real_go/launch.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/stop/stop.hpp"

extern char** environ;

namespace graphfuzz::real_go {
namespace {

constexpr int kSpins = 100;
constexpr auto kLook = std::chrono::milliseconds(50);

std::atomic_ref<std::uint32_t> turn_of(Word* memory) {
  return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(&memory[kTurn]));
}

std::atomic_ref<std::uint32_t> ended_in(Word* memory) {
  return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(&memory[kEnded]));
}

long futex(Word* word, int operation, std::uint32_t value, const timespec* time) {
  return ::syscall(SYS_futex, word, operation, value, time, nullptr, 0);
}

/// What the program under control is to have in its environment, and then that of this process: of two values of a
/// variable the first counts, and once the program has begun only what comes behind GRAPHFUZZ_GO is there.
std::vector<std::string> environment(const Start& start) {
  std::string debug = "GODEBUG=asyncpreemptoff=1";
  bool collects = false, has_limit = false;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with("GODEBUG=")) debug += "," + std::string(text.substr(8));
    collects |= text.starts_with("GOGC=");
    has_limit |= text.starts_with("GOMEMLIMIT=");
  }
  std::vector<std::string> result = {std::move(debug), "GOMAXPROCS=1"};
  // Executions are short: only one that needs much memory is to spend time on collecting it.
  if (!collects) result.emplace_back("GOGC=off");
  if (!collects && !has_limit) result.emplace_back("GOMEMLIMIT=512MiB");
  if (start.races) result.emplace_back("GRAPHFUZZ_GO_RACE=1");
  if (!start.points.empty()) result.push_back("GRAPHFUZZ_GO_POINTS=" + start.points);
  if (start.is_main) result.emplace_back("GRAPHFUZZ_GO_MAIN=1");
  result.push_back(fmt::format("GRAPHFUZZ_GO_TIME={}", start.time));
  result.push_back(fmt::format("GRAPHFUZZ_GO={}", kMemoryDescriptor));
  for (char** entry = environ; *entry != nullptr; ++entry) result.emplace_back(*entry);
  return result;
}

}  // namespace

std::string without_frames(const std::string& text) {
  constexpr std::size_t kHeader = 16;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 4, std::string_view("\0\0PB", 4)) != 0 || at + kHeader > text.size()) {
      result += text[at++];
      continue;
    }
    std::size_t length = 0;
    for (std::size_t i = 12; i < kHeader; ++i) length = length << 8 | static_cast<unsigned char>(text[at + i]);
    result += text.substr(at + kHeader, length);
    at += kHeader + std::min(length, text.size() - at - kHeader);
  }
  return result;
}

Process::Process()
    : memory_file_(::memfd_create("graphfuzz-go", MFD_CLOEXEC)), output_file_(::memfd_create("output", MFD_CLOEXEC)) {
  void* const memory =
      memory_file_ < 0 || ::ftruncate(memory_file_, kWords * sizeof(Word)) != 0
          ? MAP_FAILED
          : ::mmap(nullptr, kWords * sizeof(Word), PROT_READ | PROT_WRITE, MAP_SHARED, memory_file_, 0);
  if (memory == MAP_FAILED || output_file_ < 0) {
    throw BuildError(fmt::format("a Go program cannot be run: {}", std::strerror(errno)));
  }
  memory_ = static_cast<Word*>(memory);
}

Process::~Process() {
  end();
  OneProcessor::end();
  ::munmap(memory_, kWords * sizeof(Word));
  ::close(memory_file_);
  ::close(output_file_);
}

void Process::end() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  has_copy_ = false;
}

void Process::end_copy() {
  if (!has_copy_) return;
  const timespec look{0, std::chrono::nanoseconds(kLook).count()};
  while (ended_in(memory_).load(std::memory_order_acquire) == 0) {
    // Its number is there once it, or who made it, has gone on.
    if (memory_[kPid] != 0) ::kill(static_cast<pid_t>(memory_[kPid]), SIGKILL);
    futex(&memory_[kEnded], FUTEX_WAIT, 0, &look);
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {  // all of it is gone
      pid_ = -1;
      break;
    }
  }
  has_copy_ = false;
}

void Process::end_execution() {
  if (serves()) {
    end_copy();
  } else {
    end();
  }
}

void Process::start(const Start& start) {
  exit_code_.reset();
  dump_.clear();
  patience_ = start.patience;
  OneProcessor::end();
  end_execution();
  // The process has the same place in the file as this one, and the last one has moved it.
  static_cast<void>(::ftruncate(output_file_, 0));
  static_cast<void>(::lseek(output_file_, 0, SEEK_SET));
  if (!serves()) {
    std::memset(memory_, 0, kFirst * sizeof(Word));
    memory_[kMagicField] = kMagic;
    copies_ = 0;
    ask_for_copy();
    launch(start);
  } else {
    for (const Field field :
         {kFlushes, kEnded, kStatus, kPid, kUsed, kOutside, kCollected, kBegan, kSignalled, kNetwork, kFinalizes})
      memory_[field] = 0;
    together_.begin(pid_);
    ask_for_copy();
  }
  wait_for_turn();
}

// Who makes copies does so then.
void Process::ask_for_copy() {
  has_copy_ = true;
  turn_of(memory_).store(kProgram, std::memory_order_release);
  std::atomic_ref(*reinterpret_cast<std::uint32_t*>(&memory_[kRequest])).store(++copies_, std::memory_order_release);
  futex(&memory_[kRequest], FUTEX_WAKE, 1, nullptr);
}

void Process::launch(const Start& start) {
  std::vector<std::string> words = start.arguments;
  words.insert(words.begin(), start.file);
  pid_ = real_go::launch({std::move(words), environment(start), start.runs_in, memory_file_, output_file_});
}

bool Process::has_ended() {
  int status = 0;
  if (pid_ < 0) return true;
  if (serves() && ended_in(memory_).load(std::memory_order_acquire) != 0) {
    status = static_cast<int>(memory_[kStatus]);
  } else if (::waitpid(pid_, &status, WNOHANG) == pid_) {
    pid_ = -1;
  } else {
    return false;
  }
  has_copy_ = false;
  OneProcessor::end();
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return true;
}

/// Go's runtime writes the stacks of all goroutines when it is asked to quit.
void Process::ask_for_stacks() {
  constexpr int kTimes = 100;
  struct stat written {};
  ::fstat(output_file_, &written);
  ::kill(runs(), SIGQUIT);
  for (int i = 0; i < kTimes && !has_ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  exit_code_.reset();
  end_execution();
  dump_ = text_from(written.st_size);
  static_cast<void>(::ftruncate(output_file_, written.st_size));
}

void Process::give_up(const std::string& dump) {
  exit_code_.reset();
  end_execution();
  dump_ = dump;
}

bool Process::wait_for_turn() {
  const auto began = std::chrono::steady_clock::now();
  const timespec look{0, std::chrono::nanoseconds(kLook).count()};
  for (int spins = 0; turn_of(memory_).load(std::memory_order_acquire) != kEngine; ++spins) {
    if (spins < kSpins) continue;
    futex(&memory_[kTurn], FUTEX_WAIT, kProgram, &look);
    if (turn_of(memory_).load(std::memory_order_acquire) == kEngine) break;
    if (has_ended()) return false;
    if (std::chrono::steady_clock::now() - began > patience_) {
      ask_for_stacks();
      return false;
    }
    stop_point();
  }
  return true;
}

bool Process::take_turn() {
  if (pid_ < 0 || (serves() && !has_copy_)) return false;
  turn_of(memory_).store(kProgram, std::memory_order_release);
  futex(&memory_[kTurn], FUTEX_WAKE, 1, nullptr);
  return wait_for_turn();
}

std::string Process::output() const { return text_from(0); }

std::string Process::text_from(off_t begin) const {
  struct stat status {};
  ::fstat(output_file_, &status);
  constexpr off_t kMost = 1 << 20;
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(status.st_size - begin, 0, kMost)), '\0');
  const ssize_t read = ::pread(output_file_, text.data(), text.size(), begin);
  text.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  return without_frames(text);
}

}  // namespace graphfuzz::real_go
