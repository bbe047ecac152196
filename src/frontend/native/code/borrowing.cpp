#include "frontend/native/code/borrowing.hpp"

#include <algorithm>

#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

constexpr std::size_t kDeepestCalls = 64;

}  // namespace

const void* Callees::module_of(CodeAddress function) {
  const auto [found, is_new] = modules_.try_emplace(function);
  if (is_new) found->second = native::module_of(function);
  return found->second;
}

// What is found must not go by whom it is asked for first: in another process that may be another function. So all that
// are in a circle of calls may do anything.
const Borrowing& Callees::borrowing(CodeAddress function, CodeAddress from) {
  static const Borrowing anything{};
  if (module_of(function) != module_of(from)) return anything;
  if (const auto found = known_.find(function); found != known_.end()) {
    const auto begin = std::ranges::find(open_, function);
    for (auto open = begin; open != open_.end(); ++open) known_.find(*open)->second->calls_itself = true;
    return begin == open_.end() ? found->second->borrowing : anything;
  }
  if (open_.size() == kDeepestCalls) return anything;
  known_.emplace(function, std::make_unique<Callee>());
  open_.push_back(function);
  const Borrowing borrowing = FunctionCode(function, *this, true).borrowing();
  open_.pop_back();
  Callee& known = *known_.find(function)->second;
  if (!known.calls_itself) known.borrowing = borrowing;
  return known.borrowing;
}

}  // namespace graphfuzz::native
