// graphfuzz translate: a litmus test as a program of C.
#include <fmt/format.h>

#include "commands.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kTranslateExamples = R"(Examples:
  graphfuzz translate litmus/MP.litmus                 the program on standard output
  graphfuzz translate litmus/MP.litmus -o MP.c
  gcc -std=c11 -Wall -O2 -pthread MP.c                 gcc and clang take it without a warning

The program starts a thread for each of the test's, with the same atomic operations in the same memory orders, and at
the end notes the registers and locations that the test's final states tell: "0:r0", "x". What is not C11 is refused,
such as an integer that holds an address.

Exit codes: 0 translated; 2 wrong usage, a file that cannot be read, written, or translated; 3 an internal error.
)";

}  // namespace

int translate(int argc, char** argv) {
  std::string input;
  std::string output = "-";
  CLI::App app("Writes a litmus test as a C11 program with POSIX threads.", "graphfuzz translate");
  app.footer(kTranslateExamples);
  prepare(app);
  app.add_option("FILE", input, "A litmus test")->type_name("");
  app.add_option("-o,--output", output, "Where the program is written to (- is standard output)")
      ->type_name("FILE")
      ->group("Output")
      ->capture_default_str();
  std::string text;
  if (!parse(app, argc, argv, text)) {
    print(text);
    return kNothingFound;
  }
  if (input.empty()) throw UserError("translate: no FILE given; try graphfuzz translate --help");
  check_writable(output);
  const std::string program = until_interrupted([&] {
    const ProgramSource source = load_source(input);
    static_cast<void>(load_litmus_test(source, 1));  // says it if it is something else
    return litmus_to_c(source.text, source.file);
  });
  write_file(output, program);
  return kNothingFound;
}

}  // namespace graphfuzz::cli
