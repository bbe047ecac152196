#include "runtime/early_threads.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdlib>
#include <string>

#include "graphfuzz/program/numbering.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/faults.hpp"
#include "runtime/image.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"
#include "runtime/thread_locals.hpp"

namespace graphfuzz::runtime {
namespace {

// Constructors of libraries may come before those of this library: nothing here has any.
constexpr std::size_t kMost = 200;
constinit EarlyThread threads[kMost];
std::size_t count = 0;
bool over = false;

// So long constructors may take once one of them has started a thread: one that asks again and again whether the thread
// has done something would never end.
constexpr time_t kPatience = 10;  // s
timer_t timer;

[[noreturn]] void give_up(const char* what) {
  const EarlyHeapClosed closed;
  over = true;  // what is called to say so waits for nobody
  const std::string place = place_text(best_place(threads[0].frames, 0));
  const std::string text = fmt::format(
      "graphfuzz: unsupported: a constructor of a static object {} before main has begun, after a thread was started "
      "there ({}): such threads run as soon as main does. Wait for it, or start it, in main\n",
      what, place);
  static_cast<void>(::write(STDERR_FILENO, text.data(), text.size()));
  ::_exit(2);
}

void on_timer(int) { give_up("takes longer than 10 s, or waits for a thread,"); }

// A signal that other handlers do not hold up, of the first thread: the others block all.
void set_timer() {
  struct sigaction action {};
  action.sa_handler = on_timer;
  real().sigaction(look_signal(), &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = look_signal();
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
  itimerspec when{};
  when.it_value.tv_sec = kPatience;
  ::timer_settime(timer, 0, &when, nullptr);
}

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
  auto& frames = *static_cast<Frames*>(data);
  const Address place = ::_Unwind_GetIP(context) - 1;
  Dl_info module{};
  if (::dladdr(reinterpret_cast<const void*>(place), &module) == 0 || is_ours(module.dli_fname)) return _URC_NO_REASON;
  frames.places[frames.count++] = place;
  return frames.count == Frames::kMost ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

}  // namespace

bool threads_are_early() { return !over && std::getenv("GRAPHFUZZ_TOOL") != nullptr; }

void end_early_threads() {
  if (over) return;
  over = true;
  if (count > 0) ::timer_delete(timer);
  for (std::size_t i = 0; i < count; ++i) threads[i].place = best_place(threads[i].frames, 0);
}

int add_early_thread(pthread_t* thread, const Start& start, bool detached) {
  if (count == kMost) give_up("starts more than 200 threads");
  const EarlyHeapClosed closed;
  if (count == 0) set_timer();
  EarlyThread& made = threads[count];
  made.start = start;
  made.detached = detached;
  made.thread_pointer = parked_thread(child_thread(0, static_cast<std::uint32_t>(count)));
  ::_Unwind_Backtrace(look_at_frame, &made.frames);
  ++count;
  *thread = static_cast<pthread_t>(made.thread_pointer);
  return 0;
}

EarlyThread* early_thread(pthread_t thread) {
  for (std::size_t i = 0; i < count; ++i) {
    if (threads[i].thread_pointer == thread) return &threads[i];
  }
  return nullptr;
}

const EarlyThread* early_thread_number(std::uint32_t index) { return index < count ? &threads[index] : nullptr; }

const EarlyThread* early_thread_with(ThreadId id) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (child_thread(0, i) == id) return &threads[i];
  }
  return nullptr;
}

void refuse_to_wait(const char* what) {
  if (count == 0 || over) return;
  give_up(fmt::format("waits by {}", what).c_str());
}

}  // namespace graphfuzz::runtime
