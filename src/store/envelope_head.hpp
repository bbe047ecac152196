// What sealed documents begin with.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace graphfuzz::store {

/// In place of the length of a payload that is not known when it begins.
inline constexpr std::uint64_t kToTheEnd = std::numeric_limits<std::uint64_t>::max();

/// All before the payload. `kind`: 1 to 255 bytes; else std::invalid_argument.
std::string seal_head(std::string_view kind, std::uint32_t version, std::uint64_t size);

}  // namespace graphfuzz::store
