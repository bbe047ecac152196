#include "explore/go/bug_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace graphfuzz::go {

/// "at f.go:12". Of what the standard library does in goroutines of its own: where those come from.
std::string BugList::where(Routine r, Position position) const {
  if (position != kNoPosition) return "at " + at(position);
  const Position started = state_.started_at(r);
  if (started == kNoPosition) return "in the standard library";
  return fmt::format("in the standard library, in a goroutine started at {}", at(started));
}

/// "receive on a nil channel at f.go:12"
std::string BugList::words(Routine r) const {
  const Operation& operation = *state_.routines[r].operation;
  const bool nil = (operation.kind == Kind::send || operation.kind == Kind::receive) && operation.object == kNoObject;
  return fmt::format("{}{} {}", go::name(operation.kind), nil ? " on a nil channel" : "", where(r, operation.position));
}

GoBug& BugList::add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event, std::string identity) const {
  // A circle is the same bug whether others can still go on or not.
  const bool circle = identity.starts_with(kCircle);
  identity = fmt::format("{}\n{}", go::name(circle ? GoBugKind::cyclic_deadlock : kind),
                         identity.empty() ? message : identity);
  const auto known = std::ranges::find_if(state_.bugs, [&](const GoBug& bug) { return bug.identity == identity; });
  if (known != state_.bugs.end()) return *known;
  return state_.bugs.emplace_back(GoBug{kind, panic, std::move(message), std::move(identity), event});
}

}  // namespace graphfuzz::go
