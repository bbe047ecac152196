// Inputs of the fuzzers, to and from directives: fuzzingData.log, replay_active.log, ort_config, GoPie's chains.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "frontend/trace/cursor.hpp"
#include "frontend/trace/element_text.hpp"
#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {
namespace {

/// An operation's name: routine 0 if it has none.
struct Site {
  std::uint32_t routine = 0;
  std::string position;
};

/// "path:line", "path#line" or "routine:path#line".
Site read_site(const Cursor& cursor, std::string_view text) {
  Site site;
  const std::size_t colon = text.find(':');
  const bool newer = text.find('#') != std::string_view::npos;
  if (newer && colon != std::string_view::npos && colon > 0 && text.find_first_not_of("0123456789") == colon) {
    site.routine = number<std::uint32_t>(cursor, text.substr(0, colon), "the number of a routine", 1, kMostNumber);
    text.remove_prefix(colon + 1);
  }
  const std::size_t mark = newer ? text.rfind('#') : text.rfind(':');
  if (mark == std::string_view::npos || mark == 0) {
    throw cursor.error(fmt::format("expected an operation (path:line or routine:path#line), found {}", shown(text)));
  }
  number<std::uint32_t>(cursor, text.substr(mark + 1), "the line of a position", 0, kMostNumber);
  site.position = file_hash_line(std::string(text));
  return site;
}

std::string site_text(std::string position, std::uint32_t routine, SiteName names) {
  if (names == SiteName::routine_and_position) return fmt::format("{}:{}", routine, position);
  return file_colon_line(std::move(position));
}

/// Who makes the k-th visit of a position (from 0).
std::uint32_t visitor(const std::vector<std::uint32_t>& visitors, std::size_t k) {
  if (visitors.empty()) return 1;
  return visitors[std::min(k, visitors.size() - 1)];
}

/// Writes the items of one position, each with the routine that it is for, a line for each routine.
template <typename Item>
void write_lines(std::string& out, const std::string& position,
                 const std::vector<std::pair<std::uint32_t, Item>>& items, SiteName names) {
  std::vector<std::uint32_t> routines;
  for (const auto& item : items) {
    const std::uint32_t routine = names == SiteName::position ? 0 : item.first;
    if (std::find(routines.begin(), routines.end(), routine) == routines.end()) routines.push_back(routine);
  }
  for (const std::uint32_t routine : routines) {
    out += site_text(position, routine, names);
    char separator = ';';
    for (const auto& [of, item] : items) {
      if (routine != 0 && of != routine) continue;
      fmt::format_to(std::back_inserter(out), "{}{}", separator, item);
      separator = ',';
    }
    out += '\n';
  }
}

bool has_send(const Trace& base, const TraceEvent& select, std::uint32_t runtime_case) {
  return base.cases[select.first_case + runtime_case].sends;
}

/// The first execution of a select at the position.
const TraceEvent* select_at(const Trace& base, const std::string& position) {
  const auto at = std::find(base.positions.begin(), base.positions.end(), position);
  if (at == base.positions.end()) return nullptr;
  const auto wanted = static_cast<Position>(at - base.positions.begin());
  const auto select = std::find_if(base.events.begin(), base.events.end(), [&](const TraceEvent& event) {
    return event.kind == Kind::select && event.position == wanted;
  });
  return select == base.events.end() ? nullptr : &*select;
}

/// By runtime case, the case in the source; see SelectOrder.
std::vector<int> sends_first(const Trace& base, const TraceEvent& select) {
  std::vector<int> order(select.case_count);
  std::uint32_t sends = 0;
  while (sends < select.case_count && has_send(base, select, sends)) ++sends;
  for (std::uint32_t c = 0; c < select.case_count; ++c) {
    order[c] = static_cast<int>(c < sends ? c : select.case_count - 1 - (c - sends));
  }
  return order;
}

}  // namespace

