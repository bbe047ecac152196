// libFuzzer entry: any bytes either are rejected with a DocumentError or are a document in JSON or CBOR, all of whose
// elements can be asked for anything. Units, results and checkpoints are such documents.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graphfuzz/store/envelope.hpp"
#include "graphfuzz/store/reader.hpp"

namespace {

using namespace graphfuzz::store;

template <class Ask>
void ask(Ask action) {
  try {
    action();
  } catch (const DocumentError&) {
  }
}

/// Documents are no deeper than Limits::depth.
void visit(const Value& value) {
  static_cast<void>(value.path());
  static_cast<void>(value.shown());
  ask([&] { static_cast<void>(value.boolean()); });
  ask([&] { static_cast<void>(value.integer<std::uint8_t>()); });
  ask([&] { static_cast<void>(value.integer<std::int64_t>()); });
  ask([&] { static_cast<void>(value.real(-1, 1e300)); });
  ask([&] { static_cast<void>(value.text(5)); });
  ask([&] { static_cast<void>(value.bytes(5)); });
  ask([&] { static_cast<void>(value.hexadecimal(16)); });
  ask([&] { static_cast<void>(value.choice<int>({{"a", 1}, {"format", 2}})); });
  ask([&] { value.expect_keys({"format", "version"}); });
  ask([&] { static_cast<void>(value.expect_format("graphfuzz unit", 1, 2)); });
  if (value.kind() == Kind::array) {
    for (const Value element : value.array()) visit(element);
  }
  if (value.kind() == Kind::object) {
    for (const Member& member : value.object()) visit(member.value);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Limits limits{.bytes = 1 << 20, .depth = 10, .elements = 1000};
  ask([&] { visit(Document::json(bytes, "fuzz", limits).root()); });
  ask([&] { visit(Document::cbor(bytes, "fuzz", limits).root()); });
  ask([&] { visit(Document::cbor_view(bytes, "fuzz", limits).root()); });
  ask([&] { static_cast<void>(open_sealed(bytes, "fuzz")); });
  const std::string sealed = seal("graphfuzz fuzz", 1, bytes);
  if (open_sealed(sealed, "fuzz", "graphfuzz fuzz", 1, 1).payload != bytes) __builtin_trap();
  return 0;
}
