#include "campaign/bugs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "graphfuzz/fuzz/go/predictions.hpp"

namespace graphfuzz {
namespace {

/// Which of two first executions is told of, in whatever order they are put together.
bool earlier(const Bug& a, const Bug& b) {
  return std::tie(a.execution, a.witness->steps, a.seconds) < std::tie(b.execution, b.witness->steps, b.seconds);
}

Witness none_in_time() {
  Witness witness;
  witness.no_steps = "time was up before the execution could be run again for this, too";
  return witness;
}

std::string standing(const Finding& prediction) {
  if (prediction.tried == 0) return "it was predicted, and was not tried";
  return fmt::format("it was predicted, and not seen in {} execution{} in which it was to happen", prediction.tried,
                     prediction.tried == 1 ? "" : "s");
}

}  // namespace

bool BugCollector::add(Search& search, bool vain, std::uint64_t number, double seconds,
                       const std::function<bool()>& is_over) {
  bool told = false;
  bool bug_found = false;
  const std::span<const FindingKey> keys = search.findings();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
        keys.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;  // twice in one execution
    }
    auto known = bugs_.find(keys[i]);
    bool counts = !vain;
    if (known == bugs_.end()) {
      Bug bug;
      static_cast<Finding&>(bug) = search.finding(i);
      bug.execution = number;
      bug.seconds = seconds;
      // What is vain is told apart by its steps (unfinished).
      const bool late = told && !vain && is_over();
      bug.witness = std::make_shared<const Witness>(late ? none_in_time() : search.witness(&bug));
      told = true;
      known = bugs_.emplace(keys[i], std::move(bug)).first;  // now that it has a witness, as all have
    } else if (known->second.predicted) {
      const Finding again = search.finding(i);
      known->second.tried += again.tried;
      counts = counts && again.tried == 0;  // nothing predicts it there
    }
    if (counts) ++known->second.count;
    bug_found = bug_found || !(known->second.remark || known->second.predicted);
  }
  return bug_found;
}

void BugCollector::add(const BugCollector& other) {
  for (const auto& [key, bug] : other.bugs_) {
    const auto [place, fresh] = bugs_.try_emplace(key, bug);
    if (fresh) continue;
    Bug joint = earlier(bug, place->second) ? bug : place->second;
    joint.count = place->second.count + bug.count;
    joint.tried = place->second.tried + bug.tried;
    place->second = std::move(joint);
  }
}

bool BugCollector::empty() const {
  return std::all_of(bugs_.begin(), bugs_.end(),
                     [](const auto& item) { return item.second.remark || item.second.predicted; });
}

std::vector<Bug> BugCollector::list(bool remarks) const {
  // Of all that was found, whoever has found it: another worker may have seen what one has predicted.
  const auto order = [](const Bug& b) { return std::tie(b.execution, b.kind, b.message, b.key); };
  std::vector<const Bug*> sorted;
  for (const auto& [key, bug] : bugs_) sorted.push_back(&bug);
  std::ranges::sort(sorted, {}, [&](const Bug* bug) { return order(*bug); });
  std::set<std::pair<std::string, std::string>> seen;
  std::vector<const Finding*> happened;
  for (const Bug* const bug : sorted) {
    if (!bug->predicted) seen.emplace(bug->kind, bug->message);
    if (!bug->predicted && !bug->remark) happened.push_back(bug);
  }
  std::set<FindingKey> come_true;  // predictions
  std::map<FindingKey, std::string> foretold;
  for (const Bug* const bug : sorted) {
    if (!bug->predicted) continue;
    const Finding* const when = go::when_true(*bug, happened);
    if (when == nullptr) continue;
    come_true.insert(bug->key);
    std::string& text = foretold[when->key];
    const std::string prediction = fmt::format("{}: {}", bug->kind, message_of(*bug));
    if (text.empty() || prediction < text) text = prediction;
  }
  std::vector<Bug> bugs;
  for (const Bug* const one : sorted) {
    const Bug& bug = *one;
    if (bug.remark != remarks) continue;
    if (bug.predicted && (seen.contains({bug.kind, bug.message}) || come_true.contains(bug.key))) continue;
    bugs.push_back(bug);
    if (const auto prediction = foretold.find(bug.key); prediction != foretold.end()) {
      bugs.back().foretold = prediction->second;
    }
    if (bug.predicted) {
      Witness witness = *bug.witness;
      witness.no_steps = standing(bug);
      bugs.back().witness = std::make_shared<const Witness>(std::move(witness));
    }
    bugs.back().count = std::max<std::uint64_t>(bug.count, 1);  // see unfinished()
  }
  return bugs;
}

std::uint64_t BugCollector::unfinished() const {
  std::set<std::vector<std::string>> executions;
  for (const auto& [key, bug] : bugs_) {
    if (bug.count == 0) executions.insert(bug.witness->steps);
  }
  return executions.size();
}

void BugCollector::save(store::Writer& out) const {
  std::map<FindingKey, const Bug*> sorted;
  for (const auto& [key, bug] : bugs_) sorted.emplace(key, &bug);
  out.begin_array();
  for (const auto& [key, bug] : sorted) {
    graphfuzz::save(out.begin_object().key("finding"), static_cast<const Finding&>(*bug));
    out.field("execution", bug->execution).field("seconds", bug->seconds).field("count", bug->count);
    graphfuzz::save(out.key("witness"), *bug->witness);
    out.end_object();
  }
  out.end_array();
}

void BugCollector::load(const store::Value& saved) {
  for (const store::Value item : saved.array()) {
    item.expect_keys({"finding", "execution", "seconds", "count", "witness"});
    Bug bug;
    static_cast<Finding&>(bug) = load_finding(item.field("finding"));
    bug.execution = item.field("execution").integer<std::uint64_t>(1);
    bug.seconds = item.field("seconds").real(0);
    bug.count = item.field("count").integer<std::uint64_t>();
    bug.witness = std::make_shared<const Witness>(load_witness(item.field("witness")));
    const FindingKey key = bug.key;
    if (!bugs_.emplace(key, std::move(bug)).second) item.field("finding").reject("the same bug twice");
  }
}

}  // namespace graphfuzz
