// What kind of file some text or bytes are, in the words of those who gave the wrong one.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace graphfuzz::store {

/// By how it begins: "a litmus test", "Go source", "an empty file", "JSON whose \"format\" is \"graphfuzz result\"".
std::string file_kind(std::string_view bytes);

/// What a sealed document (envelope.hpp) of this kind is, and who writes it; the kind itself, as JSON, of others.
std::string sealed_in_words(std::string_view kind);

/// Throws DocumentError: "file:1:1: expected `expected`, found " and the kind of the bytes.
[[noreturn]] void refuse_kind(std::string_view bytes, const std::string& file, std::string_view expected);

/// Throws the same if the text begins as no JSON does, or its first object with a "format" (the first key, as this
/// program writes it) that is none of `formats`. What is wrong with it otherwise, those who read it tell better.
void expect_json(std::string_view text, const std::string& file, std::string_view expected,
                 std::initializer_list<std::string_view> formats);

}  // namespace graphfuzz::store
