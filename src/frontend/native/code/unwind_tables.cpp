#include "frontend/native/code/unwind_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

// Of libgcc's unwinder, which has the tables of all that is loaded.
struct dwarf_eh_bases {
  void* text;
  void* data;
  void* function;
};
extern "C" const void* _Unwind_Find_FDE(const void* at, dwarf_eh_bases* bases);

namespace graphfuzz::native {
namespace {

// DW_EH_PE_…: how a number is written, and what it is relative to.
enum Encoding : std::uint8_t {
  kAbsolute = 0x00,
  kUleb = 0x01,
  kUnsigned2 = 0x02,
  kUnsigned4 = 0x03,
  kUnsigned8 = 0x04,
  kSleb = 0x09,
  kSigned2 = 0x0a,
  kSigned4 = 0x0b,
  kSigned8 = 0x0c,
  kFormat = 0x0f,
  kToItself = 0x10,
  kOmitted = 0xff
};

struct Function {
  const unsigned char* entry = nullptr;  // its frame description
  CodeAddress begin = 0;
};

std::optional<Function> function_at(CodeAddress at) {
  dwarf_eh_bases bases{};
  const void* const entry = _Unwind_Find_FDE(reinterpret_cast<const void*>(at), &bases);
  if (entry == nullptr || bases.function == nullptr) return std::nullopt;
  return Function{static_cast<const unsigned char*>(entry), reinterpret_cast<CodeAddress>(bases.function)};
}

class TableReader {
 public:
  explicit TableReader(const unsigned char* at) : at_(at) {}
  const unsigned char* at() const { return at_; }

  template <class T>
  T fixed() {
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint64_t uleb() { return leb().first; }
  std::int64_t sleb() {
    const auto [bits, count] = leb();
    const bool negative = count < 64 && (bits >> (count - 1) & 1) != 0;
    return static_cast<std::int64_t>(negative ? bits | ~std::uint64_t{0} << count : bits);
  }
  void skip(std::uint64_t bytes) { at_ += bytes; }
  // As `encoding` says. Nothing if that is not one of those that compilers use here.
  std::optional<std::uint64_t> encoded(std::uint8_t encoding) {
    const auto from = reinterpret_cast<std::uint64_t>(at_);
    std::uint64_t value = 0;
    switch (encoding & kFormat) {
      case kAbsolute:
      case kUnsigned8:
      case kSigned8:
        value = fixed<std::uint64_t>();
        break;
      case kUleb:
        value = uleb();
        break;
      case kSleb:
        value = static_cast<std::uint64_t>(sleb());
        break;
      case kUnsigned2:
        value = fixed<std::uint16_t>();
        break;
      case kUnsigned4:
        value = fixed<std::uint32_t>();
        break;
      case kSigned2:
        value = static_cast<std::uint64_t>(std::int64_t{fixed<std::int16_t>()});
        break;
      case kSigned4:
        value = static_cast<std::uint64_t>(std::int64_t{fixed<std::int32_t>()});
        break;
      default:
        return std::nullopt;
    }
    switch (encoding & ~kFormat) {
      case 0:
        return value;
      case kToItself:
        return value == 0 ? 0 : value + from;  // 0 is for none
      default:
        return std::nullopt;
    }
  }

 private:
  // And how many bits were written.
  std::pair<std::uint64_t, unsigned> leb() {
    std::uint64_t value = 0;
    unsigned count = 0;
    unsigned char byte = 0;
    do {
      byte = *at_++;
      if (count < 64) value |= std::uint64_t{byte & 0x7fU} << count;
      count += 7;
    } while ((byte & 0x80) != 0);
    return {value, count};
  }

  const unsigned char* at_;
};

// What frame descriptions have in common says how they are written.
struct Common {
  bool has_more = false;  // than where code begins and ends, and how to unwind
  std::uint8_t table = kOmitted;
  std::uint8_t code = kAbsolute;
  std::uint64_t code_unit = 1;
  std::int64_t data_unit = 1;
  const unsigned char* begin = nullptr;  // of what holds where functions begin
  const unsigned char* end = nullptr;
};

std::optional<Common> common_of(const unsigned char* entry) {
  const auto back = TableReader(entry + 4).fixed<std::uint32_t>();
  TableReader reader(entry + 4 - back);
  const auto length = reader.fixed<std::uint32_t>();
  if (length == ~std::uint32_t{0}) return std::nullopt;  // a longer one
  Common common;
  common.end = reader.at() + length;
  reader.fixed<std::uint32_t>();
  const auto version = reader.fixed<std::uint8_t>();
  if (version != 1 && version != 3) return std::nullopt;
  const std::string_view more(reinterpret_cast<const char*>(reader.at()));
  reader.skip(more.size() + 1);
  common.code_unit = reader.uleb();
  common.data_unit = reader.sleb();
  version == 1 ? reader.fixed<std::uint8_t>() : reader.uleb();  // where the return address is
  common.begin = reader.at();
  if (more.empty()) return common;
  if (more.front() != 'z') return std::nullopt;
  common.has_more = true;
  const auto size = reader.uleb();
  common.begin = reader.at() + size;
  for (const char what : more.substr(1)) {
    if (what == 'L') {
      common.table = reader.fixed<std::uint8_t>();
    } else if (what == 'R') {
      common.code = reader.fixed<std::uint8_t>();
    } else if (what == 'P') {
      // Where the pointer to the personality routine is, or that itself; which does not matter.
      const auto encoding = reader.fixed<std::uint8_t>();
      if (!reader.encoded(encoding & kFormat)) return std::nullopt;
    } else if (what != 'S') {
      return std::nullopt;
    }
  }
  return common;
}

// What is said of one function.
struct Description {
  Common common;
  std::uint64_t table = 0;               // of what it does with exceptions; 0: none
  const unsigned char* begin = nullptr;  // of how to unwind
  const unsigned char* end = nullptr;
};

std::optional<Description> description_of(const unsigned char* entry) {
  const std::optional<Common> common = common_of(entry);
  if (!common) return std::nullopt;
  Description description{*common};
  TableReader reader(entry);
  const auto length = reader.fixed<std::uint32_t>();
  description.end = reader.at() + length;
  reader.fixed<std::uint32_t>();
  if (!reader.encoded(common->code) || !reader.encoded(common->code & kFormat)) return std::nullopt;
  description.begin = reader.at();
  if (!common->has_more) return description;
  const auto more = reader.uleb();
  description.begin = reader.at() + more;
  if (common->table == kOmitted) return description;
  const std::optional<std::uint64_t> table = reader.encoded(common->table);
  if (!table) return std::nullopt;
  description.table = *table;
  return description;
}

// DW_CFA_…: what changes from one place of a function to the next (DWARF 5, section 6.4.2).
class UnwindProgram {
 public:
  UnwindProgram(const Common& common, CodeAddress from) : common_(common), at_(from) {}

