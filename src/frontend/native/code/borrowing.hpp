// Borrowing: what functions do with the addresses that they are given, as their code says.
#pragma once

#include <array>
#include <bitset>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/native/code/called_function.hpp"
#include "frontend/native/code/calling_convention.hpp"

namespace graphfuzz::native {

/// While a function is looked at, addresses that it gets are as far as this from each other, and from its frame.
inline constexpr std::int32_t kApart = std::int32_t{1} << 20;
constexpr std::int32_t address_of_argument(std::size_t argument) {
  return (static_cast<std::int32_t>(argument) + 1) * kApart;
}
/// Nothing of an address in the frame, or of the arguments on the stack.
constexpr std::optional<std::size_t> argument_at(std::int32_t address) {
  if (address < kApart / 2) return {};
  const auto argument = static_cast<std::size_t>((address + kApart / 2) / kApart - 1);
  return argument < kArguments ? std::optional(argument) : std::nullopt;
}

/// What a function does with its arguments, where they are addresses.
struct Borrowing {
  static constexpr std::size_t kBytes = 256;
  struct Argument {
    std::bitset<kBytes> reads{};  ///< of the bytes from that address on
    std::bitset<kBytes> writes{};
    std::bitset<kBytes> fills{};  ///< of these, what it writes in any case
  };
  struct Returned {
    std::size_t argument = 0;
    std::int32_t offset = 0;
    friend bool operator==(const Returned&, const Returned&) = default;
  };
  bool keeps = true;        ///< it may leave one of them somewhere, or access more than is said here
  bool reads_stack = true;  ///< there may be more of them on the stack
  RegisterSet written = 0;  ///< of rax and rdx, those that an instruction of its own writes
  std::array<Argument, kArguments> arguments{};
  /// In rax and rdx, addresses so far from those of arguments.
  std::array<std::optional<Returned>, std::size(kReturnRegisters)> returned{};
};

/// What is known of functions that are called.
class Callees {
 public:
  explicit Callees(ClassifyFunction classify) : classify_(std::move(classify)) {}
  CalledFunction classify(CodeAddress function) const { return classify_(function); }
  /// Of an ordinary one that is called at that place. Those that call themselves, if through others, may do anything,
  /// and so may those of other libraries, which may have been compiled in other ways (GCC's -fipa-ra).
  const Borrowing& borrowing(CodeAddress function, CodeAddress from);

 private:
  ClassifyFunction classify_;
  struct Callee {
    Borrowing borrowing{};
    bool calls_itself = false;
  };
  boost::unordered_flat_map<CodeAddress, std::unique_ptr<Callee>> known_;
  const void* module_of(CodeAddress function);
  boost::unordered_flat_map<CodeAddress, const void*> modules_;
  std::vector<CodeAddress> open_{};  // that are looked at, each called by the one before
};

}  // namespace graphfuzz::native
