#include "graphfuzz/frontend/native/symbols.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/native/programs/expected.h"
#include "support/folders.hpp"

namespace graphfuzz::native {

// Named here, at file scope, to be told of below.
int symbols_test_global;
static int symbols_test_static[4];

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const fs::path kPrograms = fs::path(source_folder()) / "tests/frontend/native/programs";

// As it is shown; the tests may be run in any folder.
const std::string kShownFolder = "tests/frontend/native/programs/";

fs::path scratch_folder() {
  static const fs::path folder = [] {
    std::string name = (fs::temp_directory_path() / "graphfuzz-symbols-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    static const struct Removed {
      fs::path path;
      ~Removed() {
        std::error_code error;
        fs::remove_all(path, error);
      }
    } removed{name};
    return fs::path(name);
  }();
  return folder;
}

void run(const std::string& command) {
  if (std::system((command + " 2>&1").c_str()) != 0) throw std::runtime_error("could not run: " + command);
}

std::string quoted(const fs::path& path) { return '\'' + path.string() + '\''; }

// Where a shared library is to be that is built in some way, or has been.
fs::path library_of(const std::string& source, const std::string& command) {
  std::string name = source + ' ' + command;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '/' || c == '='; }, '_');
  return scratch_folder() / (name + ".so");
}

// Builds a shared library of a program with "compiler options", once.
fs::path built(const std::string& source, const std::string& command) {
  const fs::path library = library_of(source, command);
  if (!fs::exists(library)) run(command + " -fPIC -shared " + quoted(kPrograms / source) + " -o " + quoted(library));
  return library;
}

class Library {
 public:
  explicit Library(const fs::path& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { dlclose(handle_); }

  template <typename Function>
  Function* get(const char* name) const {
    auto* const found = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (found == nullptr) throw std::runtime_error(std::string("no ") + name);
    return found;
  }
  std::vector<Expected> expected() const {
    const Expected* list = nullptr;
    const int count = get<int(const Expected**)>("expected_in")(&list);
    return {list, list + count};
  }

 private:
  void* handle_;
};

Address address_of(const volatile void* place) { return reinterpret_cast<Address>(place); }

// The line of a program that has "// @mark" on it.
unsigned line_of(const std::string& source, const std::string& mark) {
  std::ifstream file(kPrograms / source);
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number) {
    if (line.ends_with("// @" + mark)) return number;
  }
  throw std::runtime_error("no line " + mark);
}

struct TestCompiler {
  std::string c, cpp, options;
};

void PrintTo(const TestCompiler& compiler, std::ostream* out) { *out << compiler.cpp << ' ' << compiler.options; }

class NativeSymbols : public ::testing::TestWithParam<TestCompiler> {
 protected:
  static fs::path of_c(const std::string& source, const std::string& more = "") {
    return built(source, GetParam().c + " -std=gnu11 " + GetParam().options + more);
  }
  static fs::path of_cpp(const std::string& source, const std::string& more = "") {
    return built(source, GetParam().cpp + " -std=gnu++20 " + GetParam().options + more);
  }
};

INSTANTIATE_TEST_SUITE_P(Compilers, NativeSymbols,
                         ::testing::Values(TestCompiler{"gcc", "g++", "-g -O0"}, TestCompiler{"gcc", "g++", "-g -O1"},
                                           TestCompiler{"gcc", "g++", "-g -O2"},
                                           TestCompiler{"gcc", "g++", "-g -O2 -gdwarf-4 -fdebug-types-section"},
                                           TestCompiler{"gcc", "g++", "-g -O1 -gdwarf-3 -gstrict-dwarf"},
                                           TestCompiler{"gcc", "g++", "-g -O2 -gz"},
                                           TestCompiler{"clang", "clang++", "-g -O0"},
                                           TestCompiler{"clang", "clang++", "-g -O1"},
                                           TestCompiler{"clang", "clang++", "-g -O2"},
                                           TestCompiler{"clang", "clang++", "-g -O1 -gdwarf-4"}));

TEST_P(NativeSymbols, VariablesOfCAreSpelledAsInC) {
  const Library library(of_c("data.c"));
  Symbols symbols;
  for (const Expected& expected : library.expected()) {
    EXPECT_EQ(symbols.data_name(address_of(expected.address), expected.size), expected.name);
  }
}

