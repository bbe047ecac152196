// Sealed documents (envelope.hpp) that are larger than one would have in memory: written and read where they are.
//
//   store::SealedFile file("a.checkpoint", "graphfuzz checkpoint", 2);
//   campaign.save(file.document());
//   file.finish();
//
//   const store::MappedFile bytes("a.checkpoint");
//   const store::Sealed sealed = store::open_sealed(bytes.bytes(), "a.checkpoint");
//   const store::Document document = store::Document::cbor_view(sealed.payload, "a.checkpoint");
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string_view>

#include "graphfuzz/store/envelope.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::store {

/// Writes one, in one step as write_file does: until it is finished, the old file is there. All functions, and what is
/// called of the document's, throw FileError.
class SealedFile {
 public:
  /// `kind`: 1 to 255 bytes; else std::invalid_argument.
  SealedFile(const std::filesystem::path& path, std::string_view kind, std::uint32_t version);
  /// Leaves nothing behind unless it was finished.
  ~SealedFile();

  /// The payload: to be written, but not to be finished, by the caller.
  Writer& document();
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The bytes of a regular file, of which only those that are looked at are read. It must not be made shorter meanwhile
/// (who replaces it, as write_file does, does no harm).
class MappedFile {
 public:
  /// Throws FileError, also if it has more than so many bytes.
  explicit MappedFile(const std::filesystem::path& path,
                      std::size_t most_bytes = std::numeric_limits<std::size_t>::max());
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace graphfuzz::store
