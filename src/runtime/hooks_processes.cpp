// Processes. Other ones, which would live outside of executions, are refused: the thread fails with "unsupported".
#include <asm/prctl.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/faults.hpp"
#include "runtime/hook.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/mappings.hpp"
#include "runtime/signals.hpp"

using namespace graphfuzz::runtime;

namespace {
long ask_system(long number, const long* arguments) {
  const InRuntime in;
  return ::syscall(number, arguments[0], arguments[1]);
}
}  // namespace

void graphfuzz::runtime::refuse(const char* function, void* from) {
  Hook hook;
  fail(hook.fiber(), fmt::format("unsupported: {}()", function), place_in_program(caller(from)));
}

bool graphfuzz::runtime::is_no_thread() {
  if (current != nullptr) return false;
  refuse_in_constructor("dlopen: a constructor of the library begins a process, or sends a signal: --fork takes it");
  return true;
}

bool graphfuzz::runtime::is_of_process(long number) {
  switch (number) {
    case SYS_exit:
    case SYS_exit_group:
    case SYS_getpid:
    case SYS_gettid:
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo:
    case SYS_pidfd_send_signal:
    case SYS_alarm:
    case SYS_setitimer:
    case SYS_timer_create:
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
    case SYS_clone3:
    case SYS_execve:
    case SYS_execveat:
    case SYS_rt_sigaction:
    case SYS_rt_sigprocmask:
    case SYS_sigaltstack:
    case SYS_arch_prctl:
    case SYS_seccomp:
    case SYS_setrlimit:
    case SYS_prlimit64:
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
    case SYS_close:
    case SYS_close_range:
    case SYS_brk:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mremap:
    case SYS_mprotect:
      return true;
    default:
      return false;
  }
}

long graphfuzz::runtime::call_of_process(long number, const long* arguments, Address place) {
  void* const from = __builtin_return_address(0);
  const auto integer = [&](int n) { return static_cast<int>(arguments[n]); };
  const auto size = [&](int n) { return static_cast<std::size_t>(arguments[n]); };
  const auto pointer = [&](int n) { return reinterpret_cast<void*>(arguments[n]); };
  const auto path = [&](int n) { return reinterpret_cast<const char*>(arguments[n]); };
  const auto mode = [&](int n) { return static_cast<mode_t>(arguments[n]); };
  const auto result = [](const void* address) { return reinterpret_cast<long>(address); };
  switch (number) {
    case SYS_exit:  // of this thread
      ::pthread_exit(nullptr);
    case SYS_exit_group:
      ::_exit(integer(0));
    case SYS_kill:
      return ::kill(static_cast<pid_t>(arguments[0]), integer(1));
    case SYS_tkill:
      return ::tgkill(::getpid(), integer(0), integer(1));
    case SYS_tgkill:
      return ::tgkill(integer(0), integer(1), integer(2));
    case SYS_setrlimit:
      return ::setrlimit(static_cast<__rlimit_resource_t>(arguments[0]), static_cast<const rlimit*>(pointer(1)));
    case SYS_prlimit64:
      return ::prlimit64(static_cast<pid_t>(arguments[0]), static_cast<__rlimit_resource>(arguments[1]),
                         static_cast<const rlimit64*>(pointer(2)), static_cast<rlimit64*>(pointer(3)));
    case SYS_open:
      return ::open(path(0), integer(1), mode(2));
    case SYS_openat:
      return ::openat(integer(0), path(1), integer(2), mode(3));
    case SYS_creat:
      return ::creat(path(0), mode(1));
    case SYS_pipe:
      return ::pipe(static_cast<int*>(pointer(0)));
    case SYS_pipe2:
      return ::pipe2(static_cast<int*>(pointer(0)), integer(1));
    case SYS_dup:
      return ::dup(integer(0));
    case SYS_dup2:
      return ::dup2(integer(0), integer(1));
    case SYS_dup3:
      return ::dup3(integer(0), integer(1), integer(2));
    case SYS_close:
      return ::close(integer(0));
    case SYS_close_range:
      return ::close_range(static_cast<unsigned>(arguments[0]), static_cast<unsigned>(arguments[1]), integer(2));
    // What only asks.
    case SYS_getpid:
      return ::getpid();
    case SYS_gettid:
      return ::gettid();
    case SYS_rt_sigprocmask:
      if (pointer(1) != nullptr) refuse("syscall", from);
      return ::sigprocmask(integer(0), nullptr, static_cast<sigset_t*>(pointer(2)));
    case SYS_arch_prctl:
      if (arguments[0] != ARCH_GET_FS && arguments[0] != ARCH_GET_GS) refuse("syscall", from);
      return ask_system(number, arguments);
    case SYS_brk: {
      if (arguments[0] != 0) refuse("syscall", from);
      static const long end = ask_system(number, arguments);  // the engine's heap may grow
      return end;
    }
    case SYS_mmap:
      return result(
          map_memory(pointer(0), size(1), integer(2), integer(3), integer(4), static_cast<off_t>(arguments[5]), place));
    case SYS_munmap:
      return unmap_memory(pointer(0), size(1), place);
    case SYS_mremap:
      return result(move_memory(pointer(0), size(1), size(2), integer(3), pointer(4), place));
    case SYS_mprotect:
      return protect_memory(pointer(0), size(1), integer(2), place);
    default:
      refuse("syscall", from);
  }
}

