#include "runtime/explore_process.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "runtime/fiber.hpp"
#include "runtime/image.hpp"
#include "runtime/request.hpp"
#include "runtime/runtime_machine.hpp"

namespace graphfuzz {
int tool_main(int argc, char** argv);
}

namespace graphfuzz::runtime {
namespace {

Body the_body;

int run_body(int, char**, char**) {
  the_body.function(the_body.argument);
  return 0;
}

[[noreturn]] void cannot(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

/// A file that has no name.
class Output {
 public:
  Output() : fd_(::memfd_create("graphfuzz", MFD_CLOEXEC)) {
    if (fd_ < 0) cannot("there is no file for results");
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { ::close(fd_); }
  int fd() const { return fd_; }
  std::string text() const {
    struct stat about {};
    ::fstat(fd_, &about);
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    const ssize_t got = ::pread(fd_, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
  }

 private:
  int fd_;
};

struct Range {
  Address begin = 0;
  Address end = 0;
};

Range stack_of_this_thread() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) cannot("the stack is not known");
  ::pthread_attr_getstack(&attributes, &lowest, &size);
  ::pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<Address>(lowest);
  return {begin, begin + size};
}

void expect_one_thread() {
  if (::gettid() != ::getpid()) throw std::runtime_error("explore() was called by another thread than the first one");
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  const auto count = std::distance(begin(tasks), end(tasks));
  if (count != 1) {
    throw std::runtime_error(
        fmt::format("expected no other threads to be there when explore() is called, found {}", count - 1));
  }
}

[[noreturn]] void become_tool(const std::string& name, std::vector<std::string> words, Range stack) {
  ::setenv("GRAPHFUZZ_TOOL", "1", 1);
  ::setenv("GRAPHFUZZ_SOURCES", name.c_str(), 1);
  static std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  remember(reinterpret_cast<void*>(stack.begin), stack.end - stack.begin);
  name_outer_stack(stack.begin, stack.end);
  take_over({run_body, 1, arguments.data(), environ, false});
  const int code = graphfuzz::tool_main(static_cast<int>(arguments.size()) - 1, arguments.data());
  leave_to_others();
  // What else is open is the program's, which will write its buffers itself.
  std::fflush(stdout);
  std::fflush(stderr);
  ::_exit(code);
}

}  // namespace

ToolOutcome run_tool_in_copy(const Body& body, const std::string& name, std::vector<std::string> words, void* frame) {
  expect_one_thread();
  const Range whole = stack_of_this_thread();
  const Range stack{reinterpret_cast<Address>(frame), whole.end};
  if (stack.begin < whole.begin || stack.begin >= whole.end) {
    throw std::runtime_error("explore() was called on another stack than the thread's own");
  }
  words.insert(words.begin(), "graphfuzz");
  words.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
  the_body = body;
  const Output output, errors;
  std::fflush(stdout);
  std::fflush(stderr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) cannot("there can be no other process");
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);
    ::dup2(output.fd(), STDOUT_FILENO);
    ::dup2(errors.fd(), STDERR_FILENO);
    become_tool(name, std::move(words), stack);
  }
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  ToolOutcome outcome;
  outcome.output = output.text();
  outcome.errors = errors.text();
  if (ended < 0) {  // whoever ignores SIGCHLD is not told
    outcome.code = outcome.output.empty() ? 3 : 0;
  } else if (WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
  } else {
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

}  // namespace graphfuzz::runtime
