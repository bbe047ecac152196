#include "graphfuzz/frontend/program_parts.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

bool holds(const ProgramPart::Span& outer, const ProgramPart::Span& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool is_blank_line(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Without gaps; indented as it was before some of it went.
std::string closed_up(std::string_view before, std::string_view line) {
  constexpr std::string_view kIndentation = " \t";
  const std::size_t indented = std::min(before.find_first_not_of(kIndentation), before.size());
  std::string result(before.substr(0, indented));
  for (std::size_t i = std::min(line.find_first_not_of(kIndentation), line.size()); i < line.size(); ++i) {
    if (line[i] == ' ' && (result.ends_with(' ') || result.ends_with('('))) continue;
    if ((line[i] == ')' || line[i] == ',' || line[i] == ';') && result.size() > indented && result.back() == ' ') {
      result.pop_back();
    }
    result += line[i];
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

}  // namespace

bool ProgramParts::within(std::size_t inner, std::size_t outer) const {
  return std::ranges::all_of(parts[inner].spans, [&](const ProgramPart::Span& span) {
    return std::ranges::any_of(parts[outer].spans, [&](const auto& other) { return holds(other, span); });
  });
}

std::vector<unsigned> thread_numbers(const ProgramParts& parts, const std::vector<bool>& gone) {
  std::vector<unsigned> numbers;
  unsigned next = 0;
  for (const std::size_t part : parts.thread_parts) numbers.push_back(gone[part] ? kGoneThread : next++);
  return numbers;
}

std::string without(const ProgramParts& parts, const std::vector<bool>& gone) {
  std::string text = parts.text;
  std::vector<bool> blank(text.size(), false);
  const auto blank_out = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      blank[i] = true;
      if (text[i] != '\n') text[i] = ' ';
    }
  };
  for (const ProgramParts::Separator& separator : parts.separators) {
    bool needed = false;
    for (std::size_t i = separator.after + 1; !gone[separator.after] && i < parts.parts.size(); ++i) {
      needed |= !gone[i] && parts.parts[i].group == parts.parts[separator.after].group;
    }
    if (!needed) blank_out(separator.offset, separator.offset + 1);
  }
  for (std::size_t i = 0; i < parts.parts.size(); ++i) {
    if (!gone[i]) continue;
    for (const ProgramPart::Span& span : parts.parts[i].spans) blank_out(span.begin, span.end);
  }
  // Within something else that is gone, nothing is needed.
  for (std::size_t i = 0; i < parts.parts.size(); ++i) {
    if (!gone[i] || !parts.parts[i].leaves_empty) continue;
    bool needed = true;
    for (std::size_t j = 0; j < i && needed; ++j) needed = !(gone[j] && parts.within(i, j));
    if (needed) text[parts.parts[i].spans.front().begin] = ';';
  }
  const std::vector<unsigned> numbers = thread_numbers(parts, gone);
  std::string result;
  std::size_t copied = 0;
  for (const ProgramParts::ThreadNumber& number : parts.numbers) {
    if (blank[number.begin] || number.thread >= numbers.size()) continue;
    result.append(text, copied, number.begin - copied);
    result += std::to_string(numbers[number.thread]);
    copied = number.end;
  }
  return result.append(text, copied);
}

std::string tidied(std::string_view before, std::string_view blanked, std::vector<unsigned>& lines) {
  lines.clear();
  std::string result;
  unsigned next = 1;
  bool last_blank = true;
  while (!blanked.empty()) {
    const auto take = [](std::string_view& text) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      return line;
    };
    const std::string_view line = take(blanked);
    const std::string_view line_before = take(before);
    const bool changed = line_before != line;
    const bool blank = is_blank_line(line);
    if (blank && (changed || last_blank)) {
      lines.push_back(0);
      continue;
    }
    last_blank = blank;
    lines.push_back(next++);
    result += (changed ? closed_up(line_before, line) : std::string(line)) + '\n';
  }
  return result;
}

}  // namespace graphfuzz
