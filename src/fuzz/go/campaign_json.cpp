// The state of a campaign as JSON.
#include <algorithm>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "graphfuzz/fuzz/go/campaign_state.hpp"

namespace graphfuzz::go {
namespace {

using Json = nlohmann::json;

Json to_json(const OperationId& id) { return Json::array({id.routine, id.position, id.visit}); }

Json to_json(const Input& input) {
  Json chain = Json::array();
  for (const OperationId& id : input.directive.chain) chain.push_back(to_json(id));
  return {{"id", input.id},
          {"run", input.run},
          {"prefix", input.prefix},
          {"prefix_end", input.prefix_end},
          {"generation", input.generation},
          {"preferred", input.directive.preferred},
          {"chain", std::move(chain)},
          {"delays", input.directive.delays}};
}

/// Reads one element after the other, and knows where it is.
class Reader {
 public:
  Reader(const Json& json, const std::filesystem::path& file, std::string where = "")
      : json_(json), file_(file), where_(std::move(where)) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw StateError(file_, (where_.empty() ? "" : where_ + ": ") + message);
  }
  Reader at(const char* key) const {
    object();
    const auto found = json_.find(key);
    if (found == json_.end()) fail(std::string("expected an element '") + key + "'");
    return {*found, file_, where_ + "/" + key};
  }
  template <class Number = std::uint64_t>
  Number number() const {
    if (!json_.is_number_unsigned() || json_.get<std::uint64_t>() > std::numeric_limits<Number>::max()) {
      fail("expected a whole number, found " + shown());
    }
    return json_.get<Number>();
  }
  int integer() const {
    if (!json_.is_number_integer()) fail("expected an integer, found " + shown());
    const auto value = json_.get<std::int64_t>();
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
      fail("out of range: " + shown());
    }
    return static_cast<int>(value);
  }
  double real() const {
    if (!json_.is_number()) fail("expected a number, found " + shown());
    return json_.get<double>();
  }
  bool boolean() const {
    if (!json_.is_boolean()) fail("expected true or false, found " + shown());
    return json_.get<bool>();
  }
  std::string text() const {
    if (!json_.is_string()) fail("expected a string, found " + shown());
    return json_.get<std::string>();
  }
  template <class Visit>
  void each(Visit visit) const {
    if (!json_.is_array()) fail("expected a list, found " + shown());
    for (std::size_t i = 0; i < json_.size(); ++i) visit(Reader(json_[i], file_, where_ + "/" + std::to_string(i)));
  }
  template <class Visit>
  void each_member(Visit visit) const {
    object();
    for (const auto& [key, value] : json_.items()) visit(key, Reader(value, file_, where_ + "/" + key));
  }
  Reader item(std::size_t index, std::size_t of) const {
    if (!json_.is_array() || json_.size() != of) {
      fail("expected a list of " + std::to_string(of) + ", found " + shown());
    }
    return {json_[index], file_, where_ + "/" + std::to_string(index)};
  }

 private:
  void object() const {
    if (!json_.is_object()) fail("expected an object, found " + shown());
  }
  std::string shown() const {
    const std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= 40 ? text : text.substr(0, 40) + "…";
  }

  const Json& json_;
  const std::filesystem::path& file_;
  std::string where_;
};

Input read_input(const Reader& reader) {
  Input input;
  input.id = reader.at("id").number();
  if (input.id == 0) reader.fail("an input has the id 0");
  input.run = reader.at("run").number();
  input.prefix = reader.at("prefix").number();
  input.prefix_end = reader.at("prefix_end").number();
  input.generation = reader.at("generation").number<std::uint32_t>();
  reader.at("preferred").each_member([&](const std::string& position, const Reader& cases) {
    cases.each([&](const Reader& c) { input.directive.preferred[position].push_back(c.integer()); });
  });
  reader.at("chain").each([&](const Reader& id) {
    input.directive.chain.push_back(
        {id.item(0, 3).number<std::uint32_t>(), id.item(1, 3).text(), id.item(2, 3).number<std::uint32_t>()});
  });
  reader.at("delays").each_member([&](const std::string& position, const Reader& visits) {
    visits.each([&](const Reader& v) { input.directive.delays[position].push_back(v.number<std::uint32_t>()); });
  });
  return input;
}

