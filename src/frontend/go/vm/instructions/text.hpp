// Instructions that make strings, or bytes and runes of them.
#pragma once

#include <cstring>
#include <string>

#include "frontend/go/utf8.hpp"
#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline void concatenate(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view x = r[i.b].string();
  const std::string_view y = r[i.c].string();
  char* text = in.arena().bytes(x.size() + y.size());
  if (!x.empty()) std::memcpy(text, x.data(), x.size());
  if (!y.empty()) std::memcpy(text + x.size(), y.data(), y.size());
  r[i.a] = Slot::text({text, x.size() + y.size()});
}

inline void string_to_bytes(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view text = r[i.b].string();
  Slot* bytes = in.arena().slots(text.size());
  for (std::size_t k = 0; k < text.size(); ++k) bytes[k] = Slot::integer(static_cast<unsigned char>(text[k]));
  r[i.a] = Slot::slice(bytes, text.size(), text.size());
}

inline void bytes_to_string(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot bytes = r[i.b];
  in.reads(bytes.p, bytes.length());
  char* text = in.arena().bytes(bytes.length());
  for (std::uint32_t k = 0; k < bytes.length(); ++k) text[k] = static_cast<char>(bytes.p[k].i);
  r[i.a] = Slot::text({text, bytes.length()});
}

inline void string_to_runes(Interpreter& in, Slot* r, const Instruction& i) {
  const std::string_view text = r[i.b].string();
  Slot* runes = in.arena().slots(text.size());
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) runes[count] = Slot::integer(next_rune(text, at));
  r[i.a] = Slot::slice(runes, count, count);
}

inline void runes_to_string(Interpreter& in, Slot* r, const Instruction& i) {
  std::string text;
  for (std::uint32_t k = 0; k < r[i.b].length(); ++k) append_utf8(text, r[i.b].p[k].i);
  r[i.a] = in.arena().text(text);
}

inline void rune_to_string(Interpreter& in, Slot* r, const Instruction& i) {
  std::string text;
  append_utf8(text, r[i.b].i);
  r[i.a] = in.arena().text(text);
}

inline constexpr auto kText = group(on<Op::concatenate, concatenate>, on<Op::string_to_bytes, string_to_bytes>,
                                    on<Op::bytes_to_string, bytes_to_string>, on<Op::string_to_runes, string_to_runes>,
                                    on<Op::runes_to_string, runes_to_string>, on<Op::rune_to_string, rune_to_string>);

}  // namespace graphfuzz::go::vm::instructions
