#include "graphfuzz/frontend/native/executable.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/native/compiler.hpp"

namespace graphfuzz::native {
namespace {

#if defined(__x86_64__)
constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#else
constexpr int kMachine = EM_NONE;
#endif

constexpr std::string_view kHowToBuild = "build it with graphfuzz-cc or graphfuzz-c++";

/// What is wrong, and what to do.
struct Refusal {
  std::string text;
};

/// A regular file, opened. What is none is not: to open a pipe is heard at its other end.
class Descriptor {
 public:
  explicit Descriptor(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
      error_ = std::strerror(errno);
    } else if (!S_ISREG(status.st_mode)) {
      error_ = S_ISDIR(status.st_mode) ? "it is a folder" : "it is no regular file";
    } else {
      number_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      if (number_ < 0) error_ = std::strerror(errno);
    }
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }  ///< negative: not open
  const std::string& error() const { return error_; }

 private:
  int number_ = -1;
  std::string error_;
};

/// The first bytes; nothing if there are none to be had.
std::string beginning(int descriptor) {
  char bytes[EI_NIDENT];
  const ssize_t count = ::pread(descriptor, bytes, sizeof bytes, 0);
  return count > 0 ? std::string(bytes, static_cast<std::size_t>(count)) : "";
}

std::string name_of_machine(int machine) {
  switch (machine) {
    case EM_386:
      return "i386";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "32-bit ARM";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "PowerPC 64";
    case EM_S390:
      return "S/390";
    default:
      return fmt::format("ELF machine {}", machine);
  }
}

/// What of the file decides.
struct ElfFacts {
  bool interpreter = false;
  bool dynamic = false;
  bool pie = false;
  bool bound_now = false;
  bool has_lazy = false;  ///< are there functions that could be bound lazily?
  std::vector<std::string> needed;
  bool imports_instrumentation = false;  ///< __tsan_…
  bool defines_instrumentation = false;
  bool debug_information = false;
};

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFacts& facts) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr) return;
  GElf_Dyn entry;
  for (int i = 0; gelf_getdyn(data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
    switch (entry.d_tag) {
      case DT_NEEDED: {
        const char* const name = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
        if (name != nullptr) facts.needed.emplace_back(name);
        break;
      }
      case DT_BIND_NOW:
        facts.bound_now = true;
        break;
      case DT_FLAGS:
        facts.bound_now |= (entry.d_un.d_val & DF_BIND_NOW) != 0;
        break;
      case DT_FLAGS_1:
        facts.bound_now |= (entry.d_un.d_val & DF_1_NOW) != 0;
        facts.pie |= (entry.d_un.d_val & DF_1_PIE) != 0;
        break;
      case DT_JMPREL:
        facts.has_lazy = true;
        break;
      default:
        break;
    }
  }
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFacts& facts) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr) return;
  GElf_Sym symbol;
  for (int i = 0; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const char* const text = elf_strptr(elf, header.sh_link, symbol.st_name);
    const std::string_view name = text != nullptr ? text : "";
    // Modules begin with a call of __tsan_init even if there is nothing in them to instrument.
    if (!name.starts_with("__tsan_")) continue;
    if (symbol.st_shndx != SHN_UNDEF) {
      facts.defines_instrumentation = true;
    } else if (header.sh_type == SHT_DYNSYM) {
      facts.imports_instrumentation = true;
    }
  }
}

ElfFacts read_facts(Elf* elf) {
  ElfFacts facts;
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) break;
    facts.interpreter |= header.p_type == PT_INTERP;
    facts.dynamic |= header.p_type == PT_DYNAMIC;
  }
  std::size_t names = 0;
  const bool named = elf_getshdrstrndx(elf, &names) == 0;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_DYNAMIC) read_dynamic(elf, section, header, facts);
    if (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_SYMTAB) read_symbols(elf, section, header, facts);
    const char* const name = named ? elf_strptr(elf, names, header.sh_name) : nullptr;
    facts.debug_information |=
        name != nullptr && (std::strcmp(name, ".debug_line") == 0 || std::strcmp(name, ".zdebug_line") == 0);
  }
  return facts;
}

bool needs(const ElfFacts& facts, std::string_view library) {
  return std::any_of(facts.needed.begin(), facts.needed.end(), [&](const std::string& name) {
    return std::string_view(name).substr(name.rfind('/') + 1).starts_with(library);
  });
}

/// Why a file that begins so is no ELF file, or none that this machine runs. Throws Refusal.
void check_kind(const std::string& begin) {
  constexpr std::string_view kExpected = "expected an ELF executable of a C or C++ program, found ";
  if (begin.empty()) throw Refusal{fmt::format("{}an empty file", kExpected)};
  if (begin.starts_with("#!")) {
    throw Refusal{fmt::format("{}a script; name the program that it runs (libtool keeps it in .libs/)", kExpected)};
  }
  if (begin.starts_with("MZ")) throw Refusal{fmt::format("{}one of Windows", kExpected)};
  if (!begin.starts_with(ELFMAG) || begin.size() < EI_NIDENT) {
    throw Refusal{fmt::format("{}something else", kExpected)};
  }
  if (begin[EI_CLASS] == ELFCLASS32) {
    throw Refusal{fmt::format("expected a 64-bit program, found a 32-bit one; {} without -m32", kHowToBuild)};
  }
}