std::string fuzzing_data(const Directive& directive, const Trace& base, SiteName names) {
  const OperationIndex index(base);
  std::string out;
  for (const auto& [position, cases] : directive.preferred) {
    const std::vector<std::uint32_t>& visitors = index.selectors(position);
    std::vector<std::pair<std::uint32_t, int>> items;
    for (std::size_t k = 0; k < cases.size(); ++k) items.emplace_back(visitor(visitors, k), cases[k]);
    write_lines(out, position, items, names);
  }
  out += "#\n";
  for (const auto& [position, counts] : directive.delays) {
    const std::vector<std::uint32_t>& visitors = index.visitors(position);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> items;
    for (const std::uint32_t count : counts) {
      const std::uint32_t routine = count == 0 ? 1 : visitor(visitors, count - 1);
      std::uint32_t own = count;
      if (names == SiteName::routine_and_position && !visitors.empty()) {
        // The how-manieth of this routine; visits that `base` has not got are all the last visitor's.
        const std::size_t known = std::min<std::size_t>(count, visitors.size());
        own = static_cast<std::uint32_t>(
            std::count(visitors.begin(), visitors.begin() + static_cast<std::ptrdiff_t>(known), routine));
        own += count - static_cast<std::uint32_t>(known);
      }
      items.emplace_back(routine, own);
    }
    write_lines(out, position, items, names);
  }
  return out;
}

Directive read_fuzzing_data(std::string_view text, const std::string& name, const Trace& base) {
  Directive directive;
  const OperationIndex index(base);
  std::map<std::string, std::map<std::uint32_t, std::vector<int>>> preferred;  // position → routine → cases
  bool delays = false;
  std::size_t line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const Cursor cursor(name, static_cast<std::uint32_t>(line_number));
    if (line == "#") {
      if (delays) throw cursor.error("expected one line '#' between the two sections, found a second");
      delays = true;
      continue;
    }
    const std::size_t mark = line.rfind(';');
    if (mark == std::string_view::npos) {
      throw cursor.error(fmt::format("expected operation;number,…, found {}", shown(line)));
    }
    const Site site = read_site(cursor, line.substr(0, mark));
    for (std::string_view rest = line.substr(mark + 1);;) {
      const std::size_t comma = rest.find(',');
      const std::string_view item = rest.substr(0, comma);
      if (delays) {
        auto count = number<std::uint32_t>(cursor, item, "the number of an execution", 1, kMostNumber);
        const std::vector<std::uint32_t>& visitors = index.visitors(site.position);
        if (site.routine != 0 && !visitors.empty()) {
          // The count-th of this routine is the how-manieth of all?
          std::uint32_t own = 0, all = 0;
          for (; all < visitors.size() && own < count; ++all) own += visitors[all] == site.routine ? 1 : 0;
          count = all + std::min(count - own, kMostNumber - all);
        }
        directive.delays[site.position].push_back(count);
      } else {
        preferred[site.position][site.routine].push_back(
            number<int>(cursor, item, "a case", kDefault, std::numeric_limits<int>::max()));
      }
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  for (auto& [position, counts] : directive.delays) std::sort(counts.begin(), counts.end());
  for (const auto& entry : preferred) {  // clang 14 does not let lambdas capture structured bindings
    const auto& lists = entry.second;
    std::vector<int>& cases = directive.preferred[entry.first];
    std::map<std::uint32_t, std::size_t> used;
    const auto take = [&](std::uint32_t routine) {
      const auto list = lists.find(routine);
      if (list == lists.end() || used[routine] == list->second.size()) return;
      cases.push_back(list->second[used[routine]++]);
    };
    for (const std::uint32_t routine : index.selectors(entry.first)) take(lists.contains(routine) ? routine : 0);
    for (const auto& [routine, list] : lists) {
      while (used[routine] < list.size()) take(routine);
    }
  }
  return directive;
}

ActiveOperations read_replay_active(std::string_view text, const std::string& name) {
  ActiveOperations active;
  bool first = true;
  for (Cursor cursor(name, text); cursor.next();) {
    const Fields fields = split(cursor.element(), ',');
    if (std::exchange(first, false)) {
      active.switch_time = number<std::uint64_t>(cursor, cursor.element(), "the time of the switch", 0, kMostTime);
      continue;
    }
    if (fields.count != 3) {
      throw cursor.error(fmt::format("expected routine:position,time,count, found {}", shown(cursor.element())));
    }
    const Site site = read_site(cursor, fields[0]);
    if (site.routine == 0) throw cursor.error(fmt::format("expected routine:position, found {}", shown(fields[0])));
    active.times.push_back(number<std::uint64_t>(cursor, fields[1], "a time", 0, kMostTime));
    active.chain.push_back({site.routine, site.position,
                            number<std::uint32_t>(cursor, fields[2], "the number of an execution", 1, kMostNumber)});
  }
  if (first) throw TraceError(name, 1, 0, "expected the time of the switch, found nothing");
  return active;
}

Directive read_partial_replay(const TraceFiles& files, const std::string& name) {
  const auto file = files.find("replay_active.log");
  if (file == files.end()) throw TraceError(name, 0, 0, "expected a replay_active.log, found none");
  const ActiveOperations active = read_replay_active(file->second, name + "/replay_active.log");
  Directive directive;
  directive.chain = active.chain;
  if (active.switch_time == 0) return directive;
  std::vector<std::string> warnings;
  const Trace trace = read_trace(files, name, {}, warnings);
  const OperationIndex index(trace);
  std::vector<std::uint32_t> prefix;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (decided_at(trace, e) >= active.switch_time) continue;
    if (event.finished() && event.position != kNoPosition) prefix.push_back(e);
  }
  std::stable_sort(prefix.begin(), prefix.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return decided_at(trace, a) < decided_at(trace, b); });
  for (const std::uint32_t e : prefix) directive.prefix.push_back(index.name_of(e));
  return directive;
}

