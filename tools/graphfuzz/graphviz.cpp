#include "graphviz.hpp"

namespace graphfuzz::cli {

Layout lay_out(const std::string& dot_file, const std::string& svg_file, std::chrono::milliseconds limit,
               const std::atomic<bool>& stop) {
  return draw_with({"dot", "-Tsvg", "-o", svg_file, dot_file}, limit, stop);
}

}  // namespace graphfuzz::cli
