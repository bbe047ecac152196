// The page of --html: its frame with the style, the script and the results put in.
#include <fmt/format.h>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/report/html.hpp"
#include "report/html/page.hpp"
#include "report/html/page_files.hpp"

namespace graphfuzz {
namespace {

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
      "{{\"format\":\"graphfuzz page\",\"version\":{},\"page\":{},\"runs\":{},\"progress\":{},\n"
      "\"campaigns\":{},\n\"comparisons\":{},\n\"replays\":{},\n\"traces\":{},\n\"failures\":{}}}",
      page::kVersion, page::kVersion, json_line(runs), json_line(now), list_of(results.campaigns),
      list_of(results.comparisons), list_of(results.replays), list_of(results.traces), list_of(results.failures));
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

}  // namespace

Json page::json_of(const PageRun& run) {
  return {{"version", run.version},
          {"command", run.command},
          {"folder", run.folder},
          {"machine", run.machine},
          {"written", run.written}};
}

std::string page::page_of(const Json& runs, const PageResults& results, const std::optional<PageProgress>& progress) {
  return filled(results_json(runs, results, progress), progress);
}

std::string html_page(const PageRun& run, const PageResults& results, const std::optional<PageProgress>& progress) {
  return page::page_of(Json::array({page::json_of(run)}), results, progress);
}

}  // namespace graphfuzz
