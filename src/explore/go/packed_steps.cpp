#include "graphfuzz/explore/go/packed_steps.hpp"

#include <algorithm>
#include <limits>

namespace graphfuzz::go {
namespace {

// Which parts of a step are not what they mostly are.
constexpr std::uint8_t kMeets = 1, kChooses = 2, kPartnerChooses = 4, kFires = 8, kNobody = 16, kAll = 31;

// Choices begin at kDefault, and objects end with kClock and kNoObject: these are small numbers, too.
constexpr std::uint64_t of_choice(std::int16_t choice) { return static_cast<std::uint16_t>(choice - kDefault); }
constexpr Object kShift = 2;

}  // namespace

void pack(store::Packer& out, const Step& s) {
  std::uint8_t parts = 0;
  if (s.partner != kNoName) parts |= kMeets;
  if (s.choice != 0) parts |= kChooses;
  if (s.partner_choice != 0) parts |= kPartnerChooses;
  if (s.timer >= 0) parts |= kFires;
  if (s.routine == kNoName) parts |= kNobody;
  out.add(parts);
  if (s.routine != kNoName) out.add(s.routine);
  if (s.partner != kNoName) out.add(s.partner);
  if (s.choice != 0) out.add(of_choice(s.choice));
  if (s.partner_choice != 0) out.add(of_choice(s.partner_choice));
  if (s.timer >= 0) out.add(static_cast<std::uint64_t>(s.timer));
}

void pack(store::Packer& out, std::span<const Step> steps) {
  out.add(steps.size());
  for (const Step& step : steps) pack(out, step);
}

void pack(store::Packer& out, const Touch& touch) {
  out.add(std::uint64_t{static_cast<Object>(touch.object + kShift)} << 1 | (touch.changes ? 1 : 0));
}

Step unpack_step(store::Unpacker& in, std::size_t names) {
  const auto last = static_cast<Name>(std::min<std::size_t>(names, kNoName) - 1);
  const auto choice = [&] { return static_cast<std::int16_t>(in.integer<std::uint16_t>(0, 0x7fff) + kDefault); };
  const auto parts = in.integer<std::uint8_t>(0, kAll);
  Step s;
  s.routine = (parts & kNobody) != 0 ? kNoName : in.integer<Name>(0, last);
  if ((parts & kMeets) != 0) s.partner = in.integer<Name>(0, last);
  if ((parts & kChooses) != 0) s.choice = choice();
  if ((parts & kPartnerChooses) != 0) s.partner_choice = choice();
  if ((parts & kFires) != 0) {
    s.timer = static_cast<std::int32_t>(in.integer<std::uint32_t>(0, std::numeric_limits<std::int32_t>::max()));
  }
  return s;
}

std::vector<Step> unpack_steps(store::Unpacker& in, std::size_t names) {
  std::vector<Step> steps(in.count(2));
  for (Step& step : steps) step = unpack_step(in, names);
  return steps;
}

Touch unpack_touch(store::Unpacker& in) {
  const auto packed = in.integer<std::uint64_t>(0, std::uint64_t{kNoObject} << 1 | 1);
  return {static_cast<Object>(static_cast<Object>(packed >> 1) - kShift), (packed & 1) != 0};
}

}  // namespace graphfuzz::go
