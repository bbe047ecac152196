// Results of several pages on one.
#include <array>

#include "graphfuzz/report/html.hpp"
#include "graphfuzz/store/file_kind.hpp"
#include "graphfuzz/store/reader.hpp"
#include "report/html/page.hpp"

namespace graphfuzz {
namespace {

constexpr store::Limits kPageLimits{.bytes = std::size_t{512} << 20, .elements = std::size_t{32} << 20};
// As in the frame.
constexpr std::string_view kBeginOfResults = R"(<script type="application/json" id="results">)";
constexpr std::string_view kEndOfResults = "</script>";
constexpr std::string_view kJoinedInWords = "a page that --html has written, or results of --json";

Json json_of(const store::Value& value) {
  switch (value.kind()) {
    case store::Kind::null:
      return nullptr;
    case store::Kind::boolean:
      return value.boolean();
    case store::Kind::natural:
      return value.integer<std::uint64_t>();
    case store::Kind::negative:
      return value.integer<std::int64_t>();
    case store::Kind::real:
      return value.real();
    case store::Kind::text:
    case store::Kind::bytes:
      return std::string(value.text());
    case store::Kind::array: {
      Json array = Json::array();
      for (const store::Value element : value.array()) array.push_back(json_of(element));
      return array;
    }
    case store::Kind::object: {
      Json object = Json::object();
      for (const store::Member member : value.object()) object[std::string(member.key)] = json_of(member.value);
      return object;
    }
  }
  return nullptr;
}

/// The JSON in a page; of any other text all of it.
std::string_view results_in(std::string_view text) {
  const std::size_t begin = text.find(kBeginOfResults);
  if (begin == std::string_view::npos) return text;
  text.remove_prefix(begin + kBeginOfResults.size());
  return text.substr(0, text.find(kEndOfResults));
}

/// What the page's script takes for granted.
void check_campaign(const store::Value& campaign) {
  for (const char* const field : {"test", "file", "model", "strategy", "verdict", "condition"}) {
    campaign.field(field).text();
  }
  for (const store::Value state : campaign.field("states").array()) state.text();
  for (const char* const field : {"bugs", "remarks"}) {
    for (const store::Value bug : campaign.field(field).array()) {
      for (const char* const word : {"kind", "message"}) bug.field(word).text();
    }
  }
}

void check_failure(const store::Value& failure) {
  for (const char* const field : {"file", "message"}) failure.field(field).text();
}

class Joined {
 public:
  explicit Joined(const PageRun& run) { runs_.push_back(page::json_of(run)); }

  void add(const std::string& text, const std::string& name) {
    const std::string_view results = results_in(text);
    store::expect_json(results, name, kJoinedInWords, {"graphfuzz result", "graphfuzz page"});
    const store::Document document = store::Document::json(std::string(results), name, kPageLimits);
    const store::Value root = document.root();
    if (root.kind() == store::Kind::object && !root.find("page")) store::refuse_kind(results, name, kJoinedInWords);
    const std::size_t before = runs_.size();
    if (root.kind() == store::Kind::array) {  // of --json, which does not say of which run
      runs_.push_back(Json::object());
      take(root, before, results_.campaigns, check_campaign);
    } else {
      root.field("page").integer<unsigned>(page::kVersion, page::kVersion);
      for (const store::Value run : root.field("runs").array()) {
        run.object();
        runs_.push_back(json_of(run));
      }
      const auto anything = [](const store::Value& one) { one.field("page").object(); };
      take(root.field("campaigns"), before, results_.campaigns, check_campaign);
      take(root.field("comparisons"), before, results_.comparisons, anything);
      take(root.field("replays"), before, results_.replays, anything);
      take(root.field("traces"), before, results_.traces, anything);
      if (const auto failures = root.find("failures")) take(*failures, before, results_.failures, check_failure);
    }
    for (std::size_t i = before; i < runs_.size(); ++i) {
      if (!runs_[i].contains("from")) runs_[i]["from"] = name;
    }
  }

  std::string page() const { return page::page_of(runs_, results_, std::nullopt); }

 private:
  /// `before`: how many runs were there when those of this page came.
  template <class Check>
  void take(const store::Value& list, std::size_t before, std::vector<std::string>& into, Check check) {
    for (const store::Value one : list.array()) {
      check(one);
      const auto run = one.find("run");
      Json json = json_of(one);
      json["run"] = before + (run ? run->integer<std::size_t>(0, runs_.size() - 1 - before) : 0);
      into.push_back(json_line(json));
    }
  }

  Json runs_ = Json::array();
  PageResults results_;
};

}  // namespace

std::string html_page_of(const PageRun& run, std::span<const std::string> texts, std::span<const std::string> names) {
  Joined joined(run);
  for (std::size_t i = 0; i < texts.size(); ++i) joined.add(texts[i], names[i]);
  return joined.page();
}

}  // namespace graphfuzz
