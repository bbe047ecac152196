// An execution as a listing: what a person reads to understand a bug.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/program/place.hpp"
#include "graphfuzz/report/text.hpp"
#include "report/campaign_lines.hpp"
#include "report/rows.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kWidest = 120;       // beyond this, lanes get no columns of their own
constexpr std::size_t kRemarkColumn = 44;  // where remarks are then
constexpr std::size_t kColumnGap = 3;

/// Programs choose their texts themselves: what would begin a new line, or command the terminal, is a blank.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

struct Files {
  std::string main;  ///< that most of the rows are in; the first of several
  bool others;       ///< some rows are in lines of others
};

Files files_of(const Story& story) {
  std::map<std::string, std::size_t> rows;
  std::string most;
  for (const Story::Row& row : story.rows) {
    if (row.place.empty()) continue;
    std::string file = parse_place(row.place).file;
    if (most.empty()) most = file;
    if (++rows[file] > rows[most]) most = std::move(file);
  }
  const bool others = std::any_of(story.rows.begin(), story.rows.end(), [&](const Story::Row& row) {
    const Place place = parse_place(row.place);
    return place.line != 0 && place.file != most;
  });
  return {most, others};
}

/// "12: send c0", as the listing goes with the `main` file; "context.go:119: make c0" of any other.
std::string cell(const Story::Row& row, const std::string& main) {
  if (row.place.empty()) return one_line(row.text);
  const Place place = parse_place(row.place);
  const bool line_alone = place.line != 0 && place.file == main;
  return one_line(fmt::format("{}: {}", line_alone ? fmt::format("{}", place.line) : to_text(place), row.text));
}

std::string counts(const Difficulty& difficulty) {
  return fmt::format("{}, {}, {}", plural(difficulty.events, "event"), plural(difficulty.surprises, "surprise"),
                     plural(difficulty.switches, "switch", "es"));
}

/// "example.com/m/pool.(*Pool).run" is "pool.(*Pool).run". Types that a generic function is of may have paths, too.
std::string without_path(const std::string& function) {
  const std::size_t end = std::min(function.find('['), function.size());
  const std::size_t slash = function.substr(0, end).rfind('/');
  return slash == function.npos ? function : function.substr(slash + 1);
}

}  // namespace

// A surprise is what nobody sees who thinks of threads that take turns.
std::string minimised_line(const Minimised& minimised, unsigned margin) {
  const std::string blanks(margin, ' ');
  if (minimised.bug.empty()) return blanks + "Minimised: nothing, as there is no bug to be kept\n";
  return fmt::format("{}Minimised from {} to {}, by {}{}\n", blanks, counts(minimised.before), counts(minimised.after),
                     plural(minimised.executions, "execution"),
                     minimised.all_tried ? "" : ", which were not all that there are to be tried");
}

std::string stack_lines(const Finding& finding) {
  constexpr std::size_t kMostStacks = 8, kMostFrames = 20;
  // The place alone is in the message.
  const Stack* const first = finding.stacks.empty() ? nullptr : &finding.stacks.front();
  if (finding.stacks.size() == 1 && first->frames.size() <= 1 && first->functions.empty()) return {};
  std::string text;
  for (const Stack& stack : std::span(finding.stacks).first(std::min(finding.stacks.size(), kMostStacks))) {
    text += fmt::format("  {}{}", stack.what, stack.frames.empty() ? "" : ": ");
    for (std::size_t i = 0; i < std::min(stack.frames.size(), kMostFrames); ++i) {
      text += i == 0 ? "" : i == 1 ? ", called from " : ", ";
      text += one_line(to_text(stack.frames[i]));
      if (i < stack.functions.size()) text += fmt::format(" ({})", one_line(without_path(stack.functions[i])));
    }
    text += stack.frames.size() > kMostFrames ? ", …\n" : "\n";
  }
  if (finding.stacks.size() > kMostStacks) {
    text += fmt::format("  (and {} more)\n", plural(finding.stacks.size() - kMostStacks, "stack"));
  }
  return text;
}

std::string output_lines(const std::string& output, const std::string& differs, unsigned margin, std::size_t most) {
  const std::string blanks(margin, ' ');
  std::string text;
  if (!differs.empty()) text += blanks + "It does not repeat: " + one_line(differs) + '\n';
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    lines.push_back(one_line(output.substr(begin, end - begin)));
    begin = end + 1;
  }
  const std::size_t first = lines.size() > most ? lines.size() - most : 0;
  if (!lines.empty()) text += blanks + "Output of the program:\n";
  if (first > 0) text += fmt::format("{}({} lines before these are left out)\n", blanks, first);
  for (std::size_t i = first; i < lines.size(); ++i) {
    text += blanks + "  | " + lines[i];
    end_line(text);
  }
  return text;
}

std::string listing(const Story& story, unsigned indent, std::size_t most) {
  const std::string margin(indent, ' ');
  const std::size_t count = story.rows.size();
  const std::size_t first = count > most ? count - most : 0;
  const auto [main, others] = files_of(story);
  const std::size_t digits =
      std::max<std::size_t>(2, fmt::formatted_size("{}", count == 0 ? 0 : story.number(count - 1)));
  std::vector<std::size_t> widths;
  for (const std::string& lane : story.lanes) widths.push_back(std::max<std::size_t>(4, width(lane)));
  for (std::size_t i = first; i < count; ++i) {
    const Story::Row& row = story.rows[i];
    if (!row.wide) widths[row.lane] = std::max(widths[row.lane], width(cell(row, main)));
  }
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), kColumnGap * widths.size());
  const bool columns = total <= kWidest;

  std::string text;
  if (!story.before.empty()) text += margin + one_line(story.before) + '\n';
  if (others) text += fmt::format("{}lines without a file are of {}\n", margin, one_line(main));
  if (first > 0) text += fmt::format("{}({} events before these are left out)\n", margin, first);
  if (columns && count > 0) {
    text += margin + std::string(digits, ' ');
    for (std::size_t lane = 0; lane < widths.size(); ++lane) {
      const std::string& name = story.lanes[lane];
      text += std::string(kColumnGap, ' ') + name + std::string(widths[lane] - width(name), ' ');
    }
    end_line(text);
  }
  for (std::size_t i = first; i < count; ++i) {
    const Story::Row& row = story.rows[i];
    std::string line;
    for (std::size_t lane = 0; columns && lane < row.lane; ++lane) line.append(widths[lane] + kColumnGap, ' ');
    if (!columns) line = story.lanes[row.lane] + ": ";
    line += cell(row, main);
    if (!row.remark.empty()) {
      const std::size_t column = columns ? total : kRemarkColumn;
      const std::size_t used = width(line);
      line.append(column > used ? column - used : 2, ' ');
      line += one_line(row.remark);
    }
    text += fmt::format("{}{:>{}}{}{}", margin, story.number(i), digits, std::string(kColumnGap, ' '), line);
    end_line(text);
  }
  if (!story.after.empty()) text += margin + one_line(story.after) + '\n';
  if (story.left_out > 0) {
    const bool one = story.left_out == 1;
    text += fmt::format("{}({} more {} not lead to this: --whole)\n", margin, story.left_out,
                        one ? "event does" : "events do");
  }
  return text;
}

}  // namespace graphfuzz
