#include "fuzz/go/memory_json.hpp"

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace graphfuzz::go {
namespace {

using store::Value;
using store::Writer;

/// An object, sorted, so that equal states are equal texts. Names are bytes from somebody else's files, which need not
/// be UTF-8: the writer replaces what is not, and of names that become the same, one is kept.
template <class Map, class Write>
void write_map(Writer& out, const char* name, const Map& map, Write write) {
  std::map<std::string, const typename Map::mapped_type*> sorted;
  for (const auto& [key, value] : map) sorted.emplace(store::utf8(key), &value);
  out.key(name).begin_object();
  for (const auto& [key, value] : sorted) write(out.key(key), *value);
  out.end_object();
}

void write_operations(Writer& out, const std::vector<OperationId>& operations) {
  out.begin_array();
  for (const OperationId& id : operations) {
    out.begin_array().value(id.routine).value(id.position).value(id.visit).end_array();
  }
  out.end_array();
}

std::vector<OperationId> read_operations(const Value& value) {
  std::vector<OperationId> operations;
  for (const Value id : value.array()) {
    const auto parts = id.array(3, 3);
    operations.push_back(
        {parts[0].integer<std::uint32_t>(), std::string(parts[1].text()), parts[2].integer<std::uint32_t>()});
  }
  return operations;
}

}  // namespace

void write(Writer& out, const Input& input) {
  out.begin_object()
      .field("id", input.id)
      .field("run", input.run)
      .field("prefix", input.prefix)
      .field("prefix_end", input.prefix_end)
      .field("generation", input.generation);
  write_map(out, "preferred", input.directive.preferred, [](Writer& to, const auto& cases) { to.values(cases); });
  write_operations(out.key("chain"), input.directive.chain);
  write_map(out, "delays", input.directive.delays, [](Writer& to, const auto& visits) { to.values(visits); });
  if (input.replays != 0) {
    out.field("replays", input.replays);
    write_operations(out.key("before"), input.directive.prefix);
    if (input.predicted) save(out.key("predicted"), *input.predicted);
  }
  out.end_object();
}

Input read_input(const Value& value) {
  value.expect_keys({"id", "run", "prefix", "prefix_end", "generation", "preferred", "chain", "delays", "replays",
                     "before", "predicted"});
  Input input;
  input.id = value.field("id").integer<std::uint64_t>(1, kGreatestCount);
  input.run = value.field("run").integer<std::uint64_t>(0, kGreatestCount);
  input.prefix = value.field("prefix").integer<std::uint64_t>();
  input.prefix_end = value.field("prefix_end").integer<std::uint64_t>();
  input.generation = value.field("generation").integer<std::uint32_t>();
  for (const auto& [position, cases] : value.field("preferred").object()) {
    std::vector<int>& preferred = input.directive.preferred[std::string(position)];
    for (const Value c : cases.array()) preferred.push_back(c.integer<int>());
  }
  input.directive.chain = read_operations(value.field("chain"));
  if (const auto replays = value.find("replays")) {
    input.replays = replays->integer<int>(1, 255);
    input.directive.prefix = read_operations(value.field("before"));
    if (const auto predicted = value.find("predicted")) input.predicted = load_finding(*predicted);
  }
  for (const auto& [position, visits] : value.field("delays").object()) {
    std::vector<std::uint32_t>& delays = input.directive.delays[std::string(position)];
    for (const Value v : visits.array()) delays.push_back(v.integer<std::uint32_t>());
  }
  return input;
}

void write(Writer& out, const Memory& memory) {
  out.begin_object()
      .field("runs", memory.runs)
      .field("first_runs", memory.first_runs)
      .field("since_first", memory.since_first)
      .field("greatest_select_score", memory.greatest_select_score)
      .field("greatest_chain_score", memory.greatest_chain_score)
      .field("last_id", memory.queue.last_id());
  write_map(out, "pairs", memory.pairs, [](Writer& to, const PairMemory& pair) {
    to.begin_object().field("executions", pair.executions).field("buckets", pair.buckets).end_object();
  });
  write_map(out, "channels", memory.channels, [](Writer& to, const ChannelMemory& channel) {
    to.begin_object().field("closed", channel.closed).field("not_closed", channel.not_closed);
    to.field("fullness", channel.fullness).end_object();
  });
  out.key("selected").begin_array();
  for (const auto& [position, chosen] : memory.selected) {
    out.begin_array().value(position).value(chosen).end_array();
  }
  out.end_array().key("queue").begin_array();
  for (const Input& input : memory.queue.waiting()) write(out, input);
  out.end_array();
  write_map(out, "queued", memory.queue.counts(), [](Writer& to, const auto& count) { to.value(count.queued); });
  out.end_object();
}

Memory read_memory(const Value& value) {
  value.expect_keys({"runs", "first_runs", "since_first", "greatest_select_score", "greatest_chain_score", "last_id",
                     "pairs", "channels", "selected", "queue", "queued"});
  Memory memory;
  memory.runs = value.field("runs").integer<std::uint64_t>(0, kGreatestCount);
  memory.first_runs = value.field("first_runs").integer<std::uint64_t>(0, kGreatestCount);
  memory.since_first = value.field("since_first").integer<std::uint64_t>(0, kGreatestCount);
  memory.greatest_select_score = value.field("greatest_select_score").real();
  memory.greatest_chain_score = value.field("greatest_chain_score").real();
  for (const auto& [name, pair] : value.field("pairs").object()) {
    pair.expect_keys({"executions", "buckets"});
    memory.pairs[std::string(name)] = {pair.field("executions").integer<std::uint64_t>(0, kGreatestCount),
                                       pair.field("buckets").integer<std::uint64_t>()};
  }
  for (const auto& [name, channel] : value.field("channels").object()) {
    channel.expect_keys({"closed", "not_closed", "fullness"});
    memory.channels[std::string(name)] = {channel.field("closed").boolean(), channel.field("not_closed").boolean(),
                                          channel.field("fullness").real()};
  }
  for (const Value entry : value.field("selected").array()) {
    const auto parts = entry.array(2, 2);
    memory.selected.emplace(std::string(parts[0].text()), parts[1].integer<int>());
  }
  std::unordered_map<std::string, InputQueue::Count> counts;
  for (const auto& [name, count] : value.field("queued").object()) {
    counts[std::string(name)] = {count.integer<std::uint32_t>(), 0};
  }
  const auto last_id = value.field("last_id").integer<std::uint64_t>(0, kGreatestCount);
  std::deque<Input> waiting;
  for (const Value entry : value.field("queue").array()) {
    Input input = read_input(entry);
    if (input.id > last_id) entry.field("id").fail("an id that is not beyond last_id");
    const auto count = counts.find(key(input));
    if (count == counts.end()) entry.reject("waits, but was never queued");
    ++count->second.waits;
    waiting.push_back(std::move(input));
  }
  memory.queue.restore(std::move(waiting), std::move(counts), last_id);
  return memory;
}

}  // namespace graphfuzz::go
