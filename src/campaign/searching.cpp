#include "campaign/searching.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

Searching tried(const MemoryModel& model, const CatModel& cat) {
  if (!cat.prefix_closed()) {
    return {ModelKind::candidates, "an axiom may fail in a part of a graph and hold in the whole"};
  }
  const DetectedKind detected = detect_kind(model);
  return {detected.kind, detected.reason};
}

}  // namespace

Searching searching_for(const std::string& name) {
  const std::unique_ptr<MemoryModel> model = make_model(name);
  const CatModel* const cat = model->cat();
  if (cat == nullptr) return {};
  using Key = std::pair<std::string, std::filesystem::file_time_type>;
  static std::mutex mutex;
  static std::map<Key, Searching> known;
  std::error_code none;  // models that ship have no file
  const Key key{name, std::filesystem::last_write_time(name, none)};
  const std::lock_guard lock(mutex);
  const auto [found, added] = known.try_emplace(key);
  if (added) found->second = tried(*model, *cat);
  return found->second;
}

}  // namespace graphfuzz
