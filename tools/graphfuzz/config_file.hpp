// What a configuration file says, checked against the options that there are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graphfuzz::cli {

/// Checks every line of the text of a configuration file (ini or toml; `name` is for messages): is its key an option of
/// `app`, and is its value one that the option takes? Throws UserError, "NAME:LINE: …" with what was expected.
void check_config(CLI::App& app, const std::string& text, const std::string& name);

}  // namespace graphfuzz::cli
