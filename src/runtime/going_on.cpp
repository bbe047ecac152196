#include "runtime/going_on.hpp"

#include <xxhash.h>

#include <algorithm>

namespace graphfuzz::runtime {
namespace {

constexpr std::uint64_t kLong = 1'000'000'000'000;  // nanoseconds
constexpr std::uint64_t kFaster = 30;
constexpr unsigned kTimes = 3;
constexpr std::size_t kMost = 32;  // places in the loops that a thread is in

// Null if it was not there before.
Fiber::Visit* find_visit(Fiber& fiber, Address place, std::uint64_t rest) {
  const auto is_it = [&](const Fiber::Visit& visit) { return visit.place == place && visit.rest == rest; };
  const auto found = std::ranges::find_if(fiber.visits, is_it);
  return found == fiber.visits.end() ? nullptr : &*found;
}

void add_visit(Fiber& fiber, Address place, std::uint64_t rest) {
  if (fiber.visits.size() == kMost) fiber.visits.erase(fiber.visits.begin());
  fiber.visits.push_back({place, rest, fiber.clock, {fiber.clock_read}, {fiber.random}, {fiber.written}});
}

void let_time_pass(Fiber& fiber, Fiber::Visit& visit) {
  if (fiber.clock_read == visit.clock.last) return;  // it has not looked
  const std::uint64_t passed = fiber.clock - visit.begin;
  visit.clock.settled |= passed >= kLong;
  if (passed < kLong) fiber.clock = visit.begin + passed * kFaster;
}

// Of what may be of interest there.
std::uint64_t part_of(Fiber::GoesOn& its, std::uint64_t now) {
  if (now != its.last) its.settled |= ++its.times >= kTimes;
  its.last = now;
  return its.settled ? 0 : now;
}

}  // namespace

std::uint64_t with_what_goes_on(Fiber& fiber, Address place, std::uint64_t rest) {
  if (fiber.clock_read == 0 && fiber.random == fiber.id && fiber.written == 0) return rest;
  std::uint64_t parts[] = {fiber.clock_read, fiber.random, fiber.written};
  if (Fiber::Visit* const visit = find_visit(fiber, place, rest); visit == nullptr) {
    add_visit(fiber, place, rest);
  } else {
    let_time_pass(fiber, *visit);
    parts[0] = visit->clock.settled ? 0 : fiber.clock_read;
    visit->clock.last = fiber.clock_read;
    parts[1] = part_of(visit->random, fiber.random);
    parts[2] = part_of(visit->written, fiber.written);
  }
  return XXH3_64bits_withSeed(parts, sizeof parts, rest) | 1;
}

}  // namespace graphfuzz::runtime
