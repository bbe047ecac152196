#include "report/dot_layout.hpp"

#include <algorithm>
#include <map>

#include "report/rows.hpp"

namespace graphfuzz {
namespace {

constexpr double kColumn = 0.9;      // the narrowest
constexpr double kGap = 1.15;        // between columns: room for the labels of edges
constexpr double kInitialGap = 0.5;  // between initial values
constexpr double kRow = 0.85;        // height, with the room below
constexpr double kLine = 0.2;        // what it is more for the third line of a label, and each after it
constexpr double kHeaderHeight = 0.55;
constexpr double kInitialHeight = 1.4;
constexpr double kInchesPerCharacter = 0.105;

double inches(std::string_view label) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < label.size();) {
    const std::size_t end = std::min(label.find('\n', begin), label.size());
    widest = std::max(widest, width(label.substr(begin, end - begin)));
    begin = end + 1;
  }
  return std::max(kColumn, 0.3 + kInchesPerCharacter * static_cast<double>(widest));
}

double row_height(const PictureNode& node) {
  const auto breaks = std::count(node.label.begin(), node.label.end(), '\n');
  return kRow + kLine * static_cast<double>(std::max<std::ptrdiff_t>(breaks - 1, 0));
}

}  // namespace

std::vector<Header> lay_out(const Story& story, std::vector<PictureNode>& nodes) {
  struct Column {
    double width = 0, middle = 0;
  };
  std::map<std::uint32_t, Column> columns;
  std::map<std::uint32_t, double> heights;  // by depth; then where the middle of the row is
  double initials = -kInitialGap;
  for (const PictureNode& node : nodes) {
    if (node.initial()) {
      initials += inches(node.label) + kInitialGap;
      continue;
    }
    const std::uint32_t lane = story.rows[node.id].lane;
    Column& column = columns.try_emplace(lane, Column{inches(story.lanes[lane])}).first->second;
    column.width = std::max(column.width, inches(node.label));
    double& height = heights[story.rows[node.id].depth];
    height = std::max(height, row_height(node));
  }

  std::vector<Header> headers;
  double x = 0;
  for (auto& [lane, column] : columns) {
    column.middle = x + column.width / 2;
    headers.push_back({lane, {column.middle, kHeaderHeight}});
    x += column.width + kGap;
  }
  const double all = columns.empty() ? initials : x - kGap;
  double y = kRow, above = kRow;
  for (auto& [depth, height] : heights) {
    y -= (above + height) / 2;
    above = height;
    height = y;
  }
  x = all / 2 - initials / 2;
  for (PictureNode& node : nodes) {
    if (node.initial()) {
      node.at = {x + inches(node.label) / 2, kInitialHeight};
      x += inches(node.label) + kInitialGap;
    } else {
      node.at = {columns[story.rows[node.id].lane].middle, heights[story.rows[node.id].depth]};
    }
  }
  return headers;
}

}  // namespace graphfuzz
