#include "frontend/real_go/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <system_error>

#include "frontend/native/build/process.hpp"
#include "frontend/real_go/kept.hpp"
#include "frontend/real_go/lengths.hpp"
#include "frontend/real_go/patches.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/compiler.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::real_go {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;

/// Calls of atomic operations are to be calls in the user's packages; those of the standard library are what they were.
/// Of accesses to plain memory the compiler's own instrumentation tells, in what belongs to the user, and in packages
/// of the standard library that hold what is the user's and have no locks.
/// What runs freely has Go's own detector of races.
std::vector<std::string> compiler_flags(const BuildOptions& options) {
  constexpr const char* kCalls = "-d=ssa/intrinsics/off";
  if (options.free && options.races) return {"-race"};
  if (!options.races)
    return {fmt::format("-gcflags=all={}", kCalls), "-gcflags=std=", fmt::format("-gcflags=sync/atomic={}", kCalls)};
  std::vector<std::string> flags = {fmt::format("-gcflags=all=-race {}", kCalls), "-gcflags=std="};
  for (const char* package : {"sync/atomic", "sync", "context"}) {
    flags.push_back(fmt::format("-gcflags={}={}", package, kCalls));
  }
  for (const char* package : {"bytes", "strings", "bufio", "container/heap", "container/list", "container/ring"}) {
    flags.push_back(fmt::format("-gcflags={}=-race", package));
  }
  return flags;
}

}  // namespace

fs::path kept_in(const fs::path& cache, const std::string& hash) { return cache / (hash + ".test"); }

std::string find_tool(const std::string& name) {
  std::string file = native::in_path(name);
  if (file.empty()) {
    throw BuildError(fmt::format("{}: there is no such program: Go's toolchain is needed (Debian: golang-go)", name));
  }
  return file;
}

