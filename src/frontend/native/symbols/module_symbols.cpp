#include "frontend/native/symbols/module_symbols.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "frontend/native/symbols/code.hpp"
#include "frontend/native/symbols/demangle.hpp"
#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {

ModuleSymbols::ModuleSymbols(std::string path) : path_(std::move(path)) {}

ModuleSymbols::~ModuleSymbols() {
  locals_.reset();
  if (debug_ != nullptr) dwarf_end(debug_);
}

const ElfImage& ModuleSymbols::image() {
  if (!image_) image_.emplace(path_);
  return *image_;
}

ElfImage::Extent ModuleSymbols::extent() { return image().extent(); }

// Where distributions put the debug information that they have taken out of a file.
std::string ModuleSymbols::debug_file() {
  std::vector<std::filesystem::path> candidates;
  const std::filesystem::path root = "/usr/lib/debug";
  if (const std::string id = image().build_id(); id.size() > 2) {
    candidates.push_back(root / ".build-id" / id.substr(0, 2) / (id.substr(2) + ".debug"));
  }
  if (const std::string link = image().debug_link(); !link.empty() && link.find('/') == std::string::npos) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::weakly_canonical(path_, error).parent_path();
    candidates.push_back(folder / link);
    candidates.push_back(folder / ".debug" / link);
    candidates.push_back(root / folder.relative_path() / link);
  }
  for (const std::filesystem::path& candidate : candidates) {
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate, error) && !std::filesystem::equivalent(candidate, path_, error)) {
      return candidate.string();
    }
  }
  return "";
}

Dwarf* ModuleSymbols::debug() {
  if (std::exchange(has_debug_, true)) return debug_;
  const bool here = image().has_section(".debug_info") || image().has_section(".zdebug_info");
  debug_image_.emplace(here || !image() ? "" : debug_file());
  const ElfImage& source = here ? image() : *debug_image_;
  // The debug information of another build would lie.
  if (source && (here || source.build_id() == image().build_id())) {
    debug_ = dwarf_begin_elf(source.elf(), DWARF_C_READ, nullptr);
  }
  return debug_;
}

const SymbolTable& ModuleSymbols::symbols() {
  if (!symbols_) {
    debug();
    symbols_.emplace(image(), *debug_image_);
  }
  return *symbols_;
}

Units& ModuleSymbols::units() {
  if (!units_) units_.emplace(debug());
  return *units_;
}

Variables& ModuleSymbols::variables() {
  if (!variables_) variables_.emplace(units());
  return *variables_;
}

MemberPaths& ModuleSymbols::members() {
  if (!members_) members_.emplace(units());
  return *members_;
}

Locals& ModuleSymbols::locals() {
  if (!locals_) locals_.emplace(image().elf(), debug());
  return *locals_;
}

std::string ModuleSymbols::in_module(std::uint64_t address) const {
  return fmt::format("{}+{:#x}", std::filesystem::path(path_).filename().string(), address);
}

std::vector<Frame> ModuleSymbols::frames(std::uint64_t instruction, SourcePaths& paths) {
  const ElfSymbol* const symbol = symbols().function(instruction);
  const char* const name = symbol == nullptr ? nullptr : symbol->name;
  std::vector<Frame> frames = code_frames(units(), instruction, name, paths);
  if (frames.empty()) frames.push_back({name == nullptr ? "" : demangled_function(name), {}});
  for (Frame& frame : frames) {
    if (frame.function.empty()) frame.function = in_module(instruction);
  }
  return frames;
}

std::string ModuleSymbols::named(const Variable* variable, const ElfSymbol* symbol, std::uint64_t address,
                                 std::size_t size) {
  if (variable != nullptr) {
    Dwarf_Die die = variable->die, type;
    const bool typed = type_of(die, type);
    const std::uint64_t offset = address - variable->address;
    std::uint64_t extent = variable->part_size != 0 ? variable->part_size : typed ? size_of(type) : 0;
    // Flexible array members are not in the size of the type.
    if (symbol != nullptr && symbol->address == variable->address) extent = std::max(extent, symbol->size);
    if (offset < extent) {
      const std::string name = variables().name(*variable, symbol == nullptr ? nullptr : symbol->name);
      return name + (typed ? members().path(type, variable->part + offset, size) : offset_text(offset));
    }
  }
  if (symbol != nullptr) return demangled_variable(symbol->name) + offset_text(address - symbol->address);
  return "";
}

std::string ModuleSymbols::data_name(std::uint64_t address, std::size_t size) {
  const std::string name = named(variables().before(address), symbols().object(address), address, size);
  if (!name.empty()) return name;
  // Functions have addresses too.
  if (const ElfSymbol* const symbol = symbols().function(address)) {
    return demangled_function(symbol->name) + offset_text(address - symbol->address);
  }
  return in_module(address);
}

std::optional<bool> ModuleSymbols::is_signed(std::uint64_t address, std::size_t size) {
  const Variable* const variable = variables().before(address);
  if (variable == nullptr) return std::nullopt;
  Dwarf_Die die = variable->die, type;
  const std::uint64_t offset = address - variable->address;
  if (!type_of(die, type) || offset >= size_of(type)) return std::nullopt;
  return members().is_signed(type, variable->part + offset, size);
}

bool ModuleSymbols::returns_nothing(std::uint64_t function) {
  Unit* const unit = units().unit_of(function);
  Dwarf_Die* const die = unit == nullptr ? nullptr : units().function_of(*unit, function);
  Dwarf_Die type;
  return die != nullptr && !type_of(*die, type);
}

std::string ModuleSymbols::thread_local_name(std::uint64_t offset, std::size_t size) {
  const std::string name =
      named(variables().before_thread_local(offset), symbols().thread_local_object(offset), offset, size);
  return name.empty() ? in_module(offset) : name;
}

std::string ModuleSymbols::local_name(std::uint64_t instruction, std::uint64_t frame, std::uint64_t address,
                                      std::size_t size) {
  return locals().name(units(), members(), instruction, frame, address, size);
}

std::optional<FrameRule> ModuleSymbols::frame_rule(std::uint64_t instruction) { return locals().rule_at(instruction); }

std::string ModuleSymbols::member_name(std::string_view type, std::uint64_t offset, std::size_t size,
                                       std::uint64_t block_size) {
  Dwarf_Die found;
  if (!members().find(type, found)) return offset_text(offset);
  const std::uint64_t extent = size_of(found);
  std::string element;
  // What is larger than a whole number of elements ends with an array of its own.
  if (extent != 0 && block_size > extent && block_size % extent == 0) {
    element = '[' + std::to_string(offset / extent) + ']';
    offset %= extent;
  }
  return element + members().path(found, offset, size);
}

}  // namespace graphfuzz::native
