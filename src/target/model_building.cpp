#include "target/model_building.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "graphfuzz/model/cat.hpp"

namespace graphfuzz {
namespace {

ModelBuilding tried(ModelMaker make) {
  const std::unique_ptr<MemoryModel> model = make();
  if (model->cat() == nullptr) return {ModelKind::porf_ordered, std::move(make), ""};
  if (!model->cat()->prefix_closed()) {
    return {ModelKind::candidates, std::move(make), "an axiom may fail in a part of a graph and hold in the whole"};
  }
  DetectedKind detected = detect_kind(*model);
  return {detected.kind, std::move(make), std::move(detected.reason)};
}

ModelMaker maker(const std::string& name, bool file) {
  if (!file) return [name] { return make_model(name); };
  return [model = load_cat(std::filesystem::path(name))] { return make_memory_model(model); };
}

}  // namespace

ModelBuilding building_for(const std::string& name) {
  using Key = std::pair<std::string, std::filesystem::file_time_type>;
  static std::mutex mutex;
  static std::map<Key, ModelBuilding> known;
  const std::vector<ModelInfo>& registered = registered_models();
  const bool file = name.ends_with(".cat") &&
                    std::none_of(registered.begin(), registered.end(), [&](const auto& m) { return m.name == name; });
  std::error_code missing;  // load_cat says so
  const Key key{name, file ? std::filesystem::last_write_time(name, missing) : std::filesystem::file_time_type()};
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  return known.emplace(key, tried(maker(name, file))).first->second;
}

}  // namespace graphfuzz
