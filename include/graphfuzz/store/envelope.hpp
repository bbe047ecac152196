// A sealed document: bytes with their kind, version and checksum around them, so that what is read is what was written.
//
//   8 bytes   "\x89GFZ\r\n\x1a\n": no text, and damaged by whoever takes it for one
//   1 + n     the kind: its length, and as many bytes
//   4         version       8  length of the payload       numbers: lowest byte first; all ones: up to the checksum
//   …         the payload: as a rule, CBOR (writer.hpp)
//   16        the 128-bit XXH3 of all before
//
// The checksum finds accidents, not forgeries: the payload is still to be read as from a stranger.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz::store {

struct Sealed {
  std::string kind;
  std::uint32_t version = 0;
  std::string_view payload;  ///< of the bytes that were given
};

/// `kind`: 1 to 255 bytes; else std::invalid_argument.
std::string seal(std::string_view kind, std::uint32_t version, std::string_view payload);

/// Whether the bytes begin as sealed documents do.
bool is_sealed(std::string_view bytes);

/// The kind that they say they are of, whatever has become of the rest; empty if they do not begin so.
std::string_view sealed_kind(std::string_view bytes);

/// Opens a document of any kind. Throws DocumentError, naming `file`, if it is none, or has been cut or changed.
Sealed open_sealed(std::string_view bytes, const std::string& file);

/// The same, of the kind, and of a version from `least` to `most`.
Sealed open_sealed(std::string_view bytes, const std::string& file, std::string_view kind, std::uint32_t least,
                   std::uint32_t most);

}  // namespace graphfuzz::store
