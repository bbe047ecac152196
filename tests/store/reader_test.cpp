// The reader says what is in a document, and where something is wrong with it.
#include "graphfuzz/store/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/documents.hpp"
#include "support/property.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kReplay = R"({
  "format": "graphfuzz replay", "version": 2, "hash": "00000000deadbeef", "shows": "drop",
  "steps": [{"thread": 0}, {"thread": 1, "fails": true}, {"thread": 63}, {"thread": "x"}],
  "odd keys": {"c.go#3": [1.5, -7, "ab0F", null]}
})";

TEST(StoreReader, ReadsWhatIsThere) {
  const Document document = Document::json(kReplay, "a.json");
  const Value root = document.root();
  EXPECT_EQ(root.expect_format("graphfuzz replay", 1, 2), 2u);
  EXPECT_EQ(root.field("hash").hexadecimal(), 0xdeadbeef);
  EXPECT_EQ(root.field("shows").choice<int>({{"keep", 1}, {"drop", 2}}), 2);
  EXPECT_FALSE(root.find("none"));
  const Items<Value> steps = root.field("steps").array(1, 4);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[2].field("thread").integer(0, 63), 63);
  EXPECT_TRUE(steps[1].field("fails").boolean());
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : root.object()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("format", "version", "hash", "shows", "steps", "odd keys"));
  const Items<Value> odd = root.field("odd keys").field("c.go#3").array();
  EXPECT_EQ(odd[0].real(), 1.5);
  EXPECT_EQ(odd[1].real(), -7);
  EXPECT_EQ(odd[1].integer<int>(), -7);
  EXPECT_EQ(odd[2].bytes(), "\xab\x0f");
  EXPECT_TRUE(odd[3].is_null());
}

TEST(StoreReader, ErrorsNameFileAndElement) {
  const Document document = Document::json(kReplay, "a.json");
  const Value root = document.root(), steps = root.field("steps"), odd = root.field("odd keys").field("c.go#3");
  const auto is = [](auto read, const std::string& message) { EXPECT_EQ(error_of(read), "a.json: " + message); };
  is([&] { steps.array()[3].field("thread").integer(0, 63); },
     "steps[3].thread: expected an integer from 0 to 63, found \"x\"");
  is([&] { steps.array()[2].field("thread").integer(0, 62); },
     "steps[2].thread: expected an integer from 0 to 62, found 63");
  const std::string inner = "[\"odd keys\"][\"c.go#3\"]";
  is([&] { odd.array()[1].integer<std::uint64_t>(); }, inner + "[1]: expected an integer from 0 to 2^64-1, found -7");
  is([&] { odd.array()[0].integer<int>(-5, 5); }, inner + "[0]: expected an integer from -5 to 5, found 1.5");
  is([&] { odd.array()[2].bytes(1); }, inner + "[2]: expected at most 1 bytes, found 2");
  is([&] { root.field("shows").bytes(); },
     "shows: expected bytes (in JSON two hexadecimal digits each), found \"drop\"");
  is([&] { odd.array()[1].real(0, 1); }, inner + "[1]: expected a number from 0 to 1, found -7");
  is([&] { odd.array()[3].text(); }, inner + "[3]: expected a text, found null");
  is([&] { odd.array(5, 5); }, inner + ": expected an array of 5 elements, found 4: [1.5, -7, \"ab0F\", null]");
  is([&] { odd.object(); }, inner + ": expected an object, found [1.5, -7, \"ab0F\", null]");
  is([&] { root.field("nothing"); }, "expected a key \"nothing\", found none");
  is(
      [&] {
        root.expect_keys({"format", "version", "hash", "shows", "steps"});
      },
      "expected no keys but \"format\", \"version\", \"hash\", \"shows\", \"steps\", found \"odd keys\"");
  is(
      [&] {
        root.field("shows").choice<int>({{"keep", 1}, {"all", 2}});
      },
      "shows: expected \"keep\" or \"all\", found \"drop\"");
  is([&] { root.field("shows").hexadecimal(); }, "shows: expected 16 hexadecimal digits, found \"drop\"");
  is([&] { root.field("shows").text(3); }, "shows: expected a text of at most 3 bytes, found one of 4");
  is([&] { root.expect_format("graphfuzz trace", 2, 2); },
     "format: expected \"graphfuzz trace\", found \"graphfuzz replay\"");
  is([&] { root.expect_format("graphfuzz replay", 3, 4); },
     "version: expected versions 3 to 4, which this program reads, found version 2");
  EXPECT_EQ(error_of([&] { root.field("steps").fail("what is not there"); }).size(),
            std::string("a.json: steps: expected what is not there, found ").size() + 60 + std::string("…").size());
}

