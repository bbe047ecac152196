#include "graphfuzz/fuzz/go/campaign_state.hpp"

#include <utility>

#include "graphfuzz/store/atomic_file.hpp"

namespace graphfuzz::go {
namespace {

using store::FileError;
using store::Folder;

constexpr const char* kState = "state.json";
constexpr const char* kLock = "lock";
constexpr const char* kInputs = "inputs";
constexpr const char* kTraces = "traces";
constexpr const char* kTrace = "trace";

/// The folder, locked: a new one, or one of ours.
Folder held(const std::filesystem::path& path) {
  Folder root = Folder::make(path);
  if (!root.has(kLock) && !root.has(kState)) {
    for (const char* const name : {kInputs, kTraces}) {  // in which folders are going to be removed
      if (!root.has(name)) continue;
      throw FileError(root.path() / name, "expected a new folder, or one that a campaign has made, found this in it");
    }
  }
  if (!root.lock(kLock)) throw FileError(root.path(), "in use by another process");
  return root;
}

bool is_number(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

void write_files(const Folder& folder, const StateFolder::Files& files) {
  for (const auto& [name, text] : files) folder.write_file(name, text);
}

}  // namespace

std::string trace_place(std::uint64_t run) { return std::string(kTraces) + '/' + std::to_string(run) + '/' + kTrace; }

StateFolder::StateFolder(const std::filesystem::path& path)
    : root_(held(path)), inputs_(root_.make_folder(kInputs)), traces_(root_.make_folder(kTraces)) {
  root_.remove_unfinished(kState);
}

std::filesystem::path StateFolder::file() const { return root_.path() / kState; }

bool StateFolder::has_state() const { return root_.has(kState); }

CampaignState StateFolder::load() const { return from_json(root_.read_file(kState, kLargestState), file()); }

void StateFolder::save(const CampaignState& state) const { root_.write_file(kState, to_json(state)); }

void StateFolder::keep_trace(std::uint64_t run, const Files& files) const {
  const std::string name = std::to_string(run);
  traces_.remove(name);  // of a call that was killed
  write_files(traces_.make_folder(name).make_folder(kTrace), files);
}

StateFolder::Files StateFolder::kept_trace(std::uint64_t run, std::size_t most_bytes) const {
  const Folder place = traces_.folder(std::to_string(run));
  Files files;
  const auto read = [&](const Folder& folder, const std::string& name) {
    files[name] = folder.read_file(name, most_bytes);
    most_bytes -= files[name].size();
  };
  for (const std::string& name : place.names()) {
    if (!place.is_folder(name)) {
      read(place, name);  // version 0.1 kept a file by itself like this
      continue;
    }
    const Folder trace = place.folder(name);
    for (const std::string& file : trace.names()) {
      if (!trace.is_folder(file)) read(trace, file);
    }
  }
  return files;
}

void StateFolder::forget_traces(const std::set<std::uint64_t>& needed) const {
  std::set<std::string> kept;
  for (const std::uint64_t run : needed) kept.insert(std::to_string(run));
  for (const std::string& name : traces_.names()) {
    if (is_number(name) && !kept.contains(name)) traces_.remove(name);
  }
}

std::filesystem::path StateFolder::write_input(std::uint64_t id, const Files& files) const {
  const std::string name = std::to_string(id);
  inputs_.remove(name);  // of a call that was killed
  write_files(inputs_.make_folder(name), files);
  return inputs_.path() / name;
}

}  // namespace graphfuzz::go
