// ModuleSymbols: what one file tells of addresses. Those are the file's own, without bias. Nothing is read before it is
// asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/native/symbols/elf_image.hpp"
#include "frontend/native/symbols/locals.hpp"
#include "frontend/native/symbols/member_path.hpp"
#include "frontend/native/symbols/units.hpp"
#include "frontend/native/symbols/variables.hpp"
#include "graphfuzz/frontend/native/symbols.hpp"

namespace graphfuzz::native {

class ModuleSymbols {
 public:
  explicit ModuleSymbols(std::string path);
  ModuleSymbols(const ModuleSymbols&) = delete;
  ModuleSymbols& operator=(const ModuleSymbols&) = delete;
  ~ModuleSymbols();

  ElfImage::Extent extent();

  /// As the functions of Symbols.
  std::vector<Frame> frames(std::uint64_t instruction, SourcePaths& paths);
  std::string data_name(std::uint64_t address, std::size_t size);
  std::optional<bool> is_signed(std::uint64_t address, std::size_t size);
  bool has_lines() { return debug() != nullptr; }
  bool returns_nothing(std::uint64_t function);
  std::string thread_local_name(std::uint64_t offset, std::size_t size);
  std::string local_name(std::uint64_t instruction, std::uint64_t frame, std::uint64_t address, std::size_t size);
  std::optional<FrameRule> frame_rule(std::uint64_t instruction);
  std::string member_name(std::string_view type, std::uint64_t offset, std::size_t size, std::uint64_t block_size);

 private:
  const ElfImage& image();
  const SymbolTable& symbols();
  Dwarf* debug();
  Units& units();
  Variables& variables();
  MemberPaths& members();
  Locals& locals();
  std::string debug_file();
  std::string in_module(std::uint64_t address) const;
  std::string named(const Variable* variable, const ElfSymbol* symbol, std::uint64_t address, std::size_t size);

  std::string path_;
  std::optional<ElfImage> image_, debug_image_;
  std::optional<SymbolTable> symbols_;
  bool has_debug_ = false;
  Dwarf* debug_ = nullptr;
  std::optional<Units> units_;
  std::optional<Variables> variables_;
  std::optional<MemberPaths> members_;
  std::optional<Locals> locals_;
};

}  // namespace graphfuzz::native
