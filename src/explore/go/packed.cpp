#include "explore/go/packed.hpp"

#include <algorithm>
#include <utility>

namespace graphfuzz::go {
namespace {

// Which parts of a step are not what they mostly are.
enum : std::uint8_t { kMeets = 1, kChooses = 2, kPartnerChooses = 4, kFires = 8, kNobody = 16, kAll = 31 };

// Choices begin at kDefault, and objects end with kClock and kNoObject: as small numbers, too.
constexpr std::uint64_t of_choice(std::int16_t choice) { return static_cast<std::uint16_t>(choice - kDefault); }
constexpr Object kShift = 2;

}  // namespace

Packer& Packer::step(const Step& s) {
  const std::uint8_t parts = (s.partner != kNoName ? kMeets : 0) | (s.choice != 0 ? kChooses : 0) |
                             (s.partner_choice != 0 ? kPartnerChooses : 0) | (s.timer >= 0 ? kFires : 0) |
                             (s.routine == kNoName ? kNobody : 0);
  number(parts);
  if (s.routine != kNoName) number(s.routine);
  if ((parts & kMeets) != 0) number(s.partner);
  if ((parts & kChooses) != 0) number(of_choice(s.choice));
  if ((parts & kPartnerChooses) != 0) number(of_choice(s.partner_choice));
  if ((parts & kFires) != 0) number(static_cast<std::uint32_t>(s.timer));
  return *this;
}

Packer& Packer::steps(std::span<const Step> all) {
  number(all.size());
  for (const Step& s : all) step(s);
  return *this;
}

Packer& Packer::touch(const Touch& touch) {
  return number(std::uint64_t{static_cast<Object>(touch.object + kShift)} << 1 | (touch.changes ? 1 : 0));
}

std::uint64_t Unpacker::number_up_to(std::uint64_t most) {
  std::uint64_t result = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at_end()) break;
    const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
    const std::uint64_t bits = byte & 0x7f;
    if (shift == 63 && bits > 1) break;
    result |= bits << shift;
    if ((byte & 0x80) != 0) continue;
    if (result > most) break;
    return result;
  }
  fail("a number of at most " + std::to_string(most));
}

std::uint64_t Unpacker::word() {
  if (left() < 8) fail("eight bytes");
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 8; ++i) result |= std::uint64_t{static_cast<std::uint8_t>(bytes_[at_++])} << (8 * i);
  return result;
}

double Unpacker::real(double most) {
  const auto result = std::bit_cast<double>(word());
  if (!(result >= 0 && result <= most)) fail("a number from 0 to " + std::to_string(most));
  return result;
}

Step Unpacker::step(std::size_t names) {
  const auto parts = number<std::uint8_t>(kAll);
  const auto name = [&] { return number<Name>(static_cast<Name>(std::min<std::size_t>(names, kNoName) - 1)); };
  const auto choice = [&] { return static_cast<std::int16_t>(number<std::uint16_t>(0x7fff) + kDefault); };
  Step s;
  s.routine = (parts & kNobody) != 0 ? kNoName : name();
  if ((parts & kMeets) != 0) s.partner = name();
  if ((parts & kChooses) != 0) s.choice = choice();
  if ((parts & kPartnerChooses) != 0) s.partner_choice = choice();
  if ((parts & kFires) != 0) s.timer = number<std::int32_t>();
  return s;
}

std::vector<Step> Unpacker::steps(std::size_t names) {
  std::vector<Step> all;
  for (auto count = number<std::size_t>(); count > 0; --count) all.push_back(step(names));
  return all;
}

Touch Unpacker::touch() {
  const auto packed = number<std::uint64_t>(std::uint64_t{kNoObject} * 2 + 1);
  return {static_cast<Object>(static_cast<Object>(packed >> 1) - kShift), (packed & 1) != 0};
}

void Unpacker::fail(const std::string& expected) const {
  value_.reject("at byte " + std::to_string(at_) + ": expected " + expected);
}

}  // namespace graphfuzz::go