void check_header(Elf* elf, std::uint64_t file_size) {
  GElf_Ehdr header;
  const bool readable = elf != nullptr && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) != nullptr;
  if (!readable || header.e_shoff > file_size || header.e_phoff > file_size) {
    throw Refusal{"expected an ELF executable, found an ELF file that is damaged"};
  }
  if (header.e_machine != kMachine) {
    throw Refusal{fmt::format("expected a program for {}, found one for {}; build it for this machine",
                              name_of_machine(kMachine), name_of_machine(header.e_machine))};
  }
  if (header.e_type == ET_REL) {
    throw Refusal{
        fmt::format("expected an executable, found an object file; link it with graphfuzz-cc or "
                    "graphfuzz-c++")};
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    throw Refusal{fmt::format("expected an executable, found {}",
                              header.e_type == ET_CORE ? "the memory of a program that has crashed (a core file)"
                                                       : fmt::format("an ELF file of type {}", header.e_type))};
  }
  if (header.e_shnum == 0 && header.e_shoff == 0) {
    throw Refusal{
        fmt::format("expected an executable with section headers, found one without; {}, and do not strip it "
                    "of them",
                    kHowToBuild)};
  }
}

void check_facts(const ElfFacts& facts, bool fixed) {
  if (!facts.interpreter && !fixed && !facts.pie) {
    throw Refusal{"expected an executable, found a shared library; name a program that uses it"};
  }
  if (needs(facts, "libtsan.so") || facts.defines_instrumentation) {
    throw Refusal{
        fmt::format("expected a program with graphfuzz's runtime, found one that is linked with "
                    "ThreadSanitizer's (libtsan); give -fsanitize=thread to the compiler only, not to the "
                    "linker, or {}, which do so",
                    kHowToBuild)};
  }
  if (!facts.interpreter || !facts.dynamic) {
    throw Refusal{
        fmt::format("expected a program with shared libraries, found one that is linked statically; {} "
                    "without -static",
                    kHowToBuild)};
  }
  if (!needs(facts, kRuntimeFile)) {
    const std::string_view compiled = facts.imports_instrumentation
                                          ? "; it is compiled with -fsanitize=thread, so it is enough to link it again"
                                          : "";
    throw Refusal{fmt::format("expected a program that is linked with {}, found one that is not; {}{}", kRuntimeFile,
                              kHowToBuild, compiled)};
  }
  if (!facts.imports_instrumentation) {
    throw Refusal{
        fmt::format("expected a program compiled with -fsanitize=thread, found no call of __tsan_ functions "
                    "in it; {}, all of it, and not with -fno-sanitize=thread",
                    kHowToBuild)};
  }
  if (!facts.bound_now && facts.has_lazy) {
    throw Refusal{
        fmt::format("expected a program that is linked with -Wl,-z,now, found one that binds functions "
                    "lazily; link it with that option (and without -Wl,-z,lazy), or {}",
                    kHowToBuild)};
  }
}

}  // namespace

bool looks_executable(const std::string& file) {
  const Descriptor open(file);
  if (open.number() < 0) return false;
  const std::string begin = beginning(open.number());
  return begin.starts_with(ELFMAG) || begin.starts_with("#!") || begin.starts_with("MZ");
}

ExecutableCheck check_executable(const std::string& file) {
  ExecutableCheck check;
  try {
    const Descriptor open(file);
    if (open.number() < 0) throw Refusal{fmt::format("cannot be read: {}", open.error())};
    check_kind(beginning(open.number()));
    if (elf_version(EV_CURRENT) == EV_NONE) throw Refusal{"cannot be read: libelf is too old"};
    const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_begin(open.number(), ELF_C_READ, nullptr), elf_end);
    struct stat status {};
    ::fstat(open.number(), &status);
    check_header(elf.get(), static_cast<std::uint64_t>(status.st_size));
    GElf_Ehdr header;
    gelf_getehdr(elf.get(), &header);
    const ElfFacts facts = read_facts(elf.get());
    check_facts(facts, header.e_type == ET_EXEC);
    if (::access(file.c_str(), X_OK) != 0) {
      throw Refusal{"expected a file that may be executed, found one that may not; chmod +x"};
    }
    if (!facts.debug_information) {
      check.remark =
          fmt::format("{}: there is no debug information in it (-g): what is reported has no source lines", file);
    }
  } catch (const Refusal& refusal) {
    check.refusal = fmt::format("{}: {}", file, refusal.text);
  }
  return check;
}

}  // namespace graphfuzz::native
