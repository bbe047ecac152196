#include "frontend/real_go/patches.hpp"

#include <fmt/format.h>

#include <utility>

namespace graphfuzz::real_go {
namespace {

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

std::string with_all_replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace

std::set<std::string> files_of(const Edition& edition) {
  std::set<std::string> files;
  for (const Rewriting& rewriting : edition.rewritings) files.emplace(rewriting.file);
  for (const Patch& patch : edition.patches) files.emplace(patch.file);
  for (const Replacement& replacement : edition.replacements) files.emplace(replacement.file);
  return files;
}

std::string varied(const Edition& edition, const OwnFile& own,
                   const std::function<std::string(std::string_view)>& read) {
  std::string text(own.text);
  for (const Variation& variation : edition.variations) {
    if (variation.own != own.file || read(variation.file).find(variation.sign) == std::string::npos) continue;
    if (count(text, variation.what) != 1) {
      throw PatchError(fmt::format("{}: expected \"{}\" once", own.file, variation.what));
    }
    text = with_all_replaced(std::move(text), variation.what, variation.by);
  }
  return text;
}

std::string patched(const Edition& edition, std::string_view file, std::string text, const std::string& name) {
  for (const Replacement& replacement : edition.replacements) {
    if (replacement.file == file) text = with_all_replaced(std::move(text), replacement.what, replacement.by);
  }
  for (const Rewriting& rewriting : edition.rewritings) {
    if (rewriting.file == file) text = rewriting.rewrite(text, name);
  }
  // As lines, so that what a line begins with is not found in another.
  text.insert(0, "\n");
  bool done = false;  // the one before
  for (std::size_t i = 0; i < edition.patches.size(); ++i) {
    const Patch& patch = edition.patches[i];
    if (patch.file != file) continue;
    if (patch.otherwise && done) continue;
    const std::string anchor = fmt::format("\n{}\n", patch.anchor);
    const std::size_t times = count(text, anchor);
    done = times == 1;
    const bool has_other = i + 1 < edition.patches.size() && edition.patches[i + 1].otherwise;
    if (times == 0 && has_other) continue;
    if (!done) {
      throw PatchError(
          fmt::format("{}: expected the line \"{}\" once, found it {} times: this version of Go is not "
                      "known to graphfuzz",
                      name, patch.anchor.substr(patch.anchor.find_first_not_of('\t')), times));
    }
    const std::size_t at = text.find(anchor) + 1;
    text.insert(patch.before ? at : at + patch.anchor.size() + 1, patch.text);
  }
  return text.substr(1);
}

}  // namespace graphfuzz::real_go
