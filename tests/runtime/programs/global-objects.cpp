// Global objects are constructed before main, and destroyed after it.
//
// bug: none
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static int destroyed;

struct Last {
  ~Last() { assert(destroyed == 1); }
};

struct Noting {
  explicit Noting(std::string text) : text(std::move(text)) {}
  ~Noting() { destroyed++; }
  std::string text;
  std::mutex lock;
};

static Last last;
static Noting object("constructed before main begins");

int main() {
  std::thread other([] {
    std::lock_guard held(object.lock);
    object.text += '!';
  });
  {
    std::lock_guard held(object.lock);
    object.text += '!';
  }
  other.join();
  assert(object.text == "constructed before main begins!!" && destroyed == 0);
}