  // Up to where `to` is no more behind. False if there is something that compilers do not use.
  bool run(const unsigned char* begin, const unsigned char* end, CodeAddress to) {
    TableReader reader(begin);
    while (reader.at() < end && at_ <= to) {
      if (!step(reader)) return false;
    }
    return true;
  }
  // What holds now does where functions begin.
  void begin() { first_ = now_; }
  const Unwinding& now() const { return now_; }

 private:
  // As the psABI of x86-64 numbers them (figure 3.36).
  static std::optional<std::size_t> kept(std::uint64_t number) {
    switch (number) {
      case 3:
        return kRbx;
      case 6:
        return kRbp;
      case 12:
      case 13:
      case 14:
      case 15:
        return static_cast<std::size_t>(kR12) + (number - 12);
      default:
        return std::nullopt;
    }
  }
  void save(std::uint64_t number, std::int64_t offset) {
    if (const auto r = kept(number)) now_.saved[*r] = static_cast<std::int32_t>(offset * common_.data_unit);
  }
  void restore(std::uint64_t number) {
    if (const auto r = kept(number)) now_.saved[*r] = first_.saved[*r];
  }
  bool advance(std::uint64_t units) {
    at_ += units * common_.code_unit;
    return true;
  }

  bool step(TableReader& reader) {
    const auto code = reader.fixed<std::uint8_t>();
    const std::uint64_t low = code & 0x3fU;
    switch (code & 0xc0U) {
      case 0x40:
        return advance(low);
      case 0x80:
        save(low, static_cast<std::int64_t>(reader.uleb()));
        return true;
      case 0xc0:
        restore(low);
        return true;
      default:
        break;
    }
    switch (code) {
      case 0x00:  // nop
        return true;
      case 0x02:  // advance_loc1, 2, 4
        return advance(reader.fixed<std::uint8_t>());
      case 0x03:
        return advance(reader.fixed<std::uint16_t>());
      case 0x04:
        return advance(reader.fixed<std::uint32_t>());
      case 0x05: {  // offset_extended
        const auto number = reader.uleb();
        save(number, static_cast<std::int64_t>(reader.uleb()));
        return true;
      }
      case 0x06:  // restore_extended
        restore(reader.uleb());
        return true;
      case 0x0a:  // remember_state
        remembered_.push_back(now_.saved);
        return true;
      case 0x0b:  // restore_state
        if (remembered_.empty()) return false;
        now_.saved = remembered_.back();
        remembered_.pop_back();
        return true;
      case 0x0c:  // def_cfa
        reader.uleb();
        reader.uleb();
        return true;
      case 0x0d:  // def_cfa_register
      case 0x0e:  // def_cfa_offset
        reader.uleb();
        return true;
      case 0x2e:  // GNU_args_size
        now_.arguments = reader.uleb();
        return true;
      default:
        return false;
    }
  }

