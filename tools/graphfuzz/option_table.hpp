// The option table of a command as JSON: what man pages and completions are written from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graphfuzz::cli {

/// What `--describe-options` of a command prints (tools/manual reads it): the name of the command, what it does, what
/// is below its options in --help, and each of its options that are for people: names, value, default, group, text, and
/// the words that it may be, if it is one of some words.
std::string option_table(CLI::App& app);

/// Defines --describe-options, which is not for people.
void define_option_table(CLI::App& app);

}  // namespace graphfuzz::cli
