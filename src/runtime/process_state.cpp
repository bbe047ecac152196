#include "runtime/process_state.hpp"

#include <fcntl.h>
#include <getopt.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/library.hpp"
#include "runtime/outside.hpp"

namespace graphfuzz::runtime {

bool process_state_differs = false;

namespace {

struct State {
  int folder = -1;
  mode_t mask = 0;
};
State of_engine, of_program;
pid_t process = 0;
bool getopt_has_begun = false;
char** environment = nullptr;  // what it holds, and the texts, are parts of the image

bool locale_differs = false;
std::string locale;

int current_folder() { return ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC); }

mode_t current_mask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

void become(const State& state) {
  if (state.folder >= 0) static_cast<void>(::fchdir(state.folder));
  ::umask(state.mask);
}

void note_change() {
  if (of_program.folder >= 0) ::close(of_program.folder);
  of_program = {current_folder(), current_mask()};
  char folder[PATH_MAX] = "";
  static_cast<void>(::getcwd(folder, sizeof folder) == nullptr);
  note_outside(Outside::current_folder, 0, hash_of_text(folder));
  note_outside(Outside::mask, 0, of_program.mask + 1);
  process_state_differs = true;
}

// What the library allocates for it is its own, and stays.
template <class Function, class... Arguments>
auto change_environment(Function function, Arguments... arguments) {
  InRuntime in;
  return change_outside_by(function(arguments...));
}

// Each execution has the arguments parsed anew: what getopt keeps is taken down by no mark, and is made anew by 0.
template <class Function, class... Arguments>
int parse_options(Function function, Arguments... arguments) {
  change_outside();
  if (current != nullptr && !getopt_has_begun) {
    getopt_has_begun = true;
    if (optind == 1) optind = 0;
  }
  return function(arguments...);
}

// The array and its texts, which programs may write to. Most texts lie one after the other.
void remember_environment() {
  char** end = environ;
  if (end == nullptr) return;
  std::vector<std::pair<char*, char*>> texts;
  for (; *end != nullptr; ++end) texts.emplace_back(*end, *end + std::strlen(*end) + 1);
  remember(environ, static_cast<std::size_t>(end + 1 - environ) * sizeof *environ);
  std::ranges::sort(texts);
  for (std::size_t i = 0; i < texts.size();) {
    const auto [begin, first_end] = texts[i];
    char* up_to = first_end;
    for (++i; i < texts.size() && texts[i].first <= up_to; ++i) up_to = std::max(up_to, texts[i].second);
    remember(begin, static_cast<std::size_t>(up_to - begin));
  }
}

template <class Function, class... Arguments>
int change(Function function, Arguments... arguments) {
  InRuntime in;
  const int result = function(arguments...);
  if (in.maybe_fiber() != nullptr) note_change();
  return result;
}

// The kernel gives each process others, which the C library has used by now.
void fix_random_bytes() {
  auto* const bytes = reinterpret_cast<unsigned char*>(::getauxval(AT_RANDOM));
  if (bytes == nullptr) return;
  constexpr unsigned kBytes = 16;
  for (unsigned i = 0; i < kBytes; ++i) bytes[i] = static_cast<unsigned char>(37 * i + 11);
  remember(bytes, kBytes);
}

}  // namespace

void take_process_state() {
  process = ::getpid();
  of_engine = {current_folder(), current_mask()};
  environment = environ;
  remember_environment();
  remember(&strtok_position, sizeof strtok_position);
  fix_random_bytes();
  locale = ::setlocale(LC_ALL, nullptr);
}

void reset_process_state() {
  getopt_has_begun = false;
  optind = opterr = 1;
  process_state_differs = false;
  if (locale_differs) ::setlocale(LC_ALL, locale.c_str());
  locale_differs = false;
  environ = environment;
}

