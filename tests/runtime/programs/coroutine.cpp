// A coroutine is begun by one thread and resumed by another.
//
// bug: none
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task steps() {
  co_yield 1;
  co_yield 2;
}

int main() {
  Task task = steps();
  assert(task.handle.promise().value == 1);
  std::thread([&task] { task.handle.resume(); }).join();
  assert(task.handle.promise().value == 2);
  task.handle.resume();
  assert(task.handle.done());
  task.handle.destroy();
}