std::vector<GopiePair> gopie_pairs(const Directive& directive) {
  std::vector<GopieOperation> sites;
  for (const OperationId& operation : directive.chain) {
    const std::string& text = operation.position;
    GopieOperation site = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), site);
    if (error != std::errc{} || end != text.data() + text.size()) {
      throw std::invalid_argument("a chain of GoPie needs GoPie's numbers of sites, not " + text);
    }
    sites.push_back(site);
  }
  std::vector<GopiePair> pairs;
  for (std::size_t i = 1; i < sites.size(); ++i) pairs.emplace_back(sites[i - 1], sites[i]);
  return pairs;
}

Directive directive_of(const std::vector<GopiePair>& pairs) {
  Directive directive;
  const auto add = [&](GopieOperation site) { directive.chain.push_back({0, std::to_string(site), 1}); };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i == 0 || pairs[i - 1].second != pairs[i].first) add(pairs[i].first);
    add(pairs[i].second);
  }
  return directive;
}

int SelectOrder::source_case(const Trace& base, const std::string& position, int runtime_case) const {
  if (base.dialect == "gfuzz") return runtime_case;  // it tells cases as they are in the source
  const auto known = source_order.find(position);
  const TraceEvent* select = known == source_order.end() ? select_at(base, position) : nullptr;
  const std::vector<int> order = known != source_order.end() ? known->second
                                 : select != nullptr         ? sends_first(base, *select)
                                                             : std::vector<int>{};
  const bool found = runtime_case >= 0 && static_cast<std::size_t>(runtime_case) < order.size();
  return found ? order[static_cast<std::size_t>(runtime_case)] : runtime_case;
}

int SelectOrder::runtime_case(const Trace& base, const std::string& position, int wanted) const {
  if (base.dialect == "gfuzz") return wanted;
  const auto known = source_order.find(position);
  const TraceEvent* select = select_at(base, position);
  const std::size_t cases = known != source_order.end() ? known->second.size()
                            : select != nullptr         ? select->case_count
                                                        : 0;
  for (std::size_t c = 0; c < cases; ++c) {
    if (source_case(base, position, static_cast<int>(c)) == wanted) return static_cast<int>(c);
  }
  return wanted;
}

GfuzzConfig gfuzz_config_of(const Directive& directive, const Trace& base, const SelectOrder& order,
                            std::uint32_t timeout) {
  GfuzzConfig config;
  config.timeout = timeout;
  for (const auto& [position, cases] : directive.preferred) {
    for (const int preferred : cases) {
      config.preferred.emplace_back(position, order.source_case(base, position, preferred));
    }
  }
  return config;
}

Directive directive_of(const GfuzzConfig& config, const Trace& base, const SelectOrder& order) {
  Directive directive;
  for (const auto& [position, preferred] : config.preferred) {
    directive.preferred[position].push_back(order.runtime_case(base, position, preferred));
  }
  return directive;
}

}  // namespace graphfuzz::go