TEST_P(NativeSymbols, ValuesHaveTheSignsOfTheirTypes) {
  const Library library(of_c("data.c"));
  const Library other(of_cpp("data.cpp"));
  Symbols symbols;
  const std::map<std::string, std::optional<bool>> in_c{{"x", true},
                                                        {"counter", true},
                                                        {"queue.slots[3].seq", false},
                                                        {"queue.slots[0].data[1]", true},
                                                        {"queue.head", true},
                                                        {"pairs[1][2].tag", false},
                                                        {"node", std::nullopt},
                                                        {"mutex", std::nullopt},
                                                        {"queue.value.as_int", true},
                                                        {"queue.value.as_double", std::nullopt}};
  const std::map<std::string, std::optional<bool>> in_cpp{{"ns::inner::deep", true}, {"ns::Stack::shared", true},
                                                          {"ready", false},          {"number", std::nullopt},
                                                          {"numbers[2]", true},      {"stack.head", std::nullopt}};
  std::size_t seen = 0;
  for (const auto& [program, signs] : {std::pair(&library, &in_c), std::pair(&other, &in_cpp)}) {
    for (const Expected& expected : program->expected()) {
      const auto found = signs->find(expected.name);
      if (found == signs->end() || expected.size == 0) continue;
      ++seen;
      EXPECT_EQ(symbols.is_signed(address_of(expected.address), expected.size), found->second) << expected.name;
    }
  }
  EXPECT_EQ(seen, in_c.size() + in_cpp.size());
}

TEST_P(NativeSymbols, FunctionsWithoutAValueAreKnown) {
  const Library library(of_cpp("code.cpp"));
  Symbols symbols;
  EXPECT_TRUE(
      symbols.returns_nothing(address_of(reinterpret_cast<void*>(library.get<void(void (*)(const char*))>("run")))));
  const Library other(of_c("data.c"));
  Symbols later;
  EXPECT_FALSE(
      later.returns_nothing(address_of(reinterpret_cast<void*>(other.get<int(const Expected**)>("expected_in")))));
}

TEST_P(NativeSymbols, StaticsOfFunctionsAreQualifiedIfThereAreSeveral) {
  const Library library(of_c("data.c"));
  const auto& place = *library.get<const volatile void*(int)>("local_static");
  Symbols symbols;
  EXPECT_EQ(symbols.data_name(address_of(place(0))), "calls");
  EXPECT_EQ(symbols.data_name(address_of(place(1))), "statics::twice");
  EXPECT_EQ(symbols.data_name(address_of(place(2))), "others::twice");
}

TEST_P(NativeSymbols, VariablesOfCppAreQualified) {
  const Library library(of_cpp("data.cpp"));
  Symbols symbols;
  for (const Expected& expected : library.expected()) {
    EXPECT_EQ(symbols.data_name(address_of(expected.address), expected.size), expected.name);
  }
  const auto& place = *library.get<const volatile void*(int)>("local_static");
  EXPECT_EQ(symbols.data_name(address_of(place(1))), "made");
}

// Where a thread-local variable is in its module's block, by asking for all offsets.
std::vector<std::string> thread_locals(Symbols& symbols, Address in_module) {
  std::set<std::string> names;
  for (std::uint64_t offset = 0; offset < 32; offset += 4) names.insert(symbols.thread_local_name(in_module, offset));
  return {names.begin(), names.end()};
}

TEST_P(NativeSymbols, ThreadLocalsAreNamedByOffset) {
  const Library library(of_c("data.c"));
  Symbols symbols;
  EXPECT_THAT(thread_locals(symbols, address_of(library.expected()[0].address)),
              ::testing::IsSupersetOf({"own", "own_pair.pointer", "own_pair.tag"}));
  const Library other(of_cpp("data.cpp"));
  Symbols later;
  EXPECT_THAT(thread_locals(later, address_of(other.expected()[0].address)), ::testing::Contains("own"));
}

// The frames of each call of the program's callback.
std::map<std::string, std::vector<Frame>>* calls_seen = nullptr;
Symbols* calls_symbols = nullptr;

__attribute__((noinline)) void see_call(const char* name) {
  (*calls_seen)[name] = calls_symbols->calls(address_of(__builtin_return_address(0)));
}

std::map<std::string, std::vector<Frame>> calls_of(const fs::path& path, Symbols& symbols) {
  const Library library(path);
  for (const Module& module : loaded_modules()) {
    if (module.path == path) symbols.add(module);
  }
  std::map<std::string, std::vector<Frame>> seen;
  calls_seen = &seen;
  calls_symbols = &symbols;
  library.get<void(void (*)(const char*))>("run")(&see_call);
  return seen;
}

