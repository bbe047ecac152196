// A Machine whose threads access and free one block of the heap: scripts without loops, so that it can be said without
// running them which accesses may come after a free.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/program/numbering.hpp"

namespace graphfuzz::testing {

enum class BlockStep : std::uint8_t {
  put,       ///< an atomic write of a flag, releasing
  get,       ///< … read, acquiring
  peek,      ///< the same, relaxed
  look,      ///< plainly, in the block
  write,     ///< …
  count,     ///< an atomic update in the block
  give_back  ///< frees it; the thread does not access it any more
};
using BlockScripts = std::vector<std::vector<BlockStep>>;

inline bool is_event(BlockStep step) { return step <= BlockStep::peek || step == BlockStep::count; }
inline bool is_of_block(BlockStep step) { return step >= BlockStep::look; }

inline std::ostream& operator<<(std::ostream& out, BlockStep step) {
  constexpr const char* kNames[] = {"put", "get", "peek", "look", "write", "count", "give back"};
  return out << kNames[static_cast<int>(step)];
}

/// Main allocates the block and starts the threads.
class BlockMachine final : public native::Machine {
 public:
  explicit BlockMachine(BlockScripts scripts) : scripts_(std::move(scripts)) {}

  void use(const native::CellTable&) override {}
  void reset() override { threads_.clear(); }
  const native::Arrival& begin(ThreadId thread) override {
    threads_[thread] = {};
    if (thread != 0) return go_on(thread);
    start_next();
    note(threads_[0], native::Touch::Kind::allocate, kBlock, kSize);
    return threads_[0].arrival;
  }
  const native::Arrival& resume(ThreadId thread, Value, bool) override {
    if (thread == 0) return start_next();
    ++threads_.at(thread).at;
    return go_on(thread);
  }
  Value initial(native::Address) const override { return 0; }
  std::string message(std::size_t number) const override { return messages_.at(number); }
  std::size_t message_number(const std::string& text) override {
    messages_.push_back(text);
    return messages_.size() - 1;
  }
  std::vector<std::string> outcomes() const override { return {}; }
  std::size_t outcome_number(const std::string&) override { return 0; }
  Place place(native::Address code) const override { return {"script", static_cast<unsigned>(code)}; }
  std::string name(native::Address data) const override { return data == kFlag ? "flag" : "block"; }
  std::string program() const override { return "script"; }

  static constexpr native::Address kFlag = 0x1000;
  static constexpr native::Address kBlock = 0x2000;  ///< a plain word, and then an atomic one
  static constexpr Value kSize = 16;

 private:
  struct Thread {
    std::size_t at = 0;
    std::size_t started = 0;
    native::Arrival arrival{};
  };

  const std::vector<BlockStep>& script(ThreadId thread) const {
    for (std::uint32_t i = 0;; ++i) {
      if (child_thread(0, i) == thread) return scripts_.at(i);
    }
  }

  const native::Arrival& start_next() {
    Thread& main = threads_[0];
    main.arrival = {};
    main.arrival.place = 1;
    if (main.started < scripts_.size()) {
      main.arrival.request.kind = RequestKind::start;
      main.arrival.request.operand = child_thread(0, static_cast<std::uint32_t>(main.started++));
    }
    return main.arrival;
  }

  static void note(Thread& t, native::Touch::Kind kind, native::Address address, Value value, std::uint8_t size = 0) {
    t.arrival.touches.push_back({kind, false, false, false, size, 0, address, value, 10 * t.at + 1});
  }

  const native::Arrival& go_on(ThreadId thread) {
    using native::Touch;
    Thread& t = threads_.at(thread);
    const std::vector<BlockStep>& steps = script(thread);
    t.arrival = {};
    for (; t.at < steps.size() && !is_event(steps[t.at]); ++t.at) {
      if (steps[t.at] == BlockStep::give_back) {
        note(t, Touch::Kind::releasing, kBlock, 0);
        note(t, Touch::Kind::release, kBlock, kSize);
      } else {
        note(t, steps[t.at] == BlockStep::look ? Touch::Kind::read : Touch::Kind::write, kBlock, 0, 8);
      }
    }
    if (t.at == steps.size()) return t.arrival;
    Request& request = t.arrival.request;
    t.arrival.place = 100 * thread + 10 * t.at;
    t.arrival.address = steps[t.at] == BlockStep::count ? kBlock + 8 : kFlag;
    request.size = 4;
    request.operand = 1;
    request.kind = RequestKind::read;
    request.order = MemoryOrder::acquire;
    if (steps[t.at] == BlockStep::peek) request.order = MemoryOrder::relaxed;
    if (steps[t.at] == BlockStep::put) {
      request.kind = RequestKind::write;
      request.order = MemoryOrder::release;
    }
    if (steps[t.at] == BlockStep::count) {
      request.kind = RequestKind::update;
      request.operation = Operation::add;
      request.order = MemoryOrder::relaxed;
    }
    t.arrival.state = t.at + 1;  // it never comes back
    return t.arrival;
  }

  BlockScripts scripts_;
  std::map<ThreadId, Thread> threads_;
  std::vector<std::string> messages_;
};

/// Two or three threads with up to eight steps in all, one of which frees the block.
inline rc::Gen<BlockScripts> any_block_scripts() {
  return rc::gen::resize(
      100, rc::gen::exec([] {
        using enum BlockStep;
        BlockScripts scripts(static_cast<std::size_t>(*rc::gen::inRange(2, 4)));
        const auto threads = static_cast<int>(scripts.size());
        const auto any_script = [&]() -> std::vector<BlockStep>& {
          return scripts[static_cast<std::size_t>(*rc::gen::inRange(0, threads))];
        };
        const int total = *rc::gen::inRange(3, 8);
        for (int i = 0; i < total; ++i) {
          any_script().push_back(*rc::gen::element(put, put, get, get, peek, look, write, count, give_back));
        }
        any_script().push_back(give_back);
        for (std::vector<BlockStep>& script : scripts) {
          const auto freed = std::find(script.begin(), script.end(), give_back);
          if (freed == script.end()) continue;
          script.erase(std::remove_if(freed + 1, script.end(), is_of_block), script.end());
        }
        return scripts;
      }));
}

}  // namespace graphfuzz::testing