GRAPHFUZZ_HOOK pid_t fork() {
  GRAPHFUZZ_REAL(fork);
  if (is_no_thread()) return real_one();
  refuse("fork", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK pid_t _Fork() {
  static const auto real_one = reinterpret_cast<pid_t (*)()>(next_definition("_Fork"));
  if (is_no_thread()) return real_one();
  refuse("_Fork", __builtin_return_address(0));
}
// The child of the real one would come back through this frame: fork does the same.
GRAPHFUZZ_HOOK pid_t vfork() {
  if (is_no_thread()) return ::fork();
  refuse("vfork", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int execve(const char* path, char* const arguments[], char* const environment[]) {
  GRAPHFUZZ_REAL(execve);
  if (is_no_thread()) return real_one(path, arguments, environment);
  refuse("execve", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int execv(const char* path, char* const arguments[]) {
  GRAPHFUZZ_REAL(execv);
  if (is_no_thread()) return real_one(path, arguments);
  refuse("execv", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int execvp(const char* file, char* const arguments[]) {
  GRAPHFUZZ_REAL(execvp);
  if (is_no_thread()) return real_one(file, arguments);
  refuse("execvp", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int execvpe(const char* file, char* const arguments[], char* const environment[]) {
  GRAPHFUZZ_REAL(execvpe);
  if (is_no_thread()) return real_one(file, arguments, environment);
  refuse("execvpe", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int fexecve(int fd, char* const arguments[], char* const environment[]) {
  GRAPHFUZZ_REAL(fexecve);
  if (is_no_thread()) return real_one(fd, arguments, environment);
  refuse("fexecve", __builtin_return_address(0));
}
// Nothing but programs calls these, and from outside of their threads only what is refused there.
#define GRAPHFUZZ_REFUSED_ALWAYS(NAME)                               \
  GRAPHFUZZ_HOOK int NAME(const char*, const char*, ...) {           \
    if (!is_no_thread()) refuse(#NAME, __builtin_return_address(0)); \
    errno = ENOSYS;                                                  \
    return -1;                                                       \
  }
GRAPHFUZZ_REFUSED_ALWAYS(execl)
GRAPHFUZZ_REFUSED_ALWAYS(execlp)
GRAPHFUZZ_REFUSED_ALWAYS(execle)

GRAPHFUZZ_HOOK int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* files,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  GRAPHFUZZ_REAL(posix_spawn);
  if (is_no_thread()) return real_one(pid, path, files, attributes, arguments, environment);
  refuse("posix_spawn", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int posix_spawnp(pid_t* pid, const char* file, const posix_spawn_file_actions_t* files,
                                const posix_spawnattr_t* attributes, char* const arguments[],
                                char* const environment[]) {
  GRAPHFUZZ_REAL(posix_spawnp);
  if (is_no_thread()) return real_one(pid, file, files, attributes, arguments, environment);
  refuse("posix_spawnp", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int system(const char* command) {
  GRAPHFUZZ_REAL(system);
  if (is_no_thread()) return real_one(command);
  refuse("system", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK FILE* popen(const char* command, const char* mode) {
  GRAPHFUZZ_REAL(popen);
  if (is_no_thread()) return real_one(command, mode);
  refuse("popen", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int daemon(int no_change, int no_close) {
  GRAPHFUZZ_REAL(daemon);
  if (is_no_thread()) return real_one(no_change, no_close);
  refuse("daemon", __builtin_return_address(0));
}

// The program has no children; those of the process are not its own.
GRAPHFUZZ_HOOK pid_t waitpid(pid_t pid, int* status, int options) {
  GRAPHFUZZ_REAL(waitpid);
  if (current == nullptr) return real_one(pid, status, options);
  errno = ECHILD;
  return -1;
}
GRAPHFUZZ_HOOK pid_t wait(int* status) { return waitpid(-1, status, 0); }
GRAPHFUZZ_HOOK pid_t wait4(pid_t pid, int* status, int options, rusage* usage) {
  GRAPHFUZZ_REAL(wait4);
  if (current == nullptr) return real_one(pid, status, options, usage);
  errno = ECHILD;
  return -1;
}
GRAPHFUZZ_HOOK pid_t wait3(int* status, int options, rusage* usage) { return wait4(-1, status, options, usage); }
GRAPHFUZZ_HOOK int waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  GRAPHFUZZ_REAL(waitid);
  if (current == nullptr) return real_one(type, id, info, options);
  errno = ECHILD;
  return -1;
}

// Limits are those of the campaign as well.
GRAPHFUZZ_HOOK int setrlimit(__rlimit_resource_t resource, const rlimit* limit) {
  GRAPHFUZZ_REAL(setrlimit);
  return current == nullptr ? real_one(resource, limit) : 0;
}
GRAPHFUZZ_HOOK int setrlimit64(__rlimit_resource_t resource, const rlimit64* limit) {
  GRAPHFUZZ_REAL(setrlimit64);
  return current == nullptr ? real_one(resource, limit) : 0;
}
