#include "frontend/real_go/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "graphfuzz/frontend/real_go.hpp"

namespace graphfuzz::real_go {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

pid_t launch(Launch how) {
  std::vector<char*> arguments = pointers(how.words);
  std::vector<char*> environment = pointers(how.variables);
  const pid_t parent = ::getpid();
  const pid_t child = ::vfork();
  if (child == 0) {
    // Nothing here may change what the parent has in memory.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent || ::chdir(how.folder.c_str()) != 0) ::_exit(127);
    ::dup2(how.output, STDOUT_FILENO);
    ::dup2(how.output, STDERR_FILENO);
    if (how.memory == kMemoryDescriptor) {
      ::fcntl(how.memory, F_SETFD, 0);
    } else {
      ::dup2(how.memory, kMemoryDescriptor);
    }
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing > STDIN_FILENO) ::dup2(nothing, STDIN_FILENO);
    ::execve(arguments[0], arguments.data(), environment.data());
    ::_exit(127);
  }
  if (child < 0) throw BuildError(fmt::format("{}: cannot be run: {}", how.words.front(), std::strerror(errno)));
  return child;
}

std::string why_ended(std::optional<int> code, const std::string& said) {
  const std::string how = !code        ? "its time was up, or a signal ended it"
                          : *code >= 0 ? fmt::format("exit code {}", *code)
                                       : fmt::format("signal {}", -*code);
  return said.empty() ? how + ", and it wrote nothing" : fmt::format("{}: {}", how, said);
}

}  // namespace graphfuzz::real_go
