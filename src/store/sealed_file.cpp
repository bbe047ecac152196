#include "graphfuzz/store/sealed_file.hpp"

#include <sys/mman.h>

#include <string>
#include <utility>

#include "store/binary.hpp"
#include "store/envelope_head.hpp"
#include "store/new_file.hpp"
#include "store/regular_file.hpp"

namespace graphfuzz::store {

struct SealedFile::State {
  State(const std::filesystem::path& path, std::string_view kind, std::uint32_t version)
      : file(path), out(Writer::cbor([this](std::string_view bytes) { write(bytes); })) {
    write(seal_head(kind, version, kToTheEnd));
  }

  void write(std::string_view bytes) {
    checksum.add(bytes);
    file.write(bytes);
  }

  NewFile file;
  Hasher128 checksum;
  Writer out;
};

SealedFile::SealedFile(const std::filesystem::path& path, std::string_view kind, std::uint32_t version)
    : state_(std::make_unique<State>(path, kind, version)) {}
SealedFile::~SealedFile() = default;

Writer& SealedFile::document() { return state_->out; }

void SealedFile::finish() {
  state_->out.finish();
  std::string checksum;
  append_hash(checksum, state_->checksum.hash());
  state_->file.write(checksum);
  state_->file.finish();
}

MappedFile::MappedFile(const std::filesystem::path& path, std::size_t most_bytes) {
  const Descriptor in = open_regular(path, most_bytes, size_);
  if (size_ == 0) return;
  void* const mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, in.get(), 0);
  if (mapped == MAP_FAILED) in.fail("cannot be mapped into memory");
  data_ = static_cast<const char*>(mapped);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace graphfuzz::store
