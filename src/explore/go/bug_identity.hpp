// What tells one bug of a Go program from another: neither numbers that differ from execution to execution, nor which
// of several goroutines came first.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz::go {

/// Where the runner of a test is.
inline constexpr std::string_view kPackageTesting = "package testing";

/// "index out of range [#] with length #": digits, and addresses, of a text become one mark each.
std::string without_numbers(std::string_view text);
/// The place with which the text of a failure begins, "pool_test.go:12"; the text without numbers if it has none.
std::string place_of_failure(std::string_view failure);

}  // namespace graphfuzz::go
