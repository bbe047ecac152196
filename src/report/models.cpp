// The list of memory models.
#include "graphfuzz/report/models.hpp"

#include <nlohmann/json.hpp>

#include "report/rows.hpp"
#if __has_include("graphfuzz/explore/model_kind.hpp")
#include "graphfuzz/explore/model_kind.hpp"
#endif

namespace graphfuzz {
namespace {

std::string_view written_in(const ModelInfo& model) { return model.native ? "C++" : "cat"; }

/// How its executions are built. Before candidates were known, there was one way.
std::string explored(const ModelInfo& model) {
#if __has_include("graphfuzz/explore/model_kind.hpp")
  return detect_kind(*model.make()).kind == ModelKind::candidates ? "candidates" : "po|rf order";
#else
  static_cast<void>(model);
  return "po|rf order";
#endif
}

}  // namespace

std::string model_table(std::span<const ModelInfo> models) {
  std::vector<Row> rows = {{"model", "written in", "explored", "description"}};
  for (const ModelInfo& model : models) {
    rows.push_back(
        {std::string(model.name), std::string(written_in(model)), explored(model), std::string(model.description)});
  }
  return aligned(rows);
}

std::string models_json(std::span<const ModelInfo> models) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const ModelInfo& model : models) {
    array.push_back({{"name", model.name},
                     {"written_in", written_in(model)},
                     {"explored", explored(model)},
                     {"description", model.description}});
  }
  return array.dump(2) + '\n';
}

}  // namespace graphfuzz
