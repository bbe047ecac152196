#include "graphfuzz/report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "graphfuzz/store/characters.hpp"
#include "report/xml.hpp"

namespace graphfuzz {
namespace {

// In pixels.
constexpr unsigned kLineHeight = 18;
constexpr unsigned kLetter = 7;
constexpr unsigned kMargin = 16;
constexpr unsigned kNumbers = 56;
// In letters.
constexpr std::size_t kLongestLabel = 44;
constexpr std::size_t kNarrowest = 12;

constexpr std::size_t kMostArrows = 20'000;

constexpr std::string_view kStyle = R"(<style>
svg { background: #ffffff; color: #1b1b1b; font: 12px "DejaVu Sans Mono", monospace; }
text { fill: currentColor; }
.title { font-weight: bold; } .faint { opacity: 0.6; } .lane { stroke: currentColor; opacity: 0.15; }
.alarming { fill: #c1121f; font-weight: bold; } .suspicious { fill: #b35c00; font-weight: bold; }
.arrow { stroke: #2a7f3f; opacity: 0.5; } .bold { stroke: #c1121f; stroke-width: 2; opacity: 0.9; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; color: #e6e6e6; }
  .alarming { fill: #ff7b84; } .suspicious { fill: #ffb45c; } .arrow { stroke: #6fcf8b; } .bold { stroke: #ff7b84; }
}
</style>
)";

std::string label_of(const Story::Row& row) {
  std::string label = row.text;
  if (!row.remark.empty()) label += "  " + row.remark;
  if (!row.place.empty()) label += "  " + row.place.substr(row.place.rfind('/') + 1);
  return label;
}

class Drawing {
 public:
  Drawing(const Story& story, const Picture& picture) : story_(story) {
    std::vector<std::size_t> widths(story.lanes.size(), kNarrowest);
    for (const Story::Row& row : story.rows) {
      labels_.push_back(label_of(row));
      widths[row.lane] = std::max(widths[row.lane], std::min(labels_.back().size() + 1, kLongestLabel + 1));
    }
    unsigned x = kMargin + kNumbers;
    for (const std::size_t width : widths) {
      lanes_.push_back(x);
      x += static_cast<unsigned>(width + 2) * kLetter;
    }
    const unsigned lines =
        2 + !picture.subtitle.empty() + !story.before.empty() + (!story.after.empty() || story.left_out > 0);
    head_ = kMargin + (2 + !picture.subtitle.empty() + !story.before.empty()) * kLineHeight;
    const std::size_t longest = std::max(picture.title.size(), picture.subtitle.size());
    const std::size_t width = std::max<std::size_t>(x, std::min<std::size_t>(longest, 160) * kLetter) + kMargin;
    const std::size_t height = 3 * kMargin + (story.rows.size() + lines) * kLineHeight;
    put(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">)", width, height);
    out_ += '\n';
    out_ += kStyle;
    frame(picture);
  }

  std::string finish() {
    arrows();
    for (std::size_t i = 0; i < labels_.size(); ++i) row(i);
    std::string after = story_.after;
    if (story_.left_out > 0) {
      const std::string rest = fmt::format("({} more do not lead to this)", story_.left_out);
      after += (after.empty() ? "" : "  ") + rest;
    }
    if (!after.empty()) line(y_of(labels_.size()), "faint", after);
    return std::move(out_) + "</svg>\n";
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }
  unsigned y_of(std::size_t row) const { return head_ + static_cast<unsigned>(row + 1) * kLineHeight; }

  void line(unsigned y, std::string_view look, std::string_view text) {
    put("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", kMargin, y, look, xml_text(text));
  }

  void frame(const Picture& picture) {
    unsigned y = kMargin + kLineHeight / 2;
    line(y, "title", picture.title);
    if (!picture.subtitle.empty()) line(y += kLineHeight, "", picture.subtitle);
    if (!story_.before.empty()) line(y += kLineHeight, "faint", story_.before);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      put("<text x=\"{}\" y=\"{}\" class=\"title\">{}</text>\n", lanes_[lane], head_, xml_text(story_.lanes[lane]));
      put("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" class=\"lane\"/>\n", lanes_[lane] - kLetter, head_,
          y_of(labels_.size()));
    }
  }

  /// From the end of one row's text, roughly, to the beginning of another one's.
  void arrows() {
    out_ +=
        "<defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" markerHeight=\"6\" "
        "orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" fill=\"context-stroke\"/></marker></defs>\n";
    std::size_t count = 0;
    for (const Story::Arrow& arrow : story_.arrows) {
      if (arrow.from >= labels_.size() || arrow.to >= labels_.size() || arrow.relation == "po") continue;
      if (++count > kMostArrows) return;
      put("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"arrow{}\"{}><title>{} {} {}</title></line>\n",
          lanes_[story_.rows[arrow.from].lane] - 3, y_of(arrow.from) - 4, lanes_[story_.rows[arrow.to].lane] - 3,
          y_of(arrow.to) - 4, arrow.bold ? " bold" : "", arrow.directed ? " marker-end=\"url(#head)\"" : "",
          story_.number(arrow.from), xml_text(arrow.relation), story_.number(arrow.to));
    }
  }

  void row(std::size_t i) {
    const Story::Row& row = story_.rows[i];
    const std::string_view look = row.look == Story::Look::alarming     ? "alarming"
                                  : row.look == Story::Look::suspicious ? "suspicious"
                                                                        : "";
    put("<text x=\"{}\" y=\"{}\" class=\"faint\">{}</text>", kMargin, y_of(i), story_.number(i));
    put("<text x=\"{}\" y=\"{}\" class=\"{}\">{}", lanes_[row.lane], y_of(i), look,
        xml_text(store::shortened(labels_[i], kLongestLabel)));
    if (labels_[i].size() > kLongestLabel) put("<title>{}</title>", xml_text(labels_[i]));
    out_ += "</text>\n";
  }

  const Story& story_;
  std::vector<std::string> labels_;  // by row
  std::vector<unsigned> lanes_;      // where they begin
  unsigned head_ = 0;                // the line of their names
  std::string out_;
};

}  // namespace

std::string to_svg(const Story& story, const Picture& picture) { return Drawing(story, picture).finish(); }

}  // namespace graphfuzz
