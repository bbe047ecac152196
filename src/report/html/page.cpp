// The page of --html: its frame with the style, the script and the results put in.
#include <fmt/format.h>

#include <stdexcept>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/report/html.hpp"
#include "report/html/page_files.hpp"
#include "report/json_text.hpp"

namespace graphfuzz {
namespace {

constexpr int kPageVersion = 1;
constexpr std::string_view kBeginOfResults = R"(<script type="application/json" id="results">)";
constexpr std::string_view kEndOfResults = "</script>";

/// JSON inside a script element: nothing in it must end that, or begin a comment. "<" is in texts alone.
std::string json_in_script(std::string_view json) {
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

Json json_of(const PageRun& run) {
  return {{"version", run.version},
          {"command", run.command},
          {"folder", run.folder},
          {"machine", run.machine},
          {"written", run.written}};
}

std::string list_of(std::span<const std::string> objects) {
  std::string text = "[";
  for (std::size_t i = 0; i < objects.size(); ++i) text += (i == 0 ? "\n" : ",\n") + objects[i];
  return text + "]";
}

std::string results_json(const Json& runs, const PageResults& results, const std::optional<PageProgress>& progress) {
  Json now = nullptr;
  if (progress) {
    now = {{"what", progress->what}, {"refresh", progress->refresh}, {"done", progress->done}, {"all", progress->all}};
  }
  return fmt::format(
      "{{\"page\":{},\"runs\":{},\"progress\":{},\n\"campaigns\":{},\n\"comparisons\":{},\n\"replays\":{},\n"
      "\"traces\":{}}}",
      kPageVersion, json_line(runs), json_line(now), list_of(results.campaigns), list_of(results.comparisons),
      list_of(results.replays), list_of(results.traces));
}

/// What is between two braces in the frame is replaced.
std::string filled(const std::string& results, const std::optional<PageProgress>& progress) {
  const std::string data = json_in_script(results);
  const Fingerprint print = fingerprint(data);
  const std::string nonce = fmt::format("{:016x}{:016x}", print.high, print.low);
  // Without scripts there is nothing to keep in place.
  const std::string refresh =
      progress ? fmt::format(R"(<noscript><meta http-equiv="refresh" content="{:.0f}"></noscript>)", progress->refresh)
               : "";
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"nonce", nonce}, {"refresh", refresh}, {"style", page::kStyle}, {"results", data}, {"script", page::kScript}};
  std::string text;
  std::string_view frame = page::kFrame;
  for (std::size_t begin; (begin = frame.find("{{")) != std::string_view::npos;) {
    const std::size_t end = frame.find("}}", begin);
    text += frame.substr(0, begin);
    const std::string_view name = frame.substr(begin + 2, end - begin - 2);
    for (const auto& [part, value] : parts) {
      if (part == name) text += value;
    }
    frame.remove_prefix(end + 2);
  }
  return text += frame;
}

/// The results in a page, or the array of --json as the results of a run of which nothing is known.
Json results_in(const std::string& text, const std::string& name) {
  const auto refuse = [&](std::string_view found) {
    return std::invalid_argument(
        fmt::format("{}: expected a page of graphfuzz --html or results of --json, found {}", name, found));
  };
  const std::size_t begin = text.find(kBeginOfResults);
  const std::size_t first = begin == std::string::npos ? 0 : begin + kBeginOfResults.size();
  const std::size_t end = begin == std::string::npos ? text.size() : text.find(kEndOfResults, first);
  if (end == std::string::npos) throw refuse("a page that is cut off");
  Json json = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(first),
                          text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
  if (json.is_discarded()) throw refuse("something else");
  if (json.is_array()) {
    json = {{"runs", Json::array({{{"from", name}}})}, {"campaigns", std::move(json)}};
  } else if (!json.is_object() || !json.contains("page") || json["page"] != kPageVersion) {
    throw refuse("JSON of another kind");
  }
  for (const char* const list : {"runs", "campaigns", "comparisons", "replays", "traces"}) {
    if (!json.contains(list)) json[list] = Json::array();
    if (!json[list].is_array()) throw refuse("JSON of another kind");
    for (const Json& one : json[list]) {
      if (!one.is_object()) throw refuse("JSON of another kind");
    }
  }
  for (const Json& campaign : json["campaigns"]) {
    const auto has = [&](const char* field, Json::value_t type) {
      return campaign.contains(field) && campaign[field].type() == type;
    };
    for (const char* const field : {"test", "file", "model", "strategy", "verdict"}) {
      if (!has(field, Json::value_t::string)) throw refuse("results of another kind");
    }
    for (const char* const list : {"states", "bugs", "remarks"}) {
      if (!has(list, Json::value_t::array)) throw refuse("results of another kind");
    }
  }
  return json;
}

}  // namespace

std::string html_page(const PageRun& run, const PageResults& results, const std::optional<PageProgress>& progress) {
  return filled(results_json(Json::array({json_of(run)}), results, progress), progress);
}

std::string html_page_of(const PageRun& run, std::span<const std::string> texts, std::span<const std::string> names) {
  Json runs = Json::array({json_of(run)});
  PageResults all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Json json = results_in(texts[i], names[i]);
    const std::size_t before = runs.size();
    for (Json& one : json["runs"]) {
      if (!one.contains("from")) one["from"] = names[i];
      runs.push_back(std::move(one));
    }
    const auto take = [&](const char* list, std::vector<std::string>& into) {
      for (Json& one : json[list]) {
        const auto number = one.find("run");
        const bool known = number != one.end() && number->is_number_unsigned();
        one["run"] = before + (known ? number->get<std::size_t>() : 0);
        into.push_back(json_line(one));
      }
    };
    take("campaigns", all.campaigns);
    take("comparisons", all.comparisons);
    take("replays", all.replays);
    take("traces", all.traces);
  }
  return filled(results_json(runs, all, std::nullopt), std::nullopt);
}

}  // namespace graphfuzz
