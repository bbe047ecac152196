// Semaphores with names, which are the program's own: there are none at first, and those of other processes are not
// seen. Each name has a lock, a word for whether there is one of that name and how many there were before, and as many
// semaphores: one whose name has been taken away goes on, beside a new one of the name.
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

#include <climits>
#include <cstdarg>
#include <map>
#include <string>
#include <string_view>

#include "runtime/faults.hpp"
#include "runtime/hook.hpp"
#include "runtime/signals.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr std::size_t kApart = 64;
constexpr Value kExists = 1;  // the rest of the word: twice the number of those before

struct Name {
  Address place;
  Word lock() const { return {place, 4}; }
  Word state() const { return {place + 8, 4}; }
  Address semaphore(Value state) const { return place + kApart * (1 + static_cast<std::size_t>(state / 2)); }
};

// The name without its first slash, as glibc has it; errno if it cannot be one.
bool is_name(const char*& name) {
  if (*name == '/') ++name;
  const std::string_view text = name;
  if (text.empty() || text.find('/') != std::string_view::npos) return errno = EINVAL, false;
  if (text.size() > NAME_MAX - 4) return errno = ENAMETOOLONG, false;
  return true;
}

// Null if another name has the place.
Name look_up(const char* name) {
  static std::map<Address, std::string> known;
  const Name found{place_of_name(name)};
  return known.emplace(found.place, name).first->second == name ? found : Name{0};
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;
using graphfuzz::Value;

GRAPHFUZZ_HOOK sem_t* sem_open(const char* name, int flags, ...) noexcept {
  va_list more;
  va_start(more, flags);
  const bool makes = (flags & O_CREAT) != 0;
  const mode_t mode = makes ? va_arg(more, mode_t) : 0;
  const unsigned value = makes ? va_arg(more, unsigned) : 0;
  va_end(more);
  GRAPHFUZZ_OUTSIDE(sem_open, name, flags, mode, value)
  const Address place = GRAPHFUZZ_CALLER;
  int error = 0;
  Address opened = 0;
  bool too_many = false;
  {
    const Hook hook;
    if (!is_name(name)) return SEM_FAILED;
    const Name named = look_up(name);
    too_many = named.place == 0;
    if (!too_many) {
      Fiber& fiber = hook.fiber();
      exchange_or_wait(fiber, named.lock(), 0, 1, place);
      const Value state = read(fiber, named.state(), place);
      opened = named.semaphore(state);
      too_many = opened + kApart > named.place + kNamedSemaphoreSize;
      if ((state & kExists) != 0) {
        if (makes && (flags & O_EXCL) != 0) error = EEXIST;
      } else if (!makes) {
        error = ENOENT;
      } else if (value > SEM_VALUE_MAX) {
        error = EINVAL;
      } else if (!too_many) {
        write(fiber, {opened, 4}, value, place);
        write(fiber, named.state(), state | kExists, place);
      }
      write(fiber, named.lock(), 0, place);
    }
  }
  if (too_many) refuse("sem_open", __builtin_return_address(0));
  if (error != 0) return errno = error, SEM_FAILED;
  return reinterpret_cast<sem_t*>(opened);
}
GRAPHFUZZ_HOOK int sem_close(sem_t* semaphore) noexcept {
  GRAPHFUZZ_OUTSIDE(sem_close, semaphore)
  const Address address = address_of(semaphore);
  if (address < kNamedSemaphores || address >= kExit) return errno = EINVAL, -1;
  return 0;
}
GRAPHFUZZ_HOOK int sem_unlink(const char* name) noexcept {
  GRAPHFUZZ_OUTSIDE(sem_unlink, name)
  const Address place = GRAPHFUZZ_CALLER;
  Value state = 0;
  {
    const Hook hook;
    if (!is_name(name)) return errno = ENOENT, -1;
    const Name named = look_up(name);
    if (named.place != 0) {
      Fiber& fiber = hook.fiber();
      exchange_or_wait(fiber, named.lock(), 0, 1, place);
      state = read(fiber, named.state(), place);
      if ((state & kExists) != 0) write(fiber, named.state(), state + 1, place);
      write(fiber, named.lock(), 0, place);
    }
  }
  return (state & kExists) != 0 ? 0 : (errno = ENOENT, -1);
}
