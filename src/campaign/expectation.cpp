// What a file says of its executions.
#include "graphfuzz/campaign/expectation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "graphfuzz/graph/spelling.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

const std::vector<std::string> kObservations = {"Never", "Sometimes", "Always"};
const std::vector<std::string> kLitmusBugs = {"none", "assertion", "race", "deadlock", "liveness", "flag", "undefined"};
const std::vector<std::string> kGoBugs = {"none", "panic", "deadlock", "leak", "race", "test-failure"};

/// One line of a file, without its end.
struct SourceLine {
  const std::string& file;
  std::size_t number;  ///< from 1
  std::string_view text;

  /// `word` is a part of the line.
  [[noreturn]] void refuse(std::string_view word, const std::string& message) const {
    throw std::invalid_argument(fmt::format("{}:{}:{}: {}", file, number, word.data() - text.data() + 1, message));
  }
  void expect_one_of(std::string_view word, const std::vector<std::string>& words) const {
    if (std::find(words.begin(), words.end(), word) != words.end()) return;
    refuse(word,
           fmt::format("expected one of {}, found '{}'{}", fmt::join(words, ", "), word, did_you_mean(word, words)));
  }
};

template <class Use>
void each_line(std::string_view text, const std::string& file, Use use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    use(SourceLine{file, number, line});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// What a litmus test says, by model.
template <class Said>
using ByModel = std::map<std::string, Said, std::less<>>;
using ExpectedBugs = std::vector<Expectation::ExpectedBug>;

class LitmusLines {
 public:
  LitmusLines(std::string_view text, const std::string& file) {
    for (const ModelInfo& known : registered_models()) models_.emplace_back(known.name);
    each_line(text, file, [&](const SourceLine& line) {
      if (line.text.starts_with("Expect-")) take_observation(line, line.text.substr(7));
      if (line.text.starts_with("Bug-")) take_bug(line, line.text.substr(4));
    });
  }

  const ByModel<std::string>& observations() const { return observations_; }
  const ByModel<ExpectedBugs>& bugs() const { return bugs_; }

 private:
  struct Statement {
    std::string model;
    std::string_view value;
  };

  /// "MODEL=VALUE"
  Statement statement(const SourceLine& line, std::string_view said, const std::vector<std::string>& values) const {
    const std::size_t equals = said.find('=');
    if (equals == std::string_view::npos) line.refuse(said, fmt::format("expected MODEL=VALUE, found '{}'", said));
    const std::string_view model = said.substr(0, equals);
    if (!model.ends_with(".cat")) line.expect_one_of(model, models_);
    const std::string_view value = said.substr(equals + 1);
    line.expect_one_of(value, values);
    return {std::string(model), value};
  }
  void take_observation(const SourceLine& line, std::string_view said) {
    const Statement stated = statement(line, said, kObservations);
    if (!observations_.emplace(stated.model, stated.value).second) {
      line.refuse(said, fmt::format("expected one line on {}, found another", stated.model));
    }
  }
  void take_bug(const SourceLine& line, std::string_view said) {
    const Statement stated = statement(line, said, kLitmusBugs);
    ExpectedBugs& bugs = bugs_[stated.model];
    if (stated.value != "none") bugs.push_back({std::string(stated.value), ""});
  }

  std::vector<std::string> models_;
  ByModel<std::string> observations_;
  ByModel<ExpectedBugs> bugs_;
};

/// What is said of a model, or else of the one that it is a variant of.
template <class Said>
const Said* said_of(const ByModel<Said>& values, std::string_view model) {
  if (const auto value = values.find(model); value != values.end()) return &value->second;
  for (const ModelInfo& known : registered_models()) {
    if (known.name == model && !known.variant_of.empty()) return said_of(values, known.variant_of);
  }
  return nullptr;
}

std::optional<Expectation> of_litmus(std::string_view text, const std::string& file, const std::string& model) {
  const LitmusLines lines(text, file);
  const std::string* const observation = said_of(lines.observations(), model);
  const ExpectedBugs* const bugs = said_of(lines.bugs(), model);
  if (observation == nullptr && bugs == nullptr) return std::nullopt;
  return Expectation{observation != nullptr ? *observation : "", bugs != nullptr ? *bugs : ExpectedBugs(), {}};
}

/// "KIND TEXT"
void take_go_bug(const SourceLine& line, std::string_view said, ExpectedBugs& bugs) {
  const std::size_t blank = std::min(said.find(' '), said.size());
  line.expect_one_of(said.substr(0, blank), kGoBugs);
  std::string kind(said.substr(0, blank));
  std::replace(kind.begin(), kind.end(), '-', ' ');
  said.remove_prefix(blank);
  said.remove_prefix(std::min(said.find_first_not_of(' '), said.size()));
  if (kind != "none") bugs.push_back({kind, std::string(said)});
}

std::optional<Expectation> of_go(std::string_view text, const std::string& file) {
  constexpr std::string_view kHead = "// bug:";
  const std::string name = std::filesystem::path(file).filename().string();
  bool says = false;
  Expectation expectation;
  each_line(text, file, [&](const SourceLine& line) {
    if (line.text.ends_with("// BUG")) expectation.places.push_back(fmt::format("{}:{}", name, line.number));
    if (!line.text.starts_with(kHead)) return;
    says = true;
    const std::string_view rest = line.text.substr(kHead.size());
    take_go_bug(line, rest.substr(std::min(rest.find_first_not_of(' '), rest.size())), expectation.bugs);
  });
  return says ? std::optional(expectation) : std::nullopt;
}

}  // namespace

std::optional<Expectation> expectation_of(std::string_view text, const std::string& file, std::string_view kind,
                                          const std::string& model) {
  return kind == "litmus" ? of_litmus(text, file, model) : of_go(text, file);
}

}  // namespace graphfuzz
