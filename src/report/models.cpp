// The list of memory models.
#include "graphfuzz/report/models.hpp"

#include <algorithm>

#include "report/json_text.hpp"
#include "report/rows.hpp"

namespace graphfuzz {
namespace {

std::string written_in(const ModelInfo& model) { return model.native ? "C++" : "cat"; }

}  // namespace

std::string model_table(std::span<const ModelRow> models) {
  const bool explored =
      std::any_of(models.begin(), models.end(), [](const ModelRow& m) { return !m.explored.empty(); });
  std::vector<Row> rows = {{"model", "written in", "explored", "description"}};
  for (const ModelRow& row : models) {
    const ModelInfo& model = *row.model;
    rows.push_back({std::string(model.name), written_in(model), row.explored, std::string(model.description)});
  }
  if (!explored) {
    for (Row& row : rows) row.erase(row.begin() + 2);
  }
  return aligned(rows);
}

std::string models_json(std::span<const ModelRow> models) {
  Json array = Json::array();
  for (const ModelRow& row : models) {
    array.push_back({{"format", "graphfuzz model"},
                     {"version", kFormatVersion},
                     {"name", row.model->name},
                     {"written_in", written_in(*row.model)},
                     {"explored", row.explored.empty() ? Json(nullptr) : Json(row.explored)},
                     {"description", row.model->description}});
  }
  return json_text(array) + '\n';
}

}  // namespace graphfuzz