// The innermost of them; what called the function itself is the caller's matter.
using Lines = std::vector<std::pair<std::string, unsigned>>;
Lines lines_of(const std::vector<Frame>& frames) {
  Lines lines;
  for (const Frame& frame : frames) lines.emplace_back(frame.function, frame.place.line);
  return lines;
}

TEST_P(NativeSymbols, CallsAreInFunctionsAndInlinedOnes) {
  Symbols symbols({}, source_folder());
  const auto calls = calls_of(of_cpp("code.cpp"), symbols);
  const auto line = [](const char* mark) { return line_of("code.cpp", mark); };
  EXPECT_EQ(lines_of(calls.at("innermost")),
            (Lines{{"innermost", line("innermost")}, {"middle", line("middle")}, {"outer", line("outer")}}));
  EXPECT_EQ(lines_of(calls.at("inlined method")), (Lines{{"ns::Counter::add", line("add")}, {"run", line("method")}}));
  EXPECT_EQ(lines_of(calls.at("template")), (Lines{{"ns::of_template<long>", line("template")}}));
  EXPECT_EQ(lines_of(calls.at("last")), (Lines{{"run", line("last")}}));
  EXPECT_EQ(lines_of(calls.at("lambda")), (Lines{{"run::{lambda#1}", line("lambda")}}));
  for (const auto& [name, frames] : calls) {
    for (const Frame& frame : frames) EXPECT_EQ(frame.place.file, kShownFolder + "code.cpp") << name;
  }
}

Symbols* locals_symbols = nullptr;
int locals_seen = 0;

__attribute__((noinline)) void see_local(const char* name, const volatile void* place, void* base) {
  const Address at = address_of(__builtin_return_address(0)) - 1;
  const Address frame = address_of(base) + 2 * sizeof(void*);
  EXPECT_EQ(locals_symbols->local_name(at, frame, address_of(place)), name);
  ++locals_seen;
}

TEST_P(NativeSymbols, VariablesOnTheStackAreNamed) {
  const Library library(of_c("locals.c"));
  Symbols symbols;
  locals_symbols = &symbols;
  locals_seen = 0;
  library.get<void(void (*)(const char*, const volatile void*, void*))>("run_locals")(&see_local);
  EXPECT_EQ(locals_seen, 5);
}

// As hooks.c has it.
struct Watched {
  Address instruction, stack_pointer, base_pointer;
};
using OnWrite = void(const volatile void*, int, const Watched*, int);
struct Write {
  std::string name;
  std::vector<std::string> functions;
  bool operator==(const Write&) const = default;
};
std::vector<Write>* writes_seen = nullptr;

void PrintTo(const Write& write, std::ostream* out) {
  *out << write.name;
  for (const std::string& function : write.functions) *out << ' ' << function;
}

// What the runtime does: a variable on the stack is one of the innermost function that has one there.
void see_write(const volatile void* place, int size, const Watched* calls, int depth) {
  static Symbols symbols;
  symbols = Symbols();
  Write write;
  for (int i = depth; i-- > 0;) {
    const Address at = calls[i].instruction - 1;
    const Address frame = symbols.frame_address(at, calls[i].stack_pointer, calls[i].base_pointer);
    EXPECT_NE(frame, 0);
    if (write.name.empty()) write.name = symbols.local_name(at, frame, address_of(place), size);
    write.functions.push_back(symbols.function(at));
  }
  if (write.name.empty()) write.name = symbols.data_name(address_of(place), size);
  writes_seen->push_back(write);
}

TEST_P(NativeSymbols, VariablesOfWatchedProgramsAreNamed) {
  const std::string compile = GetParam().c + " -std=gnu11 -fPIC " + GetParam().options;
  const fs::path library = library_of("watched.c", compile);
  const fs::path object = library.string() + ".o", hooks = library.string() + ".hooks.o";
  run(compile + " -fsanitize=thread -c " + quoted(kPrograms / "watched.c") + " -o " + quoted(object));
  run(compile + " -fno-omit-frame-pointer -c " + quoted(kPrograms / "hooks.c") + " -o " + quoted(hooks));
  run(GetParam().c + " -shared " + quoted(object) + ' ' + quoted(hooks) + " -o " + quoted(library));
  const Library loaded(library);
  std::vector<Write> seen;
  writes_seen = &seen;
  loaded.get<void(OnWrite*)>("set_callback")(&see_write);
  loaded.get<int()>("run_watched")();
  const std::vector<std::string> in_fill{"fill", "work", "run_watched"};
  // The loop initializes its variable, which may be watched or not.
  std::erase_if(seen, [](const Write& write) { return write.functions.front() != "fill"; });
  EXPECT_EQ(seen, (std::vector<Write>{{"points[0].y", in_fill},
                                      {"in_block", in_fill},
                                      {"shared[1].x", in_fill},
                                      {"points[1].y", in_fill},
                                      {"in_block", in_fill},
                                      {"shared[1].x", in_fill}}));
}

