#include "graphfuzz/frontend/native/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "frontend/native/symbols/module_symbols.hpp"

namespace graphfuzz::native {

// As the System V ABI for x86-64 has DWARF number them.
constexpr unsigned kBasePointer = 6;
constexpr unsigned kStackPointer = 7;

struct Symbols::State {
  struct Loaded {
    Module module;
    std::unique_ptr<ModuleSymbols> symbols;
  };

  explicit State(const std::filesystem::path& folder) : paths(folder) {}

  /// The module that an address is in, null if it is in none.
  Loaded* at(Address address) {
    const auto after = modules.upper_bound(address);
    if (after == modules.begin()) return nullptr;
    Loaded& loaded = std::prev(after)->second;
    return address < loaded.module.end ? &loaded : nullptr;
  }

  void forget() {
    frames.clear();
    data_names.clear();
  }

  SourcePaths paths;
  std::map<Address, Loaded> modules;  ///< by where they begin; they do not overlap
  std::unordered_map<Address, std::vector<Frame>> frames;
  std::map<std::pair<Address, std::size_t>, std::string> data_names;
};

Symbols::Symbols(std::vector<Module> modules, std::filesystem::path folder)
    : state_(std::make_unique<State>(std::move(folder))) {
  for (Module& module : modules) add(std::move(module));
}

Symbols::Symbols(Symbols&&) noexcept = default;
Symbols& Symbols::operator=(Symbols&&) noexcept = default;
Symbols::~Symbols() = default;

void Symbols::add(Module module) {
  auto symbols = std::make_unique<ModuleSymbols>(module.path);
  if (module.begin >= module.end) {
    const ElfImage::Extent extent = symbols->extent();
    module.begin = module.bias + extent.begin;
    module.end = module.bias + extent.end;
    if (module.begin >= module.end) return;
  }
  auto& all = state_->modules;
  auto first = all.upper_bound(module.begin);
  if (first != all.begin() && std::prev(first)->second.module.end > module.begin) --first;
  const auto last = all.lower_bound(module.end);
  all.erase(first, last);
  all.emplace(module.begin, State::Loaded{std::move(module), std::move(symbols)});
  state_->forget();
}

const std::vector<Frame>& Symbols::frames(Address instruction) {
  const auto [entry, is_new] = state_->frames.try_emplace(instruction);
  if (!is_new) return entry->second;
  State::Loaded* const loaded = state_->at(instruction);
  if (loaded == nullptr) {
    entry->second.push_back({fmt::format("{:#x}", instruction), {}});
  } else {
    entry->second = loaded->symbols->frames(instruction - loaded->module.bias, state_->paths);
  }
  return entry->second;
}

bool Symbols::has_lines(Address instruction) {
  State::Loaded* const loaded = state_->at(instruction);
  return loaded != nullptr && loaded->symbols->has_lines();
}

std::string Symbols::data_name(Address address, std::size_t size) {
  const auto [entry, is_new] = state_->data_names.try_emplace({address, size});
  if (!is_new) return entry->second;
  State::Loaded* const loaded = state_->at(address);
  entry->second = loaded == nullptr ? fmt::format("{:#x}", address)
                                    : loaded->symbols->data_name(address - loaded->module.bias, size);
  return entry->second;
}

std::optional<bool> Symbols::is_signed(Address address, std::size_t size) {
  State::Loaded* const loaded = state_->at(address);
  return loaded == nullptr ? std::nullopt : loaded->symbols->is_signed(address - loaded->module.bias, size);
}

bool Symbols::returns_nothing(Address function) {
  State::Loaded* const loaded = state_->at(function);
  return loaded != nullptr && loaded->symbols->returns_nothing(function - loaded->module.bias);
}

std::string Symbols::thread_local_name(Address in_module, std::uint64_t offset, std::size_t size) {
  State::Loaded* const loaded = state_->at(in_module);
  return loaded == nullptr ? fmt::format("{:#x}", offset) : loaded->symbols->thread_local_name(offset, size);
}

std::string Symbols::local_name(Address instruction, Address frame, Address address, std::size_t size) {
  State::Loaded* const loaded = state_->at(instruction);
  if (loaded == nullptr) return "";
  return loaded->symbols->local_name(instruction - loaded->module.bias, frame, address, size);
}

Address Symbols::frame_address(Address instruction, Address stack_pointer, Address base_pointer) {
  State::Loaded* const loaded = state_->at(instruction);
  const auto rule = loaded == nullptr ? std::nullopt : loaded->symbols->frame_rule(instruction - loaded->module.bias);
  if (!rule) return 0;
  if (rule->register_number == kStackPointer) return stack_pointer + rule->offset;
  return rule->register_number == kBasePointer ? base_pointer + rule->offset : 0;
}

std::string Symbols::member_name(Address instruction, std::string_view type, std::uint64_t offset, std::size_t size,
                                 std::uint64_t block_size) {
  State::Loaded* const loaded = state_->at(instruction);
  if (loaded == nullptr) return offset_text(offset);
  return loaded->symbols->member_name(type, offset, size, block_size);
}

}  // namespace graphfuzz::native
