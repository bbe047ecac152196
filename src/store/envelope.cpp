#include "graphfuzz/store/envelope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/file_kind.hpp"
#include "store/binary.hpp"
#include "store/envelope_head.hpp"

namespace graphfuzz::store {
namespace {

constexpr std::string_view kMagic = "\x89GFZ\r\n\x1a\n";
constexpr std::size_t kChecksum = 16;

/// Files are as large as campaigns are long.
Hash128 checksum_of(std::string_view bytes) {
  constexpr std::size_t kPiece = std::size_t{4} << 20;
  Hasher128 hasher;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    stop_point();
    hasher.add(bytes.substr(0, kPiece));
  }
  return hasher.hash();
}

}  // namespace

std::string seal_head(std::string_view kind, std::uint32_t version, std::uint64_t size) {
  if (kind.empty() || kind.size() > 255) throw std::invalid_argument("seal: a kind has 1 to 255 bytes");
  std::string head(kMagic);
  append_fixed(head, kind.size(), 1);
  head += kind;
  append_fixed(head, version, 4);
  append_fixed(head, size, 8);
  return head;
}

std::string seal(std::string_view kind, std::uint32_t version, std::string_view payload) {
  std::string out = seal_head(kind, version, payload.size());
  out.reserve(out.size() + payload.size() + kChecksum);
  out += payload;
  append_hash(out, hash128(out));
  return out;
}

bool is_sealed(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::string_view sealed_kind(std::string_view bytes) {
  if (!is_sealed(bytes) || bytes.size() == kMagic.size()) return {};
  const auto size = static_cast<unsigned char>(bytes[kMagic.size()]);
  return bytes.substr(kMagic.size() + 1, size);
}

Sealed open_sealed(std::string_view bytes, const std::string& file) {
  if (!is_sealed(bytes)) refuse_kind(bytes, file, "a sealed document of graphfuzz");
  ByteReader reader(bytes, file);
  reader.take(kMagic.size());
  Sealed sealed;
  sealed.kind = reader.take(reader.fixed(1));
  sealed.version = static_cast<std::uint32_t>(reader.fixed(4));
  std::uint64_t size = reader.fixed(8);
  if (size == kToTheEnd && reader.left() >= kChecksum) size = reader.left() - kChecksum;
  if (reader.left() < kChecksum || size != reader.left() - kChecksum) {
    reader.fail(fmt::format("expected {} bytes and a checksum of {}, found {} bytes to the end: it was cut or added to",
                            size, kChecksum, reader.left()));
  }
  sealed.payload = reader.take(size);
  const Hash128 actual = checksum_of(bytes.substr(0, reader.position()));
  if (reader.hash() != actual || sealed.kind.empty()) {
    throw DocumentError(file, "", "expected the bytes that its checksum is of, found others: it was damaged");
  }
  return sealed;
}

Sealed open_sealed(std::string_view bytes, const std::string& file, std::string_view kind, std::uint32_t least,
                   std::uint32_t most) {
  if (!is_sealed(bytes)) refuse_kind(bytes, file, sealed_in_words(kind));
  Sealed sealed = open_sealed(bytes, file);
  if (sealed.kind != kind) {
    throw DocumentError(file, "",
                        fmt::format("expected {}, found {}", sealed_in_words(kind), sealed_in_words(sealed.kind)));
  }
  if (sealed.version < least || sealed.version > most) {
    const std::string known =
        least == most ? fmt::format("version {}", least) : fmt::format("versions {} to {}", least, most);
    throw DocumentError(file, "",
                        fmt::format("expected {} of {}, which this program reads, found version {}", known,
                                    sealed_in_words(kind), sealed.version));
  }
  return sealed;
}

}  // namespace graphfuzz::store