TEST_P(NativeSymbols, PartsOfTypesAreNamed) {
  const Library library(of_c("data.c"));
  const Address here = address_of(library.get<void>("expected_in"));
  Symbols symbols;
  EXPECT_EQ(symbols.member_name(here, "queue_t", 8), ".slots[0].seq");
  EXPECT_EQ(symbols.member_name(here, "slot", 8), ".data[1]");
  EXPECT_EQ(symbols.member_name(here, "slot", 8 + 12 * 3, 4, 12 * 4), "[3].data[1]");
  EXPECT_EQ(symbols.member_name(here, "flexible", 8 + 16 * 5 + 8), ".elements[5].tag");
  EXPECT_EQ(symbols.member_name(here, "nonesuch", 8), "+8");
  EXPECT_EQ(symbols.member_name(here, "pair", 0, 16), "");
  const Library other(of_cpp("data.cpp"));
  const Address there = address_of(other.get<void>("expected_in"));
  Symbols later;
  EXPECT_EQ(later.member_name(there, "ns::Node<int>", 8), ".next");
  EXPECT_EQ(later.member_name(there, "Node<int>", 0), ".value");
  EXPECT_EQ(later.member_name(there, "ns::Stack", 0, 8), ".head");
}

TEST(NativeSymbolsOf, TheProgramItself) {
  Symbols symbols;
  EXPECT_EQ(symbols.data_name(address_of(&symbols_test_global)), "graphfuzz::native::symbols_test_global");
  // The tests may be built with debug information or without.
  EXPECT_THAT(
      symbols.data_name(address_of(&symbols_test_static[2])),
      ::testing::AnyOf("graphfuzz::native::symbols_test_static[2]", "graphfuzz::native::symbols_test_static+8"));
  EXPECT_THAT(symbols.function(reinterpret_cast<Address>(&see_call)), HasSubstr("see_call"));
}

TEST(NativeSymbolsOf, NoModule) {
  Symbols symbols(std::vector<Module>{});
  EXPECT_EQ(symbols.data_name(0x1234), "0x1234");
  EXPECT_EQ(symbols.frames(0x1234), (std::vector<Frame>{{"0x1234", {}}}));
  EXPECT_EQ(symbols.local_name(0x1234, 0x10000, 0xfff0), "");
  EXPECT_EQ(symbols.frame_address(0x1234, 16, 16), 0);
  EXPECT_EQ(symbols.member_name(0x1234, "T", 4), "+4");
  EXPECT_EQ(symbols.thread_local_name(0x1234, 4), "0x4");
}

TEST(NativeSymbolsOf, FilesThatAreNone) {
  std::ofstream(scratch_folder() / "text") << "no ELF at all\n";
  for (const fs::path& path : {scratch_folder() / "text", scratch_folder() / "nonesuch", fs::path("/"), fs::path("")}) {
    Symbols symbols({{path.string(), 0x1000, 0x1000, 0x2000}, {path.string(), 0x5000}});
    const std::string name = path.filename().string() + "+0x10";
    EXPECT_EQ(symbols.data_name(0x1010), name);
    EXPECT_EQ(symbols.function(0x1010), name);
    EXPECT_EQ(symbols.place(0x1010), Place{});
    EXPECT_EQ(symbols.data_name(0x5010), "0x5010");
  }
}

TEST(NativeSymbolsOf, FilesWithoutDebugInformation) {
  const fs::path library = built("data.c", "gcc -O1");
  const Library loaded(library);
  Symbols symbols;
  std::map<std::string, Address> places;
  for (const Expected& expected : loaded.expected()) places[expected.name] = address_of(expected.address);
  EXPECT_EQ(symbols.data_name(places.at("x")), "x");
  EXPECT_EQ(symbols.data_name(places.at("queue.slots[3].seq")), "queue+44");
  EXPECT_EQ(symbols.data_name(address_of(loaded.get<const volatile void*(int)>("local_static")(0))), "calls");
  EXPECT_EQ(symbols.function(address_of(loaded.get<void>("expected_in"))), "expected_in");
  EXPECT_EQ(symbols.place(address_of(loaded.get<void>("expected_in"))), Place{});
}

