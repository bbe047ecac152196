// Text of values: what package fmt prints.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "frontend/go/vm/value.hpp"

namespace graphfuzz::go::vm {

/// Arguments are interfaces. Where Go calls Error or String on an argument, the machine has put the string in its
/// place before.
void format_print(std::string& out, std::span<const Slot> arguments);
void format_println(std::string& out, std::span<const Slot> arguments);
void format_printf(std::string& out, std::string_view format, std::span<const Slot> arguments);

/// The verb that argument number `argument` is formatted with; 0 if none.
char verb_of(std::string_view format, std::size_t argument);

/// As Go prints the value of an uncaught panic.
std::string panic_words(const Slot& value);

void append_rune(std::string& out, std::int64_t rune);
/// The rune at `at`, which is moved behind it; 0xFFFD for what is no UTF-8.
std::int64_t next_rune(std::string_view text, std::size_t& at);

}  // namespace graphfuzz::go::vm