  const Common& common_;
  CodeAddress at_;
  Unwinding now_, first_;
  std::vector<decltype(Unwinding::saved)> remembered_;
};

}  // namespace

std::optional<CodeAddress> function_begin(CodeAddress at) {
  const std::optional<Function> function = function_at(at);
  return function ? std::optional(function->begin) : std::nullopt;
}

std::optional<std::pair<CodeAddress, CodeAddress>> function_bounds(CodeAddress at) {
  const std::optional<Function> function = function_at(at);
  if (!function) return std::nullopt;
  const auto has = [&](CodeAddress other) { return function_begin(other) == function->begin; };
  // Behind the length, the entry in common and where it begins, as compilers encode that.
  const auto size = TableReader(function->entry + 12).fixed<std::uint32_t>();
  if (size > 0 && has(function->begin + size - 1) && !has(function->begin + size)) {
    return std::pair(function->begin, function->begin + size);
  }
  CodeAddress end = at + 1;
  while (has(end)) ++end;
  return std::pair(function->begin, end);
}

std::optional<Unwinding> unwinding(CodeAddress return_address) {
  const std::optional<Function> function = function_at(return_address - 1);
  if (!function) return std::nullopt;
  const std::optional<Description> description = description_of(function->entry);
  if (!description) return std::nullopt;
  UnwindProgram program(description->common, function->begin);
  if (!program.run(description->common.begin, description->common.end, function->begin)) return std::nullopt;
  program.begin();
  if (!program.run(description->begin, description->end, return_address - 1)) return std::nullopt;
  return program.now();
}

std::optional<LandingPads::Sites> LandingPads::read(const unsigned char* entry, CodeAddress function) {
  const std::optional<Description> description = description_of(entry);
  if (!description) return std::nullopt;
  if (description->table == 0) return Sites();
  TableReader reader(reinterpret_cast<const unsigned char*>(description->table));
  CodeAddress base = function;
  if (const auto encoding = reader.fixed<std::uint8_t>(); encoding != kOmitted) {
    const std::optional<std::uint64_t> given = reader.encoded(encoding);
    if (!given) return std::nullopt;
    base = *given;
  }
  if (reader.fixed<std::uint8_t>() != kOmitted) reader.uleb();  // where types are
  const auto encoding = reader.fixed<std::uint8_t>();
  const auto size = reader.uleb();
  const unsigned char* const sites_end = reader.at() + size;
  Sites sites;
  while (reader.at() < sites_end) {
    const auto begin = reader.encoded(encoding), covered = reader.encoded(encoding), pad = reader.encoded(encoding);
    if (!begin || !covered || !pad) return std::nullopt;
    reader.uleb();  // what it catches
    sites.push_back({function + *begin, function + *begin + *covered, *pad == 0 ? 0 : base + *pad});
  }
  return sites;
}

std::optional<CodeAddress> LandingPads::of(CodeAddress return_address) {
  const std::optional<Function> function = function_at(return_address - 1);
  if (!function) return std::nullopt;
  auto known = sites_.find(function->begin);
  if (known == sites_.end()) known = sites_.emplace(function->begin, read(function->entry, function->begin)).first;
  if (!known->second) return std::nullopt;
  for (const Site& site : *known->second) {
    if (site.begin <= return_address - 1 && return_address - 1 < site.end) return site.pad;
  }
  return 0;
}

}  // namespace graphfuzz::native