TEST(NativeSymbolsOf, StrippedFiles) {
  const fs::path library = built("data.c", "gcc -g -O1 -s");
  const Library loaded(library);
  Symbols symbols;
  std::map<std::string, Address> places;
  for (const Expected& expected : loaded.expected()) places[expected.name] = address_of(expected.address);
  EXPECT_EQ(symbols.data_name(places.at("x")), "x");  // exported
  EXPECT_EQ(symbols.data_name(places.at("queue.slots[3].seq")), "queue+44");
  EXPECT_THAT(symbols.data_name(places.at("flag")), StartsWith(library.filename().string() + "+0x"));
}

TEST(NativeSymbolsOf, FilesWhoseDebugInformationIsElsewhere) {
  const fs::path whole = built("data.c", "gcc -g -O1 -Wl,--build-id");
  const fs::path folder = scratch_folder() / "apart";
  fs::create_directories(folder / ".debug");
  run("cd " + quoted(folder) + " && objcopy --only-keep-debug " + quoted(whole) +
      " .debug/lib.debug && objcopy --strip-all --add-gnu-debuglink=.debug/lib.debug " + quoted(whole) + " lib.so");
  const Library loaded(folder / "lib.so");
  Symbols symbols(loaded_modules(), source_folder());
  for (const Expected& expected : loaded.expected()) {
    EXPECT_EQ(symbols.data_name(address_of(expected.address), expected.size), expected.name);
  }
  EXPECT_EQ(symbols.place(address_of(loaded.get<void>("expected_in"))).file, kShownFolder + "data.c");
}

TEST(NativeSymbolsOf, FilesThatWereSplit) {
  const fs::path object = scratch_folder() / "split.o";
  const fs::path path = scratch_folder() / "split.so";
  for (const std::string compiler : {"gcc", "clang"}) {
    run("cd " + quoted(scratch_folder()) + " && " + compiler + " -g -O1 -fPIC -gsplit-dwarf -c " +
        quoted(kPrograms / "data.c") + " -o " + quoted(object));
    run(compiler + " -shared " + quoted(object) + " -o " + quoted(path));
    const Library loaded(path);
    Symbols symbols(loaded_modules(), source_folder());
    for (const Expected& expected : loaded.expected()) {
      EXPECT_EQ(symbols.data_name(address_of(expected.address), expected.size), expected.name) << compiler;
    }
    EXPECT_EQ(symbols.place(address_of(loaded.get<void>("expected_in"))).file, kShownFolder + "data.c");
    fs::remove(path);
  }
}

// Asks all there is to ask of some addresses of a file; what comes out is of no interest.
void ask_everything(const fs::path& path) {
  Symbols symbols({{path.string(), 0x10000, 0x10000, 0x20000}});
  for (Address address = 0x11000; address < 0x16000; address += 0x97) {
    symbols.frames(address);
    symbols.data_name(address, 4);
    symbols.local_name(address, 0x7fff0000, 0x7fff0000 - 32);
    symbols.frame_address(address, 8, 8);
  }
  symbols.thread_local_name(0x11000, 4);
  symbols.member_name(0x11000, "queue_t", 20);
  symbols.member_name(0x11000, "ns::Node<int>", 20);
}

TEST(NativeSymbolsOf, DamagedFilesDoNoHarm) {
  std::mt19937 random(1);
  for (const std::string source : {"data.c", "data.cpp", "code.cpp"}) {
    const bool c = source == "data.c";
    for (const std::string compiler : {c ? "gcc" : "g++", c ? "clang" : "clang++"}) {
      const fs::path whole = built(source, compiler + (c ? " -g -O1" : " -std=gnu++20 -g -O1"));
      std::ifstream in(whole, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      ask_everything(whole);
      const fs::path damaged = scratch_folder() / "damaged.so";
      for (int round = 0; round < 60; ++round) {
        std::string copy = bytes;
        if (round % 4 == 0) copy.resize(random() % bytes.size());
        if (!copy.empty()) {
          // Debug information and section headers are behind the code.
          const std::size_t begin = round % 3 == 0 ? 0 : copy.size() / 4;
          for (unsigned i = 0, count = 1 + random() % 200; i < count; ++i) {
            copy[begin + random() % (copy.size() - begin)] = static_cast<char>(random());
          }
        }
        std::ofstream(damaged, std::ios::binary) << copy;
        ask_everything(damaged);
      }
    }
  }
}

}  // namespace
}  // namespace graphfuzz::native
