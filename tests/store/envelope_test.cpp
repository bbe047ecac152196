// What is sealed is opened as it was, or refused.
#include "graphfuzz/store/envelope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/store/hash128.hpp"
#include "store/documents.hpp"
#include "support/property.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;
using ::testing::HasSubstr;

TEST(StoreEnvelope, IsOpenedAsItWasSealed) {
  check_property(300, [] {
    const auto kind = *rc::gen::nonEmpty<std::string>();
    const auto version = *rc::gen::arbitrary<std::uint32_t>();
    const auto payload = *rc::gen::arbitrary<std::string>();
    const std::string bytes = seal(kind, version, payload);
    RC_ASSERT(is_sealed(bytes));
    const Sealed sealed = open_sealed(bytes, "x", kind, version, version);
    RC_ASSERT(sealed.kind == kind);
    RC_ASSERT(sealed.version == version);
    RC_ASSERT(sealed.payload == payload);
    RC_ASSERT(seal(kind, version, payload) == bytes);
  });
}

// The format is for files that outlive the program: byte for byte as it is described.
TEST(StoreEnvelope, Layout) {
  const std::string bytes = seal("ab", 0x01020304, "xyz");
  const std::string_view expected(
      "\x89GFZ\r\n\x1a\n\x02"
      "ab\x04\x03\x02\x01\x03\0\0\0\0\0\0\0xyz",
      26);
  EXPECT_EQ(std::string_view(bytes).substr(0, 26), expected);
  EXPECT_EQ(bytes.size(), 26u + 16);
  EXPECT_EQ(hash128(""), (Hash128{0x6001c324468d497f, 0x99aa06d3014798d8}));  // xxHash's own test vector
}

TEST(StoreEnvelope, EveryPrefixAndEveryChangeIsRefused) {
  const std::string bytes = seal("graphfuzz test", 7, "some payload");
  const auto error = [](const std::string& damaged) { return error_of([&] { open_sealed(damaged, "a.bin"); }); };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_THAT(error(bytes.substr(0, i)), HasSubstr("a.bin:")) << i;
    for (int change = 1; change < 256; ++change) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      EXPECT_NE(error(damaged), "") << i << " ^ " << change;
    }
  }
  EXPECT_THAT(error(bytes + "x"), HasSubstr("it was cut or added to"));
  EXPECT_THAT(error(bytes.substr(0, 40)), HasSubstr("it was cut or added to"));
  EXPECT_EQ(error(""), "a.bin:1:1: expected a sealed document of graphfuzz, found an empty file");
  EXPECT_EQ(error("{\"a\": 12345}"),
            "a.bin:1:1: expected a sealed document of graphfuzz, found JSON without a \"format\"");
  std::string damaged = bytes;
  damaged[40] = 'X';
  EXPECT_THAT(error(damaged), HasSubstr("a.bin: expected the bytes that its checksum is of"));
}

TEST(StoreEnvelope, OtherKindsAndVersions) {
  const std::string bytes = seal("graphfuzz test", 7, "");
  EXPECT_EQ(error_of([&] { open_sealed(bytes, "x", "graphfuzz unit", 7, 7); }),
            "x: expected a unit of work (graphfuzz split), found \"graphfuzz test\"");
  EXPECT_EQ(error_of([&] { open_sealed(bytes, "x", "graphfuzz test", 1, 6); }),
            "x: expected versions 1 to 6 of \"graphfuzz test\", which this program reads, found version 7");
  EXPECT_EQ(error_of([&] { open_sealed(bytes, "x", "graphfuzz test", 8, 8); }),
            "x: expected version 8 of \"graphfuzz test\", which this program reads, found version 7");
  EXPECT_THROW(seal("", 1, ""), std::invalid_argument);
  EXPECT_THROW(seal(std::string(256, 'x'), 1, ""), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz::store::testing
