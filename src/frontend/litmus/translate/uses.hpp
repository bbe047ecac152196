// What a test does with its shared objects, and what its expressions do: asked before C is written.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "../parsed_test.hpp"

namespace graphfuzz::litmus::c11 {

enum class Use : std::uint8_t {
  none,    ///< no thread mentions it, and nobody has its address
  mutex,   ///< locked and unlocked, in the way that a mutex of POSIX allows, and nothing else
  plain,   ///< accessed by its name and by plain accesses only
  atomic,  ///< all others
};

/// By number in Symbols::objects(). `observed`: of those, the names that a final state tells.
std::vector<Use> find_uses(const ParsedTest& test, const std::set<std::string_view>& observed);

/// Is `name` the name of a parameter of the function, so of a location?
const Parameter* find_parameter(const Function& function, std::string_view name);

/// The name at the root of an expression that computes an address by going on from where a location is: `a` of
/// `a + (r0 & 1)`. Empty if it is another kind of address.
std::string_view address_root(const Expression& e, const Function& function);

/// Does it access memory, or assign to a register, or fail?
bool acts(const Expression& e);
/// `*p` or `p[i]`.
bool is_plain_access(const Expression& e);
/// Is there such a one in it?
bool accesses_plainly(const Expression& e);
/// Is there an atomic read-modify-write in it that is no compare-exchange?
bool has_update(const Statement& s);

/// The registers that it assigns to, and the names that it mentions otherwise.
struct Mentions {
  std::set<std::string_view> written;
  std::set<std::string_view> read;
};
void collect(const Expression& e, Mentions& mentions);
void collect(const Statement& s, Mentions& mentions);

/// The registers whose address is taken: `&e`.
void collect_addressed(const Statement& s, std::set<std::string_view>& names);

bool has_return(const Statement& s);

/// Do signed integers stay small, so that C's arithmetic on them is defined as it stands? Only what needs some 10 000
/// rounds of a loop to become large is overlooked.
bool stays_small(const ParsedTest& test);

}  // namespace graphfuzz::litmus::c11