void ProcessStateOfProgram::enter() { become(of_program); }
void ProcessStateOfProgram::leave() { become(of_engine); }

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int chdir(const char* path) {
  GRAPHFUZZ_REAL(chdir);
  return change(real_one, path);
}
GRAPHFUZZ_HOOK int fchdir(int fd) {
  GRAPHFUZZ_REAL(fchdir);
  return change(real_one, fd);
}
GRAPHFUZZ_HOOK mode_t umask(mode_t mask) {
  GRAPHFUZZ_REAL(umask);
  return static_cast<mode_t>(change([mask] { return static_cast<int>(real_one(mask)); }));
}
GRAPHFUZZ_HOOK int setenv(const char* name, const char* value, int replace) {
  GRAPHFUZZ_REAL(setenv);
  return change_environment(real_one, name, value, replace);
}
GRAPHFUZZ_HOOK int unsetenv(const char* name) {
  GRAPHFUZZ_REAL(unsetenv);
  return change_environment(real_one, name);
}
GRAPHFUZZ_HOOK int putenv(char* entry) {
  GRAPHFUZZ_REAL(putenv);
  return change_environment(real_one, entry);
}
GRAPHFUZZ_HOOK int clearenv() {
  GRAPHFUZZ_REAL(clearenv);
  return change_environment(real_one);
}
GRAPHFUZZ_HOOK char* setlocale(int category, const char* name) {
  GRAPHFUZZ_REAL(setlocale);
  InRuntime in;
  char* const result = real_one(category, name);
  if (name != nullptr && result != nullptr) change_outside();
  if (in.maybe_fiber() != nullptr && name != nullptr) locale_differs = true;
  // What the locale converts characters with is loaded at its first use, and stays: that is now, so that it is not in
  // the program's heap.
  wchar_t character = 0;
  std::mbstate_t begin{};
  std::mbrtowc(&character, "", 1, &begin);
  return result;
}

// What the C library, or the C++ library, keeps of these from call to call is taken down by no mark.
GRAPHFUZZ_HOOK char* strtok(char* text, const char* separators) {
  GRAPHFUZZ_REAL(strtok);
  change_outside();
  return real_one(text, separators);
}
GRAPHFUZZ_HOOK int getopt(int count, char* const* arguments, const char* options) {
  GRAPHFUZZ_REAL(getopt);
  return parse_options(real_one, count, arguments, options);
}
GRAPHFUZZ_HOOK int getopt_long(int count, char* const* arguments, const char* options, const option* long_options,
                               int* index) {
  GRAPHFUZZ_REAL(getopt_long);
  return parse_options(real_one, count, arguments, options, long_options, index);
}
GRAPHFUZZ_HOOK int getopt_long_only(int count, char* const* arguments, const char* options, const option* long_options,
                                    int* index) {
  GRAPHFUZZ_REAL(getopt_long_only);
  return parse_options(real_one, count, arguments, options, long_options, index);
}
// std::set_terminate, of programs that have that.
GRAPHFUZZ_HOOK std::terminate_handler _ZSt13set_terminatePFvvE(std::terminate_handler handler) {
  static const auto real_one =
      reinterpret_cast<decltype(&_ZSt13set_terminatePFvvE)>(next_definition("_ZSt13set_terminatePFvvE"));
  note_outside(Outside::handler, 0, reinterpret_cast<std::uint64_t>(handler));
  return real_one == nullptr ? nullptr : real_one(handler);
}

// The same in all executions, whatever process they are in.
GRAPHFUZZ_HOOK pid_t getpid() {
  GRAPHFUZZ_REAL(getpid);
  return current == nullptr ? real_one() : process;
}
GRAPHFUZZ_HOOK pid_t gettid() {
  GRAPHFUZZ_REAL(gettid);
  return current == nullptr ? real_one() : process + static_cast<pid_t>(current->id);
}
// Limits are those of the campaign as well.
GRAPHFUZZ_HOOK int prlimit(pid_t pid, __rlimit_resource resource, const rlimit* limit, rlimit* before) {
  GRAPHFUZZ_REAL(prlimit);
  return real_one(pid, resource, current == nullptr ? limit : nullptr, before);
}
GRAPHFUZZ_HOOK int prlimit64(pid_t pid, __rlimit_resource resource, const rlimit64* limit, rlimit64* before) {
  GRAPHFUZZ_REAL(prlimit64);
  return real_one(pid, resource, current == nullptr ? limit : nullptr, before);
}
