#include "runtime/calls.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <utility>

namespace graphfuzz::runtime {
namespace {

struct Call {
  std::uint32_t from;
  Address place;
};
std::vector<Call> all = {{0, 0}};  // by number; a tree
boost::unordered_flat_map<std::pair<std::uint32_t, Address>, std::uint32_t> numbers;

std::uint32_t number_of(std::uint32_t from, Address place) {
  const auto [number, is_new] = numbers.try_emplace({from, place}, static_cast<std::uint32_t>(all.size()));
  if (is_new) all.push_back({from, place});
  return number->second;
}

}  // namespace

std::uint32_t call_number(Fiber& fiber) {
  // Of deeper ones the outermost are enough.
  constexpr std::size_t kDeepest = 64;
  std::vector<std::uint32_t>& known = fiber.call_numbers;
  const std::size_t depth = std::min(fiber.calls.size(), kDeepest);
  while (known.size() < depth) {
    known.push_back(number_of(known.empty() ? 0 : known.back(), fiber.calls[known.size()]));
  }
  return known.empty() ? 0 : known.back();
}

std::uint32_t call_number(const std::vector<Address>& places) {
  std::uint32_t number = 0;
  for (auto place = places.rbegin(); place != places.rend(); ++place) number = number_of(number, *place);
  return number;
}

std::vector<Address> calls_of(std::uint32_t number) {
  std::vector<Address> places;
  for (; number != 0; number = all[number].from) places.push_back(all[number].place);
  return places;
}

}  // namespace graphfuzz::runtime
