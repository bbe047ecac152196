#include "options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <sstream>

#include "command_line.hpp"
#include "durations.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz::cli {

const std::vector<std::string> kColourChoices = {"auto", "always", "never"};

CLI::Validator whole(std::uint64_t least, std::uint64_t greatest) {
  const auto check = [=](std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool number = error == std::errc{} && end == text.data() + text.size();
    if (number && value >= least && value <= greatest) return {};
    const std::string range = greatest == std::numeric_limits<std::uint64_t>::max()
                                  ? fmt::format("of at least {}", least)
                                  : fmt::format("from {} to {}", least, greatest);
    return fmt::format("expected a whole number {}, found '{}'", range, text);
  };
  return {check, ""};
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
    try {
      static_cast<void>(make_model(text));
      return {};
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  return {check, ""};
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
}

bool parse(CLI::App& app, int argc, const char* const* argv, std::string& text) {
  std::ostringstream out;
  std::ostringstream err;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    app.exit(request, out, err);
    text = out.str();
    return false;
  } catch (const CLI::ParseError& e) {
    throw UserError(e.what());
  }
  return true;
}

}  // namespace graphfuzz::cli
