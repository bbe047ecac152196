// What is written is what is read, by ours and by nlohmann_json.
#include "graphfuzz/store/writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "store/documents.hpp"
#include "support/property.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;

void write_replay(Writer& out) {
  out.begin_object().field("format", "replay").field("seed", ~std::uint64_t{0}).field("none", true);
  out.key("hash").hexadecimal(0xdeadbeef);
  out.key("empty").begin_array().end_array();
  out.key("steps").begin_array();
  for (const int thread : {0, -1}) {
    out.begin_object().field("thread", thread).key("from").values(std::vector<double>{0.5, 2}).end_object();
  }
  out.end_array().end_object();
}

TEST(StoreWriter, Layout) {
  Writer out = Writer::json();
  write_replay(out);
  EXPECT_EQ(out.finish(), R"({
  "format": "replay",
  "seed": 18446744073709551615,
  "none": true,
  "hash": "00000000deadbeef",
  "empty": [],
  "steps": [
    {"thread": 0, "from": [0.5, 2.0]},
    {"thread": -1, "from": [0.5, 2.0]}
  ]
}
)");
  Writer narrow = Writer::json({.indent = 0, .expanded = 0, .spaces = false});
  narrow.begin_array().value(1).begin_object().field("a", "b").field("c", nullptr == nullptr).end_object().end_array();
  EXPECT_EQ(narrow.finish(), "[1,{\"a\":\"b\",\"c\":true}]\n");
}

// RFC 8949, appendix A.
TEST(StoreWriter, Cbor) {
  const auto is = [](auto write, std::string_view bytes) {
    Writer out = Writer::cbor();
    write(out);
    EXPECT_EQ(out.finish(), bytes);
  };
  is([](Writer& out) { out.value(23); }, "\x17");
  is([](Writer& out) { out.value(24); }, "\x18\x18");
  is([](Writer& out) { out.value(1000000000000); }, std::string_view("\x1b\x00\x00\x00\xe8\xd4\xa5\x10\x00", 9));
  is([](Writer& out) { out.value(~std::uint64_t{0}); }, "\x1b\xff\xff\xff\xff\xff\xff\xff\xff");
  is([](Writer& out) { out.value(-1000); }, "\x39\x03\xe7");
  is([](Writer& out) { out.value(1.1); }, "\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a");
  is([](Writer& out) { out.value(100000.0); }, std::string_view("\xfa\x47\xc3\x50\x00", 5));
  is([](Writer& out) { out.bytes("\x01\x02"); }, "\x42\x01\x02");
  is(
      [](Writer& out) {
        out.begin_object().field("a", 1).key("b").values(std::vector{2, 3}).end_object();
      },
      "\xa2\x61\x61\x01\x61\x62\x82\x02\x03");
}

TEST(StoreWriter, IsReadAsItWasWritten) {
  check_property(1000, [] {
    const Json document = any_document();
    Writer json = Writer::json({.indent = *rc::gen::inRange<std::size_t>(0, 3),
                                .expanded = *rc::gen::inRange<std::size_t>(0, 5),
                                .spaces = *rc::gen::arbitrary<bool>()});
    write(json, document);
    const std::string text = json.finish();
    RC_ASSERT(Json::parse(text) == document);
    RC_ASSERT(copy(Document::json(text, "x").root()) == document);
    Writer cbor = Writer::cbor();
    write(cbor, document);
    const std::string bytes = cbor.finish();
    RC_ASSERT(bytes == cbor_of(document));
    RC_ASSERT(copy(Document::cbor(bytes, "x").root()) == document);
  });
}

TEST(StoreWriter, RealNumbersKeepTheirBits) {
  check_property(2000, [] {
    const auto bits = std::mt19937_64(*rc::gen::arbitrary<std::uint64_t>())();
    const auto number = std::bit_cast<double>(bits);
    RC_PRE(std::isfinite(number));
    const auto bits_of = [](const Document& document) { return std::bit_cast<std::uint64_t>(document.root().real()); };
    RC_ASSERT(bits_of(Document::json(Writer::json().value(number).finish(), "x")) == bits);
    RC_ASSERT(bits_of(Document::cbor(Writer::cbor().value(number).finish(), "x")) == bits);
  });
}

TEST(StoreWriter, BytesThatAreNoTextAreReplaced) {
  for (Writer out : {Writer::json(), Writer::cbor()}) {
    const std::string text = out.value("a\xff\xc3(\xed\xa0\x80ü").finish();
    const Document document = text[0] == '"' ? Document::json(text, "x") : Document::cbor(text, "x");
    EXPECT_EQ(document.root().text(), "a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFDü");
  }
}

TEST(StoreWriter, MisuseIsAnError) {
  EXPECT_THROW(Writer::json().begin_object().value(1), std::logic_error);
  EXPECT_THROW(Writer::json().begin_array().key("a"), std::logic_error);
  EXPECT_THROW(Writer::json().begin_object().key("a").key("b"), std::logic_error);
  EXPECT_THROW(Writer::json().begin_object().key("a").end_object(), std::logic_error);
  EXPECT_THROW(Writer::json().begin_object().end_array(), std::logic_error);
  EXPECT_THROW(Writer::json().begin_object().finish(), std::logic_error);
  EXPECT_THROW(Writer::cbor().value(1).value(2), std::logic_error);
  EXPECT_THROW(Writer::cbor().finish(), std::logic_error);
  EXPECT_THROW(Writer::json().value(std::numeric_limits<double>::infinity()), std::invalid_argument);
  Writer again = Writer::json();
  again.value(1);
  EXPECT_EQ(again.finish(), "1\n");
  EXPECT_EQ(again.value(2).finish(), "2\n");
}

}  // namespace
}  // namespace graphfuzz::store::testing
