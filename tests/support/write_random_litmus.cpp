// Writes random litmus tests to a folder: write_random_litmus FOLDER COUNT [SEED [THREADS [STATEMENTS]]].
//
// Test number i of a seed is the same whatever the count: random-SEED-i.litmus. They are of the whole dialect
// (random_litmus.hpp), and have no loop that goes on for ever by itself.
#include <charconv>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/random_litmus.hpp"

namespace {

using namespace graphfuzz;
using namespace graphfuzz::testing;

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument("expected a whole number, found '" + std::string(text) + "'");
  }
  return value;
}

/// The first one that ends, of those whose seeds are made of `seed` and `index`.
std::string random_test(std::uint64_t seed, std::uint64_t index, const RandomLitmusOptions& options) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const LitmusTest test = random_litmus((seed << 40) + (index << 10) + attempt, options);
    if (!ends(test)) continue;
    static_cast<void>(parse(test));  // throws if it is none
    return to_text(test);
  }
}

void write_tests(int argc, char** argv) {
  if (argc < 3 || argc > 6) {
    throw std::invalid_argument("write_random_litmus FOLDER COUNT [SEED [THREADS [STATEMENTS]]]");
  }
  const std::filesystem::path folder = argv[1];
  const std::uint64_t count = number(argv[2]);
  const std::uint64_t seed = argc > 3 ? number(argv[3]) : 1;
  RandomLitmusOptions options;
  if (argc > 4) options.threads = static_cast<unsigned>(number(argv[4]));
  if (argc > 5) options.statements = std::max(4U, static_cast<unsigned>(number(argv[5])));
  std::filesystem::create_directories(folder);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string name = "random-" + std::to_string(seed) + "-" + std::to_string(i);
    std::string text = random_test(seed, i, options);
    text.replace(0, text.find('\n'), "C " + name);
    std::ofstream out(folder / (name + ".litmus"));
    out << text;
    out.close();
    if (!out) throw std::runtime_error(name + ".litmus cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    write_tests(argc, argv);
    return 0;
  } catch (const std::exception& e) {
    std::cerr << "write_random_litmus: " << e.what() << "\n";
    return 2;
  }
}
