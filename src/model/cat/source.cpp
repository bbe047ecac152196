#include "model/cat/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/characters.hpp"

namespace graphfuzz::cat {
namespace {

// A model is a page; this is for those who name a disk image.
constexpr std::size_t kLargestFile = 4 << 20;

}  // namespace

std::optional<std::string_view> shipped(std::string_view name) {
  for (const ShippedFile& file : shipped_files()) {
    if (file.name == name) return file.text;
  }
  return std::nullopt;
}

Source read_file(const std::string& path) {
  try {
    return {path, store::read_text(path, kLargestFile)};
  } catch (const store::FileError& error) {
    fail({std::make_shared<const std::string>(path), 0, 0}, error.problem());
  }
}

Source find_included(const std::string& name, const std::string& from, const Position& position) {
  const std::string path = (std::filesystem::path(from).parent_path() / name).string();
  // A built-in model has no folder: what it includes is built in too.
  const std::optional<std::string_view> built_in = shipped(name);
  if (shipped(from) && built_in) return {name, std::string(*built_in), true};
  try {
    return {path, store::read_text(path, kLargestFile)};
  } catch (const store::FileError& error) {
    if (built_in) return {name, std::string(*built_in), true};
    std::string known;
    for (const ShippedFile& file : shipped_files()) known.append(known.empty() ? "" : ", ").append(file.name);
    fail(position, fmt::format("cannot read '{}' ({}), and no such file is built in; there are {}",
                               store::printable(path), error.problem(), known));
  }
}

}  // namespace graphfuzz::cat
