#include "frontend/native/symbols/source_path.hpp"

#include <cstdlib>
#include <system_error>

namespace graphfuzz::native {
namespace {

std::string with_slash(const std::filesystem::path& folder) {
  std::string text = folder.lexically_normal().string();
  if (text.empty() || text.back() != '/') text += '/';
  return text;
}

}  // namespace

SourcePaths::SourcePaths(std::filesystem::path folder) {
  std::error_code error;
  if (const auto absolute = std::filesystem::absolute(folder, error); !error) folder = absolute;
  folder_ = with_slash(folder);
  const char* const logical = std::getenv("PWD");
  if (logical != nullptr && *logical == '/' && std::filesystem::equivalent(logical, folder, error) && !error) {
    logical_folder_ = with_slash(logical);
  }
}

const std::string& SourcePaths::shown(const char* file, const char* compiled_in) {
  std::string full = file;
  if (*file != '/' && compiled_in != nullptr) full = std::string(compiled_in) + '/' + file;
  const auto [entry, is_new] = known_.try_emplace(full);
  if (is_new) entry->second = relative(full);
  return entry->second;
}

std::string SourcePaths::relative(const std::string& file) const {
  std::string normal = std::filesystem::path(file).lexically_normal().string();
  for (const std::string& folder : {folder_, logical_folder_}) {
    if (folder.size() > 1 && normal.size() > folder.size() && normal.starts_with(folder)) {
      return normal.substr(folder.size());
    }
  }
  return normal;
}

}  // namespace graphfuzz::native
