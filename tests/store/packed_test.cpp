// Numbers in byte strings: what was written is read, and nothing else.
#include "graphfuzz/store/packed.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graphfuzz/store/writer.hpp"
#include "support/property.hpp"

namespace graphfuzz::testing {
namespace {

store::Document document(const std::string& bytes) {
  store::Writer out = store::Writer::cbor();
  return store::Document::cbor(out.bytes(bytes).finish(), "numbers");
}

TEST(Packed, NumbersComeBack) {
  check_property(300, [](const std::vector<std::uint64_t>& numbers, const std::vector<double>& reals) {
    store::Packer out;
    for (const std::uint64_t number : numbers) out.add(number).add(number << 7).add(~number);
    for (const double real : reals) out.add_real(real);
    out.add_real(INFINITY).add_real(-0.0);
    const store::Document saved = document(out.bytes());
    store::Unpacker in(saved.root());
    for (const std::uint64_t number : numbers) {
      RC_ASSERT(in.integer<std::uint64_t>() == number);
      RC_ASSERT(in.integer<std::uint64_t>() == number << 7);
      RC_ASSERT(in.integer<std::uint64_t>() == ~number);
    }
    for (const double real : reals) RC_ASSERT(in.real() == real);
    RC_ASSERT(in.real() == INFINITY);
    RC_ASSERT(std::signbit(in.real()));
    in.expect_end();
  });
}

void expect_refused(const std::string& bytes, const char* problem, const std::function<void(store::Unpacker&)>& read) {
  const store::Document saved = document(bytes);
  store::Unpacker in(saved.root());
  try {
    read(in);
    ADD_FAILURE() << "nothing wrong, where it was to be: " << problem;
  } catch (const store::DocumentError& error) {
    EXPECT_EQ(error.problem(), problem);
  }
}

TEST(Packed, WhatIsWrongIsSaid) {
  const auto number = [](store::Unpacker& in) { in.integer<std::uint64_t>(); };
  const std::string nines(9, '\xff');
  expect_refused("", "ends within its numbers", number);
  expect_refused("\x80", "ends within its numbers", number);
  expect_refused(std::string("\x80\0", 2), "has a number with a zero in front", number);
  expect_refused(nines + "\x02", "has a number beyond 64 bits", number);
  expect_refused(nines + "\x81\x01", "has a number beyond 64 bits", number);
  expect_refused("\x07", "has 7 where a number from 2 to 5 was expected", [](auto& in) { in.integer(2u, 5u); });
  expect_refused("\x05zzzz", "has 5 where a number from 0 to 2 was expected", [](auto& in) { in.count(2); });
  expect_refused("1234567", "ends within its numbers", [](auto& in) { in.real(); });
  expect_refused(std::string(7, '\xff') + "\x7f", "has nan where a number from 0 to 1 was expected",
                 [](auto& in) { in.real(0, 1); });
  expect_refused("\x01\x01", "has 1 bytes too many", [](auto& in) {
    in.template integer<unsigned>();
    in.expect_end();
  });
}

}  // namespace
}  // namespace graphfuzz::testing