Json to_json(const Memory& memory) {
  Json json = {{"runs", memory.runs},
               {"first_runs", memory.first_runs},
               {"since_first", memory.since_first},
               {"greatest_select_score", memory.greatest_select_score},
               {"greatest_chain_score", memory.greatest_chain_score},
               {"last_id", memory.queue.last_id()}};
  Json& pairs = json["pairs"] = Json::object();
  for (const auto& [name, pair] : memory.pairs) {
    pairs[name] = {{"executions", pair.executions}, {"buckets", pair.buckets}};
  }
  Json& channels = json["channels"] = Json::object();
  for (const auto& [name, channel] : memory.channels) {
    channels[name] = {{"closed", channel.closed}, {"not_closed", channel.not_closed}, {"fullness", channel.fullness}};
  }
  Json& selected = json["selected"] = Json::array();
  for (const auto& [position, chosen] : memory.selected) selected.push_back(Json::array({position, chosen}));
  Json& queue = json["queue"] = Json::array();
  for (const Input& input : memory.queue.waiting()) queue.push_back(to_json(input));
  Json& queued = json["queued"] = Json::object();  // sorted, so that equal states are equal texts
  for (const auto& [name, count] : memory.queue.counts()) queued[name] = count.queued;
  return json;
}

Memory read_memory(const Reader& reader) {
  Memory memory;
  memory.runs = reader.at("runs").number();
  memory.first_runs = reader.at("first_runs").number();
  memory.since_first = reader.at("since_first").number();
  memory.greatest_select_score = reader.at("greatest_select_score").real();
  memory.greatest_chain_score = reader.at("greatest_chain_score").real();
  reader.at("pairs").each_member([&](const std::string& name, const Reader& pair) {
    memory.pairs[name] = {pair.at("executions").number(), pair.at("buckets").number()};
  });
  reader.at("channels").each_member([&](const std::string& name, const Reader& channel) {
    memory.channels[name] = {channel.at("closed").boolean(), channel.at("not_closed").boolean(),
                             channel.at("fullness").real()};
  });
  reader.at("selected").each([&](const Reader& entry) {
    memory.selected.emplace(entry.item(0, 2).text(), entry.item(1, 2).integer());
  });
  std::unordered_map<std::string, InputQueue::Count> counts;
  reader.at("queued").each_member([&](const std::string& name, const Reader& count) {
    counts[name] = {count.number<std::uint32_t>(), false};
  });
  const std::uint64_t last_id = reader.at("last_id").number();
  std::deque<Input> waiting;
  reader.at("queue").each([&](const Reader& entry) {
    Input input = read_input(entry);
    if (input.id > last_id) entry.fail("an id beyond last_id");
    const auto count = counts.find(key(input.directive));
    if (count == counts.end()) entry.fail("waits, but was never queued");
    if (std::exchange(count->second.waits, true)) return;
    waiting.push_back(std::move(input));
  });
  memory.queue.restore(std::move(waiting), std::move(counts), last_id);
  return memory;
}

}  // namespace

std::string to_json(const CampaignState& state) {
  Json json = {{"format", "graphfuzz campaign state"},
               {"version", CampaignState::kVersion},
               {"strategy", name(state.strategy)},
               {"seed", state.seed},
               {"calls", state.calls},
               {"memory", to_json(state.memory)}};
  Json& outstanding = json["outstanding"] = Json::array();
  for (const auto& [id, input] : state.outstanding) outstanding.push_back(to_json(input));
  Json& traces = json["traces"] = Json::array();
  for (const auto& [run, path] : state.traces) traces.push_back(Json::array({run, path}));
  // Positions are bytes from somebody else's files, which need not be UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

CampaignState from_json(std::string_view text, const std::filesystem::path& file) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& e) {
    const std::size_t byte = std::min(e.byte == 0 ? 0 : e.byte - 1, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    throw StateError(file.string() + ":" + std::to_string(line), "not valid JSON");
  }
  const Reader reader(json, file);
  if (reader.at("format").text() != "graphfuzz campaign state") reader.fail("not the state of a campaign");
  const int version = reader.at("version").integer();
  if (version != CampaignState::kVersion) {
    reader.fail("version " + std::to_string(version) + " of the state is not supported; this program writes version " +
                std::to_string(CampaignState::kVersion));
  }
  CampaignState state;
  const std::string strategy = reader.at("strategy").text();
  const auto known = find_strategy(strategy);
  if (!known || !is_directed(*known)) reader.at("strategy").fail("there is no strategy '" + strategy + "'");
  state.strategy = *known;
  state.seed = reader.at("seed").number();
  state.calls = reader.at("calls").number();
  state.memory = read_memory(reader.at("memory"));
  reader.at("outstanding").each([&](const Reader& entry) {
    Input input = read_input(entry);
    const std::uint64_t id = input.id;
    if (!state.outstanding.emplace(id, std::move(input)).second) entry.fail("the same id twice");
  });
  reader.at("traces").each(
      [&](const Reader& entry) { state.traces[entry.item(0, 2).number()] = entry.item(1, 2).text(); });
  return state;
}

}  // namespace graphfuzz::go
