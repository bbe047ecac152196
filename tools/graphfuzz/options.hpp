// What the command lines of all commands have in common: how options are checked, and how arguments are parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::cli {

// Those that also put right what is written are to be given to `transform`, not to `check`.

/// A number that is not negative.
CLI::Validator weight();
/// A whole number in a range, as parse_count reads it, which becomes plain digits.
CLI::Validator whole(std::uint64_t least, std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max());
/// See parse_duration.
CLI::Validator duration();
/// One of these words, in capital letters or not, which becomes the word itself.
CLI::Validator one_of(std::vector<std::string> words);
/// What the names of validators that know all words begin with; the words follow, with bars between them.
inline constexpr std::string_view kWordsMark = "words:";
/// The name of a memory model that there is, in capital letters or not, or a .cat file without mistakes.
CLI::Validator memory_model();

/// The values of --color, and whether one means colours here and now.
extern const std::vector<std::string> kColourChoices;
bool wants_colour(const std::string& choice);

/// "NAME: DESCRIPTION" of every model, one a line, below `head`.
std::string model_help(const std::string& head);

/// Sets what is the same for every command: --help, the width of the help.
void prepare(CLI::App& app);
/// Takes the options that were not given from the text of a configuration file. Throws UserError.
void read_config(CLI::App& app, std::string_view text, const std::string& file);
/// Which of the words of a command line that `app` has parsed are no options, and no values of options.
std::vector<std::size_t> places_of_inputs(const CLI::App& app, const std::vector<std::string>& words);
/// Parses the arguments, and reads the file that --config names. False if there is text to print instead of doing
/// anything. Throws UserError.
bool parse(CLI::App& app, int argc, const char* const* argv, std::string& text);

}  // namespace graphfuzz::cli
