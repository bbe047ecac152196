// Fails tests that start threads and are not named in GRAPHFUZZ_THREADED_TESTS (tests/CMakeLists.txt): only those that
// are run under ThreadSanitizer.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>

namespace {

std::atomic<unsigned> started = 0;

constexpr std::string_view kThreaded[] = {GRAPHFUZZ_THREADED_TESTS};

/// Without what an instantiation puts around it.
std::string name_of(const testing::TestInfo& info) {
  const std::string_view suite = info.test_suite_name();
  const std::string_view test = info.name();
  const std::size_t slash = suite.find('/');
  const std::string_view own = slash == std::string_view::npos ? suite : suite.substr(slash + 1);
  return std::string(own) + "." + std::string(test.substr(0, test.find('/')));
}

class ThreadWatch final : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { before_ = started; }
  void OnTestEnd(const testing::TestInfo& info) override {
    const std::string name = name_of(info);
    if (started == before_ || name.starts_with("Slow")) return;
    if (std::find(std::begin(kThreaded), std::end(kThreaded), name) == std::end(kThreaded)) {
      ADD_FAILURE() << name << " starts threads: tests/CMakeLists.txt should name it among GRAPHFUZZ_THREADED_TESTS";
    }
  }
  unsigned before_ = 0;
};

[[maybe_unused]] const bool watched = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new ThreadWatch);
  return true;
}();

}  // namespace

/// In place of the C library's, which it calls.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*what)(void*), void* with) noexcept {
  using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  ++started;
  return real(thread, how, what, with);
}