TEST(StoreReader, JsonErrorsNameLineAndColumn) {
  const auto is = [](const std::string& text, const std::string& message) {
    EXPECT_EQ(error_of([&] { Document::json(text, "dir/a.json"); }), "dir/a.json:" + message) << text;
  };
  is("", "1:1: expected a value, found the end of the document");
  is("\n \n", "3:1: expected a value, found the end of the document");
  is("{\n \"a\": }", "2:7: expected a value, found \"}\"");
  is("{\n \"a\": 1\n \"b\": 2}", "3:2: expected ',' or '}', found \"\\\"b\\\"\"");
  is("[1, 2", "1:6: expected ',' or ']', found the end of the document");
  is("[1 2]", "1:4: expected ',' or ']', found \"2\"");
  is("{1: 2}", "1:2: expected a key, found \"1\"");
  is("{\"a\" 2}", "1:6: expected ':', found \"2\"");
  is("{} x", "1:4: expected the end of the document, found \"x\" (invalid literal)");
  is("{} {}", "1:4: expected the end of the document, found \"{\"");
  is("[tru]", "1:2: expected a value, found \"tru]\" (invalid literal)");
  is("[1, true false]", "1:10: expected ',' or ']', found \"false\"");
  is("[1e999]", "1:2: expected a value, found \"1e999\" (number overflow)");
  is(std::string("{}\0{}", 5), "1:3: expected JSON, found a zero byte");
  EXPECT_THAT(error_of([] { Document::json("\n[\"a\xff\"]", "x"); }), HasSubstr("x:2:2: expected a value, found "));
  EXPECT_THAT(error_of([] { Document::json("[\"a", "x"); }), HasSubstr("missing closing quote"));
}

TEST(StoreReader, KeysAreThereOnce) {
  EXPECT_EQ(error_of([] { Document::json(R"({"a": [{}, {"b": 1, "c": {}, "b": 2}]})", "x"); }),
            "x: a[1]: the key \"b\" is there twice");
  EXPECT_THAT(error_of([] { Document::cbor("\xA2\x61\x61\x01\x61\x61\x02", "x"); }), HasSubstr("\"a\" is there twice"));
}

TEST(StoreReader, LimitsHold) {
  const Limits limits{.bytes = 20, .depth = 2, .elements = 6};
  const auto json = [&](const std::string& text) { return error_of([&] { Document::json(text, "x", limits); }); };
  EXPECT_EQ(json("[[1, 2], [3]]"), "");  // six elements, two levels
  EXPECT_EQ(json("[[1, 2], [[]]]"), "x: [1][0]: expected at most 2 arrays and objects in each other, found more");
  EXPECT_EQ(json("[[1, 2], [3], 4]"), "x: expected at most 6 values and keys in the document, found more");
  EXPECT_EQ(json("{\"a\":0,\"b\":{}, \"c\":0}"), "x: expected at most 20 bytes, found 21");
  EXPECT_EQ(json("                 null"), "x: expected at most 20 bytes, found 21");
  const auto cbor = [&](const std::string& bytes) { return error_of([&] { Document::cbor(bytes, "x", limits); }); };
  EXPECT_THAT(cbor("\x81\x81\x81\x01"), HasSubstr("[0][0]: expected at most 2 arrays"));
  EXPECT_THAT(cbor("\x86\x01\x02\x03\x04\x05\x06"), HasSubstr("expected at most 6 values"));
  EXPECT_THAT(cbor(std::string(21, '\x01')), HasSubstr("expected at most 20 bytes"));
}

