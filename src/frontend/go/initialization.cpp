// Checker: the order in which variables outside of functions get their values (Go specification, "Package
// initialization"): in source order, but each after all that its value depends on, be it through functions.
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

void Checker::order_initializers() {
  struct Group {
    Initializer initializer;
    std::vector<const Entity*> entities;
    std::set<std::size_t> needs = {};  ///< groups that come first
    bool done = false;
  };
  std::vector<Group> groups;
  std::map<const Entity*, std::size_t> group_of;
  std::size_t which = 0;
  for (const VariableDeclaration& declaration : package_->file->variables) {
    const std::vector<Variable*>& all = globals_[which++];
    const bool one_each = declaration.values.size() == all.size();
    for (std::size_t i = 0; i < declaration.values.size(); ++i) {
      Group group;
      group.initializer.value = declaration.values[i];
      for (std::size_t k = one_each ? i : 0; k < (one_each ? i + 1 : all.size()); ++k) {
        group.initializer.variables.push_back(declaration.variables[k]);
        group.entities.push_back(all[k]);
        group_of[all[k]] = groups.size();
      }
      groups.push_back(std::move(group));
    }
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::vector<const Entity*> open = groups[i].entities;
    std::set<const Entity*> seen;
    while (!open.empty()) {
      const Entity* entity = open.back();
      open.pop_back();
      const auto found = mentions_.find(entity);
      if (found == mentions_.end()) continue;
      for (const Entity* mentioned : found->second) {
        if (!seen.insert(mentioned).second) continue;
        open.push_back(mentioned);
        const auto group = group_of.find(mentioned);
        if (group == group_of.end()) continue;
        if (group->second == i) {
          fail(groups[i].entities[0]->place,
               "initialization cycle: the value of " + groups[i].entities[0]->name + " depends on itself");
        }
        groups[i].needs.insert(group->second);
      }
    }
  }
  // There is no cycle, so each round finds one.
  for (std::size_t ordered = 0; ordered < groups.size(); ++ordered) {
    for (Group& group : groups) {
      if (group.done) continue;
      bool ready = true;
      for (const std::size_t needed : group.needs) ready = ready && groups[needed].done;
      if (!ready) continue;
      group.done = true;
      program_->initializers.push_back(group.initializer);
      break;
    }
  }
}

}  // namespace graphfuzz::go::syntax
