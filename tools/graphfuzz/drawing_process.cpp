#include "drawing_process.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

namespace graphfuzz::cli {
namespace {

constexpr int kNotFound = 127;

/// What the child does between fork and exec may only be what is safe in signal handlers.
[[noreturn]] void become(char* const* arguments, pid_t parent, rlim_t seconds) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kNotFound);                            // it has ended before
  for (const int ignored : {SIGPIPE, SIGXFSZ}) ::signal(ignored, SIG_DFL);  // by us, and exec would keep that
  const rlimit limit{seconds, seconds};
  ::setrlimit(RLIMIT_CPU, &limit);
  ::execvp(arguments[0], arguments);
  ::_exit(kNotFound);
}

}  // namespace

Layout draw_with(std::vector<std::string> words, std::chrono::milliseconds limit, const std::atomic<bool>& stop) {
  using Clock = std::chrono::steady_clock;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const auto seconds = static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(limit).count() + 1);
  const Clock::time_point end = Clock::now() + limit;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return Layout::failed;
  if (child == 0) become(arguments.data(), parent, seconds);
  Layout layout = Layout::done;
  std::chrono::milliseconds pause{1};
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(child, &status, layout == Layout::done ? WNOHANG : 0)) != child;) {
    if (ended < 0 && errno != EINTR) return Layout::failed;
    if (layout != Layout::done) continue;
    if (stop.load() || Clock::now() >= end) {
      layout = stop.load() ? Layout::stopped : Layout::gave_up;
      ::kill(child, SIGKILL);  // it may not have its group yet
      ::kill(-child, SIGKILL);
    } else {
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, std::chrono::milliseconds{16});
    }
  }
  if (layout != Layout::done) return layout;
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) return Layout::gave_up;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Layout::done;
  return WIFEXITED(status) && WEXITSTATUS(status) == kNotFound ? Layout::missing : Layout::failed;
}

}  // namespace graphfuzz::cli
