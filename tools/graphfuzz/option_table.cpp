#include "option_table.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "graphfuzz/store/writer.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr int kTableVersion = 1;

/// What one_of and memory_model call themselves.
std::vector<std::string> words_of(CLI::Option& option) {
  std::vector<std::string> words;
  for (int i = 0;; ++i) {
    try {
      std::string_view name = option.get_validator(i)->get_name();
      if (!name.starts_with(kWordsMark)) continue;
      name.remove_prefix(kWordsMark.size());
      while (!name.empty()) {
        const std::size_t end = std::min(name.find('|'), name.size());
        words.emplace_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
      }
    } catch (const CLI::OptionNotFound&) {  // after the last one
      return words;
    }
  }
}

void describe(CLI::Option& option, store::Writer& out) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  out.begin_object();
  out.key("names").values(names);
  const bool takes_value = option.get_items_expected_max() > 0;
  out.field("positional", option.get_positional());
  out.field("required", option.get_required());
  out.key("value");
  if (option.get_positional()) {
    out.value(option.get_name(true));
  } else if (takes_value) {
    out.value(option.get_type_name());
  } else {
    out.null();
  }
  out.field("several", takes_value && (option.get_delimiter() != '\0' || option.get_expected_max() > 1));
  out.field("default", takes_value ? option.get_default_str() : std::string());
  out.field("group", option.get_group()).field("text", option.get_description());
  out.key("words").values(words_of(option));
  out.end_object();
}

}  // namespace

std::string option_table(CLI::App& app) {
  store::Writer out = store::Writer::json();
  out.begin_object().field("format", "graphfuzz option table").field("version", kTableVersion);
  out.field("name", app.get_name()).field("description", app.get_description()).field("footer", app.get_footer());
  out.key("options").begin_array();
  for (CLI::Option* const option : app.get_options({})) {
    if (!option->get_group().empty()) describe(*option, out);  // others are not for people
  }
  out.end_array().end_object();
  std::string text = out.finish();
  text.pop_back();  // CLI11 ends the line
  return text;
}

void define_option_table(CLI::App& app) {
  app.add_flag_callback("--describe-options", [&app] { throw CLI::CallForVersion(option_table(app), 0); })
      ->configurable(false)
      ->group("");
}

}  // namespace graphfuzz::cli
