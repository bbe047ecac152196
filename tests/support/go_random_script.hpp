// Random Go programs for property tests: a few goroutines with a few operations each on shared objects. Many block,
// panic or leak; all end.
#pragma once

#include <cstdint>

#include "graphfuzz/explore/random.hpp"
#include "support/go_script.hpp"

namespace graphfuzz::go::testing {

struct RandomScriptOptions {
  std::uint32_t goroutines = 3;  ///< besides main, at most
  std::uint32_t operations = 4;  ///< each, at most
  bool time = true;              ///< timers and Sleep
  bool panics = true;            ///< what panics is not recovered
};

/// Channels 0 (unbuffered), 1 (one element), 2 (two); the other objects from 10. Every goroutine of body b is forked by
/// main, some of them after its other operations.
inline Script random_script(std::uint64_t seed, const RandomScriptOptions& options = {}) {
  Random random(seed);
  const std::uint32_t count = 1 + random.below(options.goroutines);
  std::vector<Body> bodies(count + 2);
  const auto channel = [&] { return static_cast<Object>(random.below(3)); };
  const auto one_case = [&] { return random.below(2) ? sending(channel(), random.below(100)) : receiving(channel()); };
  // Few kinds in one program, so that they meet.
  const std::uint32_t families = 1 + random.below(63);
  const auto operation = [&]() -> Instruction {
    for (;;) {
      const std::uint32_t family = random.below(options.time ? 7 : 6);
      if (family < 6 && !(families >> family & 1)) continue;
      const Object m = 10 + random.below(2);
      switch (family) {
        case 0:
          switch (random.below(8)) {
            case 0:
              return close(channel());
            case 1:
              return random.below(4) ? receive(channel()) : receive(kNoObject);
            case 2:
            case 3:
            case 4:
              return receive(channel());
            default:
              return send(channel(), random.below(100));
          }
        case 1: {
          std::vector<Case> cases;
          for (std::uint32_t n = random.below(3) + 1; n > 0; --n) cases.push_back(one_case());
          return select(cases, random.below(2) == 0);
        }
        case 2:
          switch (random.below(6)) {
            case 0:
              return lock(m);
            case 1:
              return try_lock(m);
            case 2:
              return rlock(m);
            case 3:
              return try_rlock(m);
            case 4:
              return runlock(m);
            default:
              return unlock(m);
          }
        case 3:
          return random.below(3) == 0 ? wg_wait(20) : wg_add(20, random.below(3) ? 1 : -1);
        case 4:
          switch (random.below(5)) {
            case 0:
              return cond_signal(30);
            case 1:
              return cond_broadcast(30);
            case 2:
              return lock(10);
            case 3:
              return unlock(10);
            default:
              return cond_wait(30, 10);
          }
        case 5:
          switch (random.below(3)) {
            case 0:
              return atomic_load(40);
            case 1:
              return atomic_store(40, random.below(3));
            default:
              return atomic_add(40, 1);
          }
        default:
          switch (random.below(4)) {
            case 0:
              return timer_stop(50);
            case 1:
              return timer_start(50, 1 + random.below(3), count + 1, random.below(2));
            default:
              return sleep(1 + random.below(3));
          }
      }
    }
  };
  for (std::uint32_t b = 1; b <= count; ++b) bodies[0].push_back(fork(b));
  for (std::uint32_t b = 0; b <= count; ++b) {
    for (std::uint32_t n = random.below(options.operations + 1); n > 0; --n) {
      Instruction i = operation();
      if (!options.panics || random.below(2)) i.recovers = true;
      if (random.below(4) == 0) i = random.below(2) ? i.reading(1) : i.writing(1);
      const std::size_t at = b == 0 ? random.below(bodies[0].size() + 1) : bodies[b].size();
      bodies[b].insert(bodies[b].begin() + static_cast<std::ptrdiff_t>(at), i);
    }
  }
  bodies[count + 1] = {select({sending(1)}, true)};
  return Script(std::move(bodies), {0, 1, 2});
}

}  // namespace graphfuzz::go::testing
