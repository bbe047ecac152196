#include "graphfuzz/store/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/store/atomic_file.hpp"
#include "store/json_text.hpp"

namespace graphfuzz::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// "" if it cannot be read.
std::string text_of(const fs::path& file) {
  try {
    return read_file(file, std::size_t{1} << 24);
  } catch (const FileError&) {
    return "";
  }
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// The number that the text begins with, after blanks.
std::optional<std::uint64_t> number_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// A hierarchy of control groups, as /proc/self/mountinfo has it: where it is, and which group is seen there.
struct Mount {
  fs::path at;
  fs::path group;
};

std::optional<Mount> find_mount(const std::string& mounts, std::string_view type, std::string_view controller) {
  for (const std::string_view line : split(mounts, '\n')) {
    // "36 35 98:0 /group /where options tags… - type source options", proc(5)
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto before = split(line.substr(0, dash), ' '), after = split(line.substr(dash + 3), ' ');
    if (before.size() < 5 || after.size() < 3 || after[0] != type) continue;
    const auto controllers = split(after[2], ',');
    if (!controller.empty() && std::find(controllers.begin(), controllers.end(), controller) == controllers.end()) {
      continue;
    }
    return Mount{before[4], before[3]};
  }
  return std::nullopt;
}

/// The least of the limits of a group and those around it.
std::uint64_t limit_of(const fs::path& root, const Mount& mount, const fs::path& group, const char* file) {
  // In a container, the mount may begin at the group itself, or the group be told from there: "/../..".
  fs::path below = group.lexically_relative(mount.group);
  if (below.empty() || *below.begin() == "..") below = group.relative_path();
  std::uint64_t limit = kNoLimit;
  const fs::path top = root / mount.at.relative_path();
  for (fs::path at = below.lexically_normal();; at = at.parent_path()) {
    if (const auto bytes = number_in(text_of(top / at / file))) limit = std::min(limit, *bytes);
    if (at.empty() || at == "." || *at.begin() == "..") break;
  }
  return limit;
}

}  // namespace

std::uint64_t memory_limit(const fs::path& root) {
  std::uint64_t limit = kNoLimit;
  const std::string memory = text_of(root / "proc/meminfo");
  for (const std::string_view line : split(memory, '\n')) {
    constexpr std::string_view kTotal = "MemTotal:";
    if (!line.starts_with(kTotal)) continue;
    if (const auto kilobytes = number_in(line.substr(kTotal.size()))) limit = std::min(limit, *kilobytes * 1024);
  }
  const std::string mounts = text_of(root / "proc/self/mountinfo"), groups = text_of(root / "proc/self/cgroup");
  for (const std::string_view line : split(groups, '\n')) {
    // "0::/group" (version 2) or "4:memory,cpu:/group" (version 1), cgroups(7)
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const auto controllers = split(line.substr(first + 1, second - first - 1), ',');
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) {
      if (const auto mount = find_mount(mounts, "cgroup2", "")) {
        limit = std::min(
            {limit, limit_of(root, *mount, group, "memory.max"), limit_of(root, *mount, group, "memory.high")});
      }
    } else if (std::find(controllers.begin(), controllers.end(), "memory") != controllers.end()) {
      if (const auto mount = find_mount(mounts, "cgroup", "memory")) {
        limit = std::min(limit, limit_of(root, *mount, group, "memory.limit_in_bytes"));
      }
    }
  }
  return limit == kNoLimit ? 0 : limit;
}

std::uint64_t resident_memory() {
  const std::string text = text_of("/proc/self/statm");  // "total resident shared …", in pages
  const auto fields = split(text, ' ');
  const auto pages = fields.size() > 1 ? number_in(fields[1]) : std::nullopt;
  return pages.value_or(0) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_memory() {
  const std::string text = text_of("/proc/self/status");  // "VmHWM:      1234 kB"
  const std::size_t line = text.find("VmHWM:");
  if (line == std::string::npos) return 0;
  const std::size_t digits = text.find_first_of("0123456789", line);
  const std::size_t end = text.find_first_not_of("0123456789", digits);
  if (digits == std::string::npos || end == std::string::npos) return 0;
  return number_in(std::string_view(text).substr(digits, end - digits)).value_or(0) * 1024;
}

std::uint64_t parse_memory_size(std::string_view text) {
  const auto fail = [&](const char* problem) -> std::uint64_t {
    throw std::invalid_argument(
        fmt::format("expected a size such as 4096, 512M, 1.5GB or 2GiB, found {}{}", shown_text(text), problem));
  };
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string unit(text.substr(digits));
  std::transform(unit.begin(), unit.end(), unit.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  const std::size_t power = std::min<std::size_t>(std::string_view("bkmgt").find(unit.empty() ? 'b' : unit[0]), 5);
  const std::string_view rest = power == 0 ? std::string_view() : std::string_view(unit).substr(1);
  if (power > 4 || (power == 0 && unit.size() > 1) || (!rest.empty() && rest != "b" && rest != "ib")) return fail("");
  long double number = 0;
  const std::string_view figures = text.substr(0, digits);
  const std::size_t point = std::min(figures.find('.'), figures.size());
  if (point == 0 || point + 1 == figures.size() || figures.find('.', point + 1) != std::string_view::npos)
    return fail("");
  for (const char c : figures.substr(0, point)) number = number * 10 + (c - '0');
  long double place = 1;
  for (const char c : figures.substr(std::min(point + 1, figures.size()))) number += (place /= 10) * (c - '0');
  const long double bytes = number * std::pow(rest == "b" ? 1000.0L : 1024.0L, static_cast<long double>(power));
  if (bytes >= 0x1p63L) return fail(", which is too large");
  const auto result = static_cast<std::uint64_t>(std::floor(bytes + 1e-6L));
  return result == 0 && number > 0 ? fail(", which is less than a byte") : result;
}

}  // namespace graphfuzz::store
