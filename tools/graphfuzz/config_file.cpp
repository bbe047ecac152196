#include "config_file.hpp"

#include <fmt/format.h>

#include <sstream>

#include "command_line.hpp"
#include "graphfuzz/graph/spelling.hpp"

namespace graphfuzz::cli {
namespace {

std::vector<std::string> keys(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options({})) {
    if (!option->get_configurable()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

CLI::Option* find_option(CLI::App& app, const std::string& key) {
  CLI::Option* option = app.get_option_no_throw("--" + key);
  if (option == nullptr && key.size() == 1) option = app.get_option_no_throw("-" + key);
  return option == nullptr ? app.get_option_no_throw(key) : option;
}

/// What is wrong with a value of an option; "" if nothing is.
std::string complaint(CLI::Option& option, const std::string& value) {
  if (option.get_expected_min() == 0) {
    try {
      static_cast<void>(CLI::detail::to_flag_value(value));
      return "";
    } catch (const std::exception&) {
      return fmt::format("expected true or false, found '{}'", value);
    }
  }
  // Options tell how many validators they have by throwing for the first that there is not.
  for (int i = 0;; ++i) {
    const CLI::Validator* validator = nullptr;
    try {
      validator = option.get_validator(i);
    } catch (const CLI::OptionNotFound&) {
      return "";
    }
    std::string copy = value;
    if (std::string error = (*validator)(copy); !error.empty()) return error;
  }
}

void check_item(CLI::App& app, const CLI::ConfigItem& item) {
  CLI::Option* const option = item.parents.empty() ? find_option(app, item.name) : nullptr;
  if (option == nullptr || !option->get_configurable()) {
    throw UserError(fmt::format("expected the name of an option, as in 'executions = 1000', found '{}'{}",
                                item.fullname(), did_you_mean(item.name, keys(app))));
  }
  const char delimiter = option->get_delimiter();
  for (const std::string& input : item.inputs) {
    for (const std::string& value : delimiter != '\0' ? CLI::detail::split(input, delimiter) : std::vector{input}) {
      if (const std::string error = complaint(*option, value); !error.empty()) {
        throw UserError(fmt::format("{}: {}", item.name, error));
      }
    }
  }
  if (option->get_expected_max() <= 1 && item.inputs.size() != 1) {
    throw UserError(fmt::format("{}: expected one value, found {}", item.name, item.inputs.size()));
  }
}

}  // namespace

void check_config(CLI::App& app, const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; ++number, std::getline(lines, line);) {
    const std::size_t first = number;
    const std::string trimmed = CLI::detail::trim_copy(line);
    const bool comment = trimmed.empty() || trimmed[0] == '#' || trimmed[0] == ';';
    if (comment || CLI::detail::to_lower(trimmed) == "[default]") continue;
    // A list may go on over several lines.
    const std::size_t equals = trimmed.find('=');
    const std::size_t open = equals == std::string::npos ? equals : trimmed.find_first_not_of(" \t", equals + 1);
    if (open != std::string::npos && trimmed[open] == '[') {
      for (std::string next; line.find(']') == std::string::npos && std::getline(lines, next); ++number) {
        line += '\n' + next;
      }
    }
    try {
      if (trimmed[0] == '[') throw UserError("expected 'option = value', found a section, of which there are none");
      if (equals == 0 || equals + 1 == trimmed.size()) throw UserError("expected 'option = value'");
      std::istringstream one(line);
      const std::vector<CLI::ConfigItem> items = CLI::ConfigTOML().from_config(one);
      if (items.empty()) throw UserError(fmt::format("expected 'option = value', found '{}'", trimmed));
      for (const CLI::ConfigItem& item : items) check_item(app, item);
    } catch (const UserError& e) {
      throw UserError(fmt::format("{}:{}: {}", name, first, e.what()));
    }
  }
}

}  // namespace graphfuzz::cli