// Small documents that claim to be large, or nest without end: refused at once, whatever the limits allow.
TEST(StoreReader, HostileCborIsRefused) {
  const Limits wide{.bytes = 100 << 20, .depth = 1 << 30, .elements = 1 << 30};
  const auto error = [&](const std::string& bytes) { return error_of([&] { Document::cbor(bytes, "x", wide); }); };
  EXPECT_THAT(error(std::string("\x9B\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9)), HasSubstr("0 bytes to the end"));
  EXPECT_THAT(error(std::string("\xBB\x80\x00\x00\x00\x00\x00\x00\x01", 9)), HasSubstr("members"));
  EXPECT_THAT(error("\x7A\xFF\xFF\xFF\xFF"
                    "abc"),
              HasSubstr("expected a string of 4294967295 bytes"));
  EXPECT_THAT(error(std::string(1 << 20, '\x7F')),
              HasSubstr("expected an item of definite length, found the byte 0x7f"));
  EXPECT_THAT(error(std::string(1 << 20, '\x9F')), HasSubstr("found the end of the document"));
  EXPECT_LT(error(std::string(1 << 20, '\x9F')).size(), 400u);
  EXPECT_THAT(error("\xFF"), HasSubstr("expected an item of definite length, found the byte 0xff"));
  EXPECT_THAT(error("\x81\xFF"), HasSubstr("found the byte 0xff"));
  EXPECT_THAT(error("\xBF\x61k\xFF"), HasSubstr("found the byte 0xff"));
  EXPECT_THAT(error("\xBF\x9F\xFF\x01\xFF"), HasSubstr("found the byte 0x9f"));
  EXPECT_THAT(error(std::string(1 << 20, '\xC1')), HasSubstr("expected an item without a tag"));
  EXPECT_THAT(error(std::string(1 << 20, '\x81')), HasSubstr("expected 1 elements, found 0 bytes to the end"));
  EXPECT_LT(error(std::string(1 << 20, '\x81')).size(), 400u);
  EXPECT_THAT(error("\x3B\x80" + std::string(7, '\0')), HasSubstr("number of 64 bits"));
  EXPECT_THAT(error("\xA1\x01\x02"), HasSubstr("expected a key"));
  EXPECT_THAT(error("\x62\xC3\x28"), HasSubstr("expected UTF-8"));
  EXPECT_THAT(error("\xF7"), HasSubstr("simple value"));
  EXPECT_THAT(error("\x01\x02"), HasSubstr("expected the end of the document, found 1 more bytes"));
  EXPECT_THAT(error(""), HasSubstr("at byte 0"));
  // Deep, but allowed to be: walked and destroyed without recursion, too.
  const std::string deep = std::string(1 << 20, '\x81') + '\x01';
  const Document document = Document::cbor(deep, "x", wide);
  EXPECT_EQ(document.root().shown(), std::string(60, '[') + "…");
  std::string text = std::string(1 << 20, '[') + "x";
  EXPECT_THAT(error_of([&] { Document::json(text, "x"); }), HasSubstr("expected at most 64 arrays"));
}

TEST(StoreReader, HalfAndSinglePrecision) {
  const auto real = [](std::string_view bytes) { return Document::cbor(bytes, "x").root().real(); };
  EXPECT_EQ(real(std::string_view("\xF9\x3C\x00", 3)), 1.0);  // RFC 8949, appendix A
  EXPECT_EQ(real("\xF9\x7B\xFF"), 65504.0);
  EXPECT_EQ(real(std::string_view("\xF9\x00\x01", 3)), 5.960464477539063e-8);
  EXPECT_EQ(real(std::string_view("\xF9\xC4\x00", 3)), -4.0);
  EXPECT_EQ(real(std::string_view("\xFA\x47\xC3\x50\x00", 5)), 100000.0);
  EXPECT_EQ(real("\xFB\x3F\xF1\x99\x99\x99\x99\x99\x9A"), 1.1);
  for (const std::string_view odd : {std::string_view("\xF9\x7E\x00", 3), std::string_view("\xF9\xFC\x00", 3)}) {
    EXPECT_THAT(error_of([&] { real(odd); }), HasSubstr("expected a number, found "));
  }
}

TEST(StoreReader, AgreesWithNlohmannJson) {
  check_property(1500, [] {
    const Json expected = any_document();
    RC_ASSERT(copy(Document::json(expected.dump(*rc::gen::inRange(-1, 3)), "x").root()) == expected);
    RC_ASSERT(copy(Document::cbor(cbor_of(expected), "x").root()) == expected);
  });
}

// Whatever is done to a document, it is refused, or read as nlohmann_json reads it.
TEST(StoreReader, DamagedDocuments) {
  check_property(40, [] {
    const Json document = any_document(2);
    const std::string text = document.dump(), bytes = cbor_of(document);
    const auto check_json = [](const std::string& damaged) {
      const Json theirs = Json::parse(damaged, nullptr, false);
      const std::string error = error_of([&] { RC_ASSERT(copy(Document::json(damaged, "x").root()) == theirs); });
      RC_ASSERT(error.empty() || theirs.is_discarded() || error.find("twice") != std::string::npos ||
                error.find("zero byte") != std::string::npos);
    };
    const auto check_cbor = [](const std::string& damaged) {
      error_of([&] {
        const Json ours = copy(Document::cbor(damaged, "x").root());
        RC_ASSERT(ours == Json::from_cbor(damaged, true, false));
      });
    };
    for (std::size_t i = 0; i < text.size(); ++i) check_json(text.substr(0, i));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      RC_ASSERT(error_of([&] { Document::cbor(bytes.substr(0, i), "x"); }) != "");
    }
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (int i = 0; i < 300; ++i) {
      const auto change = [&](std::string whole) {
        whole[random() % whole.size()] = static_cast<char>(random());
        return whole;
      };
      check_json(change(text));
      check_cbor(change(bytes));
    }
  });
}

}  // namespace
}  // namespace graphfuzz::store::testing
