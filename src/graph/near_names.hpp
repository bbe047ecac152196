// What may have been meant by an unknown name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

/// "; did you mean 'a', 'b'?" of the at most three nearest of `known`, or "" if none is near. Levenshtein's distance,
/// with the case of a letter counting half; time |name| · |known|.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace graphfuzz
