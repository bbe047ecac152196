#include "target/free_go_stacks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string_view>
#include <utility>

namespace graphfuzz::go {
namespace {

constexpr std::string_view kGoroutine = "goroutine ", kCreatedBy = "created by ";

/// Where the sources of the standard library are, "/go/src/", if a place of one of its packages is told that all have.
std::string library_in(const std::string& output) {
  for (const std::string_view file : {"/src/testing/testing.go:", "/src/runtime/proc.go:", "/src/sync/"}) {
    const std::size_t at = output.find(file);
    if (at == output.npos) continue;
    const std::size_t begin = output.rfind('\t', at);
    constexpr std::string_view kSources = "/src/";
    if (begin != output.npos) return output.substr(begin + 1, at + kSources.size() - begin - 1);
  }
  return {};
}

/// The goroutine whose block of lines begins with its number and what it does.
class Block {
 public:
  Block(const std::string& head, const std::string& folder, const std::string& library)
      : folder_(folder + '/'), library_(library) {
    const std::size_t state = head.find(" [");
    number_ = head.substr(kGoroutine.size(), state - kGoroutine.size());
    state_ = head.substr(state + 2, head.find_first_of(",]", state) - state - 2);
  }

  /// Two lines: a function, and where it is.
  void add(const std::string& function, std::string place) {
    place.erase(0, 1);
    place.resize(std::min(place.find(" +0x"), place.size()));
    is_runner_ |= function.starts_with("testing.(*M).");
    if (place.starts_with("_testmain.go:") || is_of_library(function, place)) return;
    if (place.starts_with(folder_)) place.erase(0, folder_.size());
    if (function.starts_with(kCreatedBy)) {
      started_ = ", started at " + place;
      return;
    }
    stack_.frames.push_back(parse_place(place));
    stack_.functions.push_back(function.substr(0, function.rfind('(')));
  }

  bool is_users() const { return !is_runner_ && (!stack_.frames.empty() || !started_.empty()); }
  const std::string& number() const { return number_; }
  Stack stack() const {
    Stack told = stack_;
    told.what = state_ + started_;
    return told;
  }

 private:
  bool is_of_library(const std::string& function, const std::string& place) const {
    if (!library_.empty() && place.starts_with(library_)) return true;
    return function.starts_with("runtime.") || function.starts_with("testing.");
  }

  std::string folder_, library_, number_, state_, started_;
  bool is_runner_ = false;
  Stack stack_;
};

struct Group {
  Stack stack;
  std::string number;  // of the first
  std::size_t count;
};

}  // namespace

std::vector<Stack> stacks_in(const std::string& output, const std::string& folder) {
  const std::string library = library_in(output);
  std::vector<Group> groups;
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kGoroutine) || !line.ends_with("]:")) continue;
    Block block(line, folder, library);
    std::string function;
    while (std::getline(in, line) && !line.empty()) {
      if (line.front() != '\t') {
        function = line;
      } else if (!function.empty()) {
        block.add(function, std::move(line));
        function.clear();
      }
    }
    if (!block.is_users()) continue;
    Stack stack = block.stack();
    const auto known = std::ranges::find(groups, stack, &Group::stack);
    if (known != groups.end()) {
      ++known->count;
    } else {
      groups.push_back({std::move(stack), block.number(), 1});
    }
  }
  std::vector<Stack> stacks;
  for (Group& group : groups) {
    group.stack.what = group.count > 1 ? fmt::format("{} goroutines, {}", group.count, group.stack.what)
                                       : fmt::format("goroutine {}, {}", group.number, group.stack.what);
    stacks.push_back(std::move(group.stack));
  }
  return stacks;
}

}  // namespace graphfuzz::go
