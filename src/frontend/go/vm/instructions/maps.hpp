// Instructions for maps, and for going through a string as `range` does.
#pragma once

#include <algorithm>

#include "frontend/go/utf8.hpp"
#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline void length_map(Interpreter& in, Slot* r, const Instruction& i) {
  const auto* map = static_cast<const Map*>(r[i.b].o);
  if (map != nullptr) in.reads(map);
  r[i.a] = Slot::integer(map == nullptr ? 0 : map->size());
}

inline void make_map(Interpreter& in, Slot* r, const Instruction& i) {
  const TypeInfo& type = in.type(i.d);
  r[i.a] = Slot::integer(0);
  r[i.a].o = Map::make(in.arena(), *type.key, type.element->slots);
}

inline void map_get(Interpreter& in, Slot* r, const Instruction& i) {
  const auto* map = static_cast<const Map*>(r[i.b].o);
  if (map != nullptr) in.reads(map);
  const Slot* found = map == nullptr ? nullptr : map->find(r + i.c);
  const std::uint32_t count = in.type(i.d).element->slots;
  if (found == nullptr) {
    std::fill_n(r + i.a, count, Slot::integer(0));
  } else {
    copy(r + i.a, found, count);
  }
  if (i.n != 0) r[i.a + static_cast<std::int32_t>(count)] = Slot::integer(found != nullptr ? 1 : 0);
}

inline Next map_set(Interpreter& in, Slot* r, const Instruction& i) {
  auto* map = static_cast<Map*>(r[i.a].o);
  if (map == nullptr) return in.error("assignment to entry in nil map");
  in.writes(map);
  copy(map->insert(in.arena(), r + i.b), r + i.c, map->value_slots());
  return following(i);
}

inline void map_delete(Interpreter& in, Slot* r, const Instruction& i) {
  auto* map = static_cast<Map*>(r[i.a].o);
  if (map == nullptr) return;
  in.writes(map);
  map->erase(r + i.b);
}

inline Next map_next(Interpreter& in, Slot* r, const Instruction& i) {
  const auto* map = static_cast<const Map*>(r[i.b].o);
  if (map != nullptr) in.reads(map);
  const Slot* entry = map == nullptr ? nullptr : map->next(r[i.a].i);
  if (entry == nullptr) return in.jump(i.c);
  copy(r + i.a + 1, entry, map->key_slots() + map->value_slots());
  return following(i);
}

inline Next string_next(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view text = r[i.b].string();
  auto at = static_cast<std::size_t>(r[i.a].i);
  if (at >= text.size()) return in.jump(i.c);
  r[i.a + 1] = Slot::integer(static_cast<std::int64_t>(at));
  r[i.a + 2] = Slot::integer(next_rune(text, at));
  r[i.a].i = static_cast<std::int64_t>(at);
  return following(i);
}

inline constexpr auto kMaps = group(on<Op::length_map, length_map>, on<Op::make_map, make_map>,
                                    on<Op::map_get, map_get>, on<Op::map_set, map_set>, on<Op::map_delete, map_delete>,
                                    on<Op::map_next, map_next>, on<Op::string_next, string_next>);

}  // namespace graphfuzz::go::vm::instructions