std::string run_tool(const std::vector<std::string>& words) {
  try {
    native::Process process(words);
    if (process.wait()) return process.output();
    std::string what = process.errors();
    if (what.empty()) what = process.output();
    what = what.empty() ? ", and it wrote nothing" : '\n' + what;
    throw BuildError(fmt::format("{}: {}{}", fmt::join(words, " "), process.ending(), what));
  } catch (const native::BuildError& e) {
    throw BuildError(e.what());
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

std::string toolchain_setting(const std::string& name) {
  if (const std::string go = native::in_path(BuildOptions().go); !go.empty()) {
    const std::vector<std::string> lines = lines_of(run_tool({go, "env", "-json=false", name}));
    return lines.empty() ? std::string() : lines.front();
  }
  const char* const variable = std::getenv(name.c_str());
  return variable == nullptr ? "" : variable;
}

Toolchain::Toolchain(const BuildOptions& options)
    : options_(options),
      go_(find_tool(options.go)),
      cache_(options.cache.empty() ? default_cache() : options.cache / "go") {
  const std::vector<std::string> facts = lines_of(run_tool({go_, "env", "GOROOT", "GOVERSION"}));
  if (facts.size() != 2) throw BuildError(go_ + " env: expected GOROOT and GOVERSION");
  root_ = facts[0];
  version_ = facts[1];
  make_overlay();
}

std::string Toolchain::tags() const {
  if (options_.free) return options_.tags;
  return "faketime" + (options_.tags.empty() ? "" : "," + options_.tags);
}

/// Of all commands that look at packages as they are built.
std::vector<std::string> Toolchain::flags() const {
  std::vector<std::string> words = {"-overlay", overlay_.string(), "-tags", tags()};
  const std::vector<std::string> instrumentation = compiler_flags(options_);
  words.insert(words.end(), instrumentation.begin(), instrumentation.end());
  words.insert(words.end(), options_.flags.begin(), options_.flags.end());
  return words;
}

std::vector<std::string> Toolchain::list(const std::string& format, const std::vector<std::string>& patterns) const {
  std::vector<std::string> command = {go_, "list", "-tags", tags(), "-f", format};
  command.insert(command.end(), options_.flags.begin(), options_.flags.end());
  command.insert(command.end(), patterns.begin(), patterns.end());
  return lines_of(run_tool(command));
}

std::string Toolchain::build(std::vector<std::string> command, const std::vector<std::string>& patterns,
                             const std::string& folder) const {
  const std::string overlay = overlay_.lexically_relative(cache_).string();
  const store::Hash128 key =
      store::hash128(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", fmt::join(patterns, "\n"), overlay,
                                 fmt::join(options_.flags, "\n"), folder, options_.races, options_.tags));
  const fs::path file = cache_ / fmt::format("{:016x}{:016x}.last", key.high, key.low);
  command.insert(command.end(), {"-o", file.string()});
  const std::vector<std::string> more = flags();
  command.insert(command.end(), more.begin(), more.end());
  command.insert(command.end(), patterns.begin(), patterns.end());
  run_tool(command);
  return keep(file, cache_, options_.most_kept);
}

void Toolchain::look_for_lengths(const std::vector<std::string>& patterns, bool tests) {
  if (options_.free) return;
  std::vector<std::string> command = {go_, "list", "-e", "-export", "-deps", "-json"};
  if (tests) command.push_back("-test");
  const std::vector<std::string> more = flags();
  command.insert(command.end(), more.begin(), more.end());
  command.insert(command.end(), patterns.begin(), patterns.end());
  Lengths lengths;
  try {
    lengths = lengths_in(go_, version_, cache_, command);
  } catch (const BuildError&) {
    // What cannot be built is told when it is.
    unseen_ = "len of a channel is no point: the packages could not be looked at";
    return;
  }
  if (!lengths.unseen.empty()) {
    unseen_ = fmt::format("len of a channel may be no point in what could not be looked at: {}",
                          fmt::join(lengths.unseen, ", "));
  }
  if (lengths.copies.empty()) return;
  std::string replaced = replaced_;
  for (const auto& [file, copy] : lengths.copies) replaced += fmt::format(",\n\"{}\": \"{}\"", file, copy);
  write_overlay(replaced);
}

/// Copies with the patches, and the list of what they stand for.
void Toolchain::make_overlay() {
  std::map<std::string, std::string> files;
  std::string all = root_ + version_;
  const Edition edition = options_.free ? recording(options_.races) : control();
  for (const std::string& file : files_of(edition)) {
    const std::string original = root_ + "/src/" + file;
    try {
      files[file] = patched(edition, file, store::read_file(original, kLargestFile), original);
    } catch (const PatchError& e) {
      throw BuildError(fmt::format("{} ({})", e.what(), version_));
    }
  }
  const auto read = [&](std::string_view file) {
    const std::string path = fmt::format("{}/src/{}", root_, file);
    return fs::exists(path) ? store::read_file(path, kLargestFile) : std::string();
  };
  for (const OwnFile& own : edition.own_files) files[std::string(own.file)] = varied(edition, own, read);
  for (const auto& [file, text] : files) all += '\n' + file + '\n' + text;
  const store::Hash128 key = store::hash128(all);
  const fs::path folder = cache_ / fmt::format("overlay-{:016x}{:016x}", key.high, key.low);
  for (const auto& [file, text] : files) {
    const fs::path copy = folder / file;
    replaced_ += fmt::format("{}\"{}/src/{}\": \"{}\"", replaced_.empty() ? "" : ",\n", root_, file, copy.string());
    if (fs::exists(folder / "overlay.json")) continue;
    fs::create_directories(copy.parent_path());
    store::write_file(copy, text);
  }
  overlay_ = folder / "overlay.json";
  if (!fs::exists(overlay_)) store::write_file(overlay_, "{\"Replace\": {\n" + replaced_ + "\n}}\n");
}

void Toolchain::write_overlay(const std::string& replacements) {
  std::string named = replacements;  // wherever the cache is
  for (std::size_t at = 0; (at = named.find(cache_.string(), at)) != named.npos;)
    named.erase(at, cache_.string().size());
  const store::Hash128 key = store::hash128(named);
  overlay_ = cache_ / fmt::format("overlay-{:016x}{:016x}.json", key.high, key.low);
  if (!fs::exists(overlay_)) store::write_file(overlay_, "{\"Replace\": {\n" + replacements + "\n}}\n");
  std::error_code ignored;
  fs::last_write_time(overlay_, fs::file_time_type::clock::now(), ignored);  // what is used is kept
}

}  // namespace graphfuzz::real_go
