#include "support/folders.hpp"

namespace graphfuzz {

std::string source_folder() { return GRAPHFUZZ_SOURCE_DIR; }

std::string oracle_folder() { return GRAPHFUZZ_ORACLE_DIR; }

std::string traces_folder() { return GRAPHFUZZ_TRACES_DIR; }

}  // namespace graphfuzz
