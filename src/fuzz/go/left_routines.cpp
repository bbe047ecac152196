#include "graphfuzz/fuzz/go/left_routines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace graphfuzz::go {

std::vector<Stack> told_once(std::span<const LeftRoutine> left) {
  constexpr std::size_t kMostNamed = 4;
  struct Group {
    Stack stack;
    std::vector<Routine> routines;
  };
  std::vector<Group> groups;
  for (const LeftRoutine& one : left) {
    if (one.stack.frames.empty()) continue;
    const auto known = std::ranges::find(groups, one.stack, &Group::stack);
    Group& group = known == groups.end() ? groups.emplace_back(Group{one.stack, {}}) : *known;
    group.routines.push_back(one.routine);
  }
  std::vector<Stack> stacks;
  for (Group& group : groups) {
    std::string who;
    for (std::size_t i = 0; i < std::min(group.routines.size(), kMostNamed); ++i) {
      who += fmt::format("{}G{}", i == 0 ? "" : ", ", group.routines[i]);
    }
    if (group.routines.size() > kMostNamed) who += fmt::format(" and {} more", group.routines.size() - kMostNamed);
    if (!group.stack.what.empty()) who += ", " + group.stack.what;
    group.stack.what = std::move(who);
    stacks.push_back(std::move(group.stack));
  }
  return stacks;
}

}  // namespace graphfuzz::go
