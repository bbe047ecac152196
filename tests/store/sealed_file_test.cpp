// Documents that go to a file piece by piece are those that are made in memory.
#include "graphfuzz/store/sealed_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/reader.hpp"
#include "store/temporary_folder.hpp"

namespace graphfuzz::store::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Arrays and objects in each other, with numbers and bytes.
void write_random(Writer& out, const std::vector<unsigned>& choices, std::size_t& at, unsigned depth) {
  const unsigned choice = at < choices.size() ? choices[at++] : 0;
  if (depth > 5 || choice % 4 < 2) {
    choice % 2 == 0 ? out.value(choice) : out.bytes(std::string(choice % 7'000, 'x'));
    return;
  }
  const bool object = choice % 4 == 2;
  object ? out.begin_object() : out.begin_array();
  for (unsigned i = 0; i < choice % 9; ++i) {
    if (object) out.key("k" + std::to_string(i));
    write_random(out, choices, at, depth + 1);
  }
  object ? out.end_object() : out.end_array();
}

/// In definite lengths.
void write_copy(const Value& from, Writer& out) {
  if (from.kind() == Kind::array) {
    out.begin_array();
    for (const Value item : from.array()) write_copy(item, out);
    out.end_array();
  } else if (from.kind() == Kind::object) {
    out.begin_object();
    for (const auto& [key, value] : from.object()) write_copy(value, out.key(key));
    out.end_object();
  } else if (from.kind() == Kind::bytes) {
    out.bytes(from.bytes());
  } else {
    out.value(from.integer<std::uint64_t>());
  }
}

std::string without_file(const std::vector<unsigned>& choices) {
  Writer out = Writer::cbor();
  std::size_t at = 0;
  write_random(out, choices, at, 0);
  return out.finish();
}

RC_GTEST_PROP(StoreSealedFile, SaysWhatADocumentInMemorySays, (std::vector<unsigned> choices)) {
  if (!choices.empty()) choices[0] = choices[0] / 4 * 4 + 3;
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  SealedFile file(path, "a kind", 7);
  std::size_t at = 0;
  write_random(file.document(), choices, at, 0);
  file.finish();

  const MappedFile mapped(path);
  const Sealed sealed = open_sealed(mapped.bytes(), "a", "a kind", 7, 7);
  Writer out = Writer::cbor();
  write_copy(Document::cbor_view(sealed.payload, "a").root(), out);
  RC_ASSERT(out.finish() == without_file(choices));
}

TEST(StoreSealedFile, OfAnySizeIsHandedOverInPieces) {
  std::size_t longest = 0, size = 0;
  Writer out = Writer::cbor([&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    size += piece.size();
  });
  out.begin_array();
  for (int i = 0; i < 10'000'000; ++i) out.value(i);
  EXPECT_EQ(out.end_array().finish(), "");
  EXPECT_GT(size, 40'000'000u);
  EXPECT_LT(longest, 1'000'000u);
}

TEST(StoreSealedFile, IsReadWhereItIs) {
  const TemporaryFolder folder;
  SealedFile file(folder.path() / "a", "a kind", 1);
  const std::string block(1 << 16, 'x');
  Writer& out = file.document().begin_array();
  for (int i = 0; i < 1'000; ++i) out.bytes(block);
  out.end_array();
  file.finish();
  EXPECT_GT(fs::file_size(folder.path() / "a"), 1'000u << 16);
  const MappedFile mapped(folder.path() / "a");
  const Document document = Document::cbor_view(open_sealed(mapped.bytes(), "a").payload, "a", {.bytes = 1 << 30});
  ASSERT_EQ(document.root().array().size(), 1'000u);
  EXPECT_EQ(document.root().array()[999].bytes(), block);
}

TEST(StoreSealedFile, ThatIsNotFinishedLeavesTheOldOne) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  write_file(path, "old");
  {
    SealedFile file(path, "a kind", 1);
    file.document().begin_array().bytes(std::string(1 << 20, 'x'));
  }
  EXPECT_EQ(read_file(path, 100), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(StoreSealedFile, ThatWasCutOrChangedIsRefused) {
  const TemporaryFolder folder;
  SealedFile file(folder.path() / "a", "a kind", 1);
  file.document().begin_array().value(1).value(2).end_array();
  file.finish();
  const std::string good = read_file(folder.path() / "a", 100);
  EXPECT_EQ(open_sealed(good, "a").kind, "a kind");
  for (std::size_t i = 0; i < good.size(); ++i) {
    EXPECT_THROW(open_sealed(std::string_view(good).substr(0, i), "a"), DocumentError) << i;
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    EXPECT_THROW(open_sealed(bad, "a"), DocumentError) << i;
  }
}

TEST(StoreMappedFile, IsARegularFile) {
  const TemporaryFolder folder;
  write_file(folder.path() / "empty", "");
  EXPECT_EQ(MappedFile(folder.path() / "empty").bytes(), "");
  EXPECT_THROW(MappedFile(folder.path()), FileError);
  EXPECT_THROW(MappedFile("/dev/zero"), FileError);
  write_file(folder.path() / "four", "four");
  EXPECT_THROW(MappedFile(folder.path() / "four", 3), FileError);
  MappedFile one(folder.path() / "four", 4);
  const MappedFile other(std::move(one));
  EXPECT_EQ(other.bytes(), "four");
}

}  // namespace
}  // namespace graphfuzz::store::testing
