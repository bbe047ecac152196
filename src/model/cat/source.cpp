#include "model/cat/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace graphfuzz::cat {
namespace {

// A model is a page; this is for those who name a disk image.
constexpr std::uintmax_t kLargestFile = 4 << 20;

std::optional<std::string> read(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) > kLargestFile) {
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

std::optional<std::string_view> shipped(std::string_view name) {
  for (const ShippedFile& file : shipped_files()) {
    if (file.name == name) return file.text;
  }
  return std::nullopt;
}

Source read_file(const std::string& path) {
  std::optional<std::string> text = read(path);
  if (!text) fail({std::make_shared<const std::string>(path), 0, 0}, "cannot read this file");
  return {path, *std::move(text)};
}

Source find_included(const std::string& name, const std::string& from, const Position& position) {
  const std::string path = (std::filesystem::path(from).parent_path() / name).string();
  // A built-in model has no folder: what it includes is built in too.
  const std::optional<std::string_view> built_in = shipped(name);
  if (shipped(from) && built_in) return {name, std::string(*built_in)};
  if (std::optional<std::string> text = read(path)) return {path, *std::move(text)};
  if (built_in) return {name, std::string(*built_in)};
  std::string known;
  for (const ShippedFile& file : shipped_files()) known.append(known.empty() ? "" : ", ").append(file.name);
  fail(position, fmt::format("cannot read '{}', and no such file is built in; there are {}", path, known));
}

}  // namespace graphfuzz::cat
