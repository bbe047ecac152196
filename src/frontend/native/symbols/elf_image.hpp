// ElfImage: an ELF file in memory and its symbol table. No file stays open: the program that we look at may close
// descriptors that it does not know.
#pragma once

#include <libelf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace graphfuzz::native {

/// Addresses are those in the file, without bias.
struct ElfSymbol {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  const char* name = "";  ///< of the image
};

class ElfImage {
 public:
  /// Empty if the file cannot be read or is not of ELF.
  explicit ElfImage(const std::string& path);
  ElfImage(const ElfImage&) = delete;
  ElfImage& operator=(const ElfImage&) = delete;
  ~ElfImage();

  explicit operator bool() const { return elf_ != nullptr; }
  Elf* elf() const { return elf_; }
  bool has_section(const char* name) const;
  /// .gnu_debuglink: the name of the file that the debug information was moved to; empty if there is none.
  std::string debug_link() const;
  /// In hexadecimal; empty if there is none.
  std::string build_id() const;
  /// From the first to behind the last byte of the segments that are loaded.
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  Extent extent() const;

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  Elf* elf_ = nullptr;
};

/// The functions and objects of a symbol table, by address.
class SymbolTable {
 public:
  /// Of .symtab, else of the debug file's, else of .dynsym.
  SymbolTable(const ElfImage& image, const ElfImage& debug);

  /// The one that an address is in, null if it is in none.
  const ElfSymbol* function(std::uint64_t address) const { return find(functions_, address); }
  const ElfSymbol* object(std::uint64_t address) const { return find(objects_, address); }
  /// By offset in thread-local storage.
  const ElfSymbol* thread_local_object(std::uint64_t offset) const { return find(thread_locals_, offset); }

 private:
  bool read(const ElfImage& image, unsigned type);
  static const ElfSymbol* find(const std::vector<ElfSymbol>& symbols, std::uint64_t address);

  std::vector<ElfSymbol> functions_, objects_, thread_locals_;
};

}  // namespace graphfuzz::native
