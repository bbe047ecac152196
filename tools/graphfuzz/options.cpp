#include "options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "command_line.hpp"
#include "config_file.hpp"
#include "counts.hpp"
#include "durations.hpp"
#include "graphfuzz/graph/spelling.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "option_table.hpp"

namespace graphfuzz::cli {

const std::vector<std::string> kColourChoices = {"auto", "always", "never"};

CLI::Validator whole(std::uint64_t least, std::uint64_t greatest) {
  const auto check = [=](std::string& text) -> std::string {
    const std::optional<std::uint64_t> value = parse_count(text);
    if (value && *value >= least && *value <= greatest) {
      text = fmt::format("{}", *value);
      return {};
    }
    const std::string range = greatest == std::numeric_limits<std::uint64_t>::max()
                                  ? fmt::format("of at least {}", least)
                                  : fmt::format("from {} to {}", least, greatest);
    return fmt::format("expected a whole number {} (10k, 1e4 and 10_000 will do), found '{}'", range, text);
  };
  return {check, ""};
}

CLI::Validator weight() {
  const auto check = [](std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && value >= 0 && value <= std::numeric_limits<double>::max()) return {};
    return fmt::format("expected a number that is not negative, found '{}'", text);
  };
  return {check, ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string name = fmt::format("{}{}", kWordsMark, fmt::join(words, "|"));
  const auto check = [words = std::move(words)](std::string& text) -> std::string {
    const auto word = std::find_if(words.begin(), words.end(), [&](auto& w) { return same_letters(w, text); });
    if (word == words.end()) {
      return fmt::format("expected one of {}, found '{}'{}", fmt::join(words, ", "), text, did_you_mean(text, words));
    }
    text = *word;
    return {};
  };
  return {check, "", name};
}

CLI::Validator duration() {
  const auto check = [](std::string& text) -> std::string {
    if (parse_duration(text)) return {};
    return fmt::format("expected a duration such as 60s, 5m or 1h, found '{}'", text);
  };
  return {check, ""};
}

CLI::Validator memory_model() {
  const auto check = [](std::string& text) -> std::string {
    std::vector<std::string> names;
    for (const ModelInfo& model : registered_models()) {
      if (same_letters(model.name, text)) text = model.name;
      names.emplace_back(model.name);
    }
    try {
      static_cast<void>(make_model(text));
      return {};
    } catch (const std::invalid_argument& e) {
      return e.what() + (text.ends_with(".cat") ? "" : did_you_mean(text, names));
    }
  };
  std::vector<std::string_view> names;
  for (const ModelInfo& model : registered_models()) names.push_back(model.name);
  return {check, "", fmt::format("{}{}", kWordsMark, fmt::join(names, "|"))};
}

bool wants_colour(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  const char* const no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const char* const term = std::getenv("TERM");
  const bool plain =
      (no_color != nullptr && *no_color != '\0') || (term != nullptr && std::string_view(term) == "dumb");
  return !plain && isatty(STDOUT_FILENO) == 1;
}

std::string model_help(const std::string& head) {
  std::string text = head;
  for (const ModelInfo& model : registered_models()) text += fmt::format("\n  {}: {}", model.name, model.description);
  return text;
}

void prepare(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this and exit")->group("General");
  app.get_formatter()->column_width(36);
  define_option_table(app);
}

namespace {

constexpr std::size_t kLargestConfig = 64 << 10;

/// Whatever names a file or a folder names one.
void refuse_empty_names(CLI::App& app) {
  const auto check = [](std::string& text) -> std::string {
    return text.empty() ? "expected the name of a file or folder, found ''" : "";
  };
  for (CLI::Option* const option : app.get_options({})) {
    const std::string type = option->get_type_name();
    if (type == "FILE" || type == "DIR" || type == "RESULT") option->check(CLI::Validator(check, ""));
  }
}

/// What to say of an option that there is not, if there is one among the arguments; "" otherwise.
std::string unknown_option(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options({})) {
    if (option->get_group().empty()) continue;  // not for people
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  for (const std::string& argument : app.remaining()) {
    if (argument.size() < 2 || argument[0] != '-') continue;
    const std::string option = argument.substr(0, argument.find('='));
    const std::string word = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    return fmt::format("there is no option '{}'{}", option, word.size() > 1 ? did_you_mean(word, names, "--") : "");
  }
  return "";
}

}  // namespace

void read_config(CLI::App& app, std::string_view text, const std::string& file) {
  constexpr std::size_t kLongestLine = 4 << 10;  // CLI11's time is quadratic in the depth of a section
  std::istringstream lines{std::string(text)};
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (line.size() <= kLongestLine && line.find('\0') == std::string::npos) continue;
    throw UserError(fmt::format("{}:{}: expected a line of text of at most {} bytes, found something else", file,
                                number, kLongestLine));
  }
  check_config(app, std::string(text), file);
  lines = std::istringstream{std::string(text)};
  try {
    app.parse_from_stream(lines);  // which leaves alone what the command line says
  } catch (const CLI::ParseError& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  }
}

std::vector<std::size_t> places_of_inputs(const CLI::App& app, const std::vector<std::string>& words) {
  const auto takes_value = [&](const std::string& name) {
    const CLI::Option* const option = app.get_option_no_throw(name);
    return option != nullptr && option->get_items_expected_max() > 0;
  };
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      places.push_back(i);
    } else if (word[1] == '-') {
      if (word.find('=') == std::string::npos && takes_value(word)) ++i;
    } else {
      // -qn 5, -qn5: the first that takes a value has the rest, or what follows.
      std::size_t letter = 1;
      while (letter < word.size() && !takes_value({'-', word[letter]})) ++letter;
      if (letter + 1 == word.size()) ++i;
    }
  }
  return places;
}

bool parse(CLI::App& app, int argc, const char* const* argv, std::string& text) {
  std::ostringstream out;
  std::ostringstream err;
  refuse_empty_names(app);
  try {
    app.parse(argc, argv);
    const CLI::Option* const config = app.get_option_no_throw("--config");
    if (config != nullptr && config->count() > 0) {
      const auto file = config->as<std::string>();
      read_config(app, store::read_text(file, kLargestConfig), file);
    }
  } catch (const CLI::Success& request) {
    app.exit(request, out, err);
    text = out.str();
    return false;
  } catch (const CLI::ParseError& e) {
    const std::string unknown = unknown_option(app);
    throw UserError(unknown.empty() ? e.what() : unknown);
  }
  return true;
}

}  // namespace graphfuzz::cli
