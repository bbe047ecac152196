#include "graphfuzz/fuzz/finding.hpp"

#include <utility>

namespace graphfuzz {

namespace {

void save(store::Writer& out, const Place& place) { out.begin_array().value(place.file).value(place.line).end_array(); }

Place load_place(const store::Value& saved) {
  const auto parts = saved.array(2, 2);
  return {std::string(parts[0].text()), parts[1].integer<unsigned>()};
}

}  // namespace

FindingKey finding_key(std::string_view kind, std::string_view message, bool predicted) {
  std::string text(kind);
  text.push_back('\0');
  text.append(message);
  if (predicted) text.push_back('\0');
  return fingerprint(text);
}

Finding make_remark(std::string kind, std::string message) {
  Finding remark;
  remark.key = finding_key(kind, message);
  remark.kind = std::move(kind);
  remark.message = std::move(message);
  remark.remark = true;
  return remark;
}

void save(store::Writer& out, const Fingerprint& fingerprint) {
  out.begin_array().value(fingerprint.low).value(fingerprint.high).end_array();
}

Fingerprint load_fingerprint(const store::Value& saved) {
  const auto parts = saved.array(2, 2);
  return {parts[0].integer<std::uint64_t>(), parts[1].integer<std::uint64_t>()};
}

void save(store::Writer& out, const Finding& finding) {
  save(out.begin_object().key("key"), finding.key);
  out.field("kind", finding.kind).field("message", finding.message);
  out.field("predicted", finding.predicted).field("of_graphs", finding.of_graphs);
  if (finding.tried > 0) out.field("tried", finding.tried);
  out.field("undefined", finding.undefined).field("remark", finding.remark).key("places").begin_array();
  for (const Place& place : finding.places) save(out, place);
  out.end_array().key("stacks").begin_array();
  for (const Stack& stack : finding.stacks) {
    out.begin_object().field("what", stack.what).key("frames").begin_array();
    for (const Place& place : stack.frames) save(out, place);
    out.end_array();
    if (!stack.functions.empty()) out.key("functions").values(stack.functions);
    out.end_object();
  }
  out.end_array().end_object();
}

Finding load_finding(const store::Value& saved) {
  saved.expect_keys(
      {"key", "kind", "message", "predicted", "tried", "of_graphs", "undefined", "remark", "places", "stacks"});
  Finding finding;
  finding.key = load_fingerprint(saved.field("key"));
  finding.kind = saved.field("kind").text();
  finding.message = saved.field("message").text();
  finding.predicted = saved.field("predicted").boolean();
  finding.of_graphs = saved.field("of_graphs").boolean();
  finding.undefined = saved.field("undefined").boolean();
  if (const auto tried = saved.find("tried")) finding.tried = tried->integer<std::uint32_t>();
  if (const auto remark = saved.find("remark")) finding.remark = remark->boolean();
  for (const store::Value place : saved.field("places").array()) finding.places.push_back(load_place(place));
  const auto stacks = saved.find("stacks");
  if (!stacks) return finding;
  for (const store::Value stack : stacks->array()) {
    stack.expect_keys({"what", "frames", "functions"});
    Stack& loaded = finding.stacks.emplace_back(Stack{std::string(stack.field("what").text()), {}});
    for (const store::Value place : stack.field("frames").array()) loaded.frames.push_back(load_place(place));
    const auto functions = stack.find("functions");
    if (!functions) continue;
    for (const store::Value function : functions->array(loaded.frames.size(), loaded.frames.size())) {
      loaded.functions.emplace_back(function.text());
    }
  }
  return finding;
}

}  // namespace graphfuzz
