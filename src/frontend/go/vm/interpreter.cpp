// Executes instructions until the goroutine wants something of the engine.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "frontend/go/vm/format.hpp"
#include "frontend/go/vm/run.hpp"

namespace graphfuzz::go::vm {
namespace {

void copy(Slot* to, const Slot* from, std::uint32_t count) {
  std::memmove(static_cast<void*>(to), from, count * sizeof(Slot));
}

/// An integer of `bits` bits in two's complement.
std::int64_t wrap(std::int64_t value, std::int32_t bits, bool is_signed) {
  const int unused = 64 - bits;
  const auto high = static_cast<std::uint64_t>(value) << unused;
  return is_signed ? static_cast<std::int64_t>(high) >> unused : static_cast<std::int64_t>(high >> unused);
}

std::int64_t to_integer(double value) {
  if (!(value > -9.3e18 && value < 9.3e18)) return std::numeric_limits<std::int64_t>::min();
  if (value >= 9223372036854775808.0 || value < -9223372036854775808.0) {
    return std::numeric_limits<std::int64_t>::min();
  }
  return static_cast<std::int64_t>(value);
}

/// Room for `more` elements behind a slice's; as Go does, twice the capacity, but less from 256 elements on.
Slot grown(Arena& arena, const Slot& slice, std::uint64_t more, std::uint32_t size) {
  const std::uint64_t length = slice.length() + more;
  if (length > 0xffffffffU) throw OutOfMemory{};
  if (length <= slice.capacity()) return Slot::slice(slice.p, length, slice.capacity());
  std::uint64_t capacity = slice.capacity();
  if (length > 2 * capacity) {
    capacity = length + (length > 1 ? length & 1 : 0);
  } else if (capacity < 256) {
    capacity *= 2;
  } else {
    while (capacity < length) capacity += (capacity + 768) / 4;
  }
  Slot* fresh = arena.slots(capacity * size);
  if (slice.length() > 0) copy(fresh, slice.p, slice.length() * size);
  return Slot::slice(fresh, length, capacity);
}

}  // namespace

void MachineRun::access_slots(const Frame& frame, const Slot* first, std::uint32_t count, bool writes) {
  if (frame.code->prelude) return;
  const Position where = position(frame);
  for (std::uint32_t i = 0; i < count; ++i) {
    observer_->access(current_, reinterpret_cast<std::uintptr_t>(first + i), writes, where);
  }
}

void MachineRun::access(const Frame& frame, const void* variable, bool writes) {
  if (frame.code->prelude) return;
  observer_->access(current_, reinterpret_cast<std::uintptr_t>(variable), writes, position(frame));
}

void MachineRun::execute(Goroutine& g) {
  for (;;) {
    try {
      interpret(g);
      return;
    } catch (const OutOfMemory&) {
      fatal(g, Panic::other, "out of memory");
      return;
    } catch (const Incomparable& failure) {
      const std::string type = to_string(failure.type->type);
      const std::string text =
          failure.hashing ? "hash of unhashable type " + type : "comparing uncomparable type " + type;
      if (!raise_error(g, Panic::other, text)) return;
    }
  }
}

void MachineRun::interpret(Goroutine& g) {
  if (g.frames.empty()) return;
  Frame* frame = &g.frames.back();
  Slot* r = g.stack.data() + frame->base;
  const Instruction* pc = frame->pc;
  std::int64_t left = code_->instruction_limit;
  const Slot* constants = code_->constants.data();
  const auto& types = code_->types;

// After what may have changed the stack of frames. Where `goes_on` is false, the goroutine waits for the engine.
#define GO_ON(goes_on)                \
  {                                   \
    if (!(goes_on)) return;           \
    frame = &g.frames.back();         \
    r = g.stack.data() + frame->base; \
    pc = frame->pc;                   \
    break;                            \
  }
#define SAVE() frame->pc = pc
#define NIL_PANIC()                                                                                    \
  {                                                                                                    \
    SAVE();                                                                                            \
    GO_ON(raise_error(g, Panic::nil_dereference, "invalid memory address or nil pointer dereference")) \
  }
#define OBSERVE(first, count, writes)                                       \
  if (observer_ != nullptr) [[unlikely]] {                                  \
    SAVE();                                                                 \
    access_slots(*frame, first, static_cast<std::uint32_t>(count), writes); \
  }
#define COUNT(by)                                                                                      \
  if ((left -= (by)) < 0) [[unlikely]] {                                                               \
    SAVE();                                                                                            \
    fatal(g, Panic::other,                                                                             \
          std::to_string(code_->instruction_limit) + " instructions without a concurrency operation"); \
    return;                                                                                            \
  }

  for (;;) {
    const Instruction& i = *pc++;
    switch (i.op) {
      case Op::move:
        r[i.a] = r[i.b];
        break;
      case Op::move_n:
        copy(r + i.a, r + i.b, i.n);
        break;
      case Op::load_int:
        r[i.a].u = static_cast<std::uint32_t>(i.c) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(i.d)) << 32;
        r[i.a].n = 0;
        break;
      case Op::load_constant:
        r[i.a] = constants[i.b];
        break;
      case Op::zero:
        std::fill_n(r + i.a, i.n, Slot::integer(0));
        break;
      case Op::box: {
        SAVE();
        Slot* fresh = arena_.slots(i.n);
        copy(fresh, r + i.b, i.n);
        r[i.a] = Slot::pointer(fresh);
        break;
      }
      case Op::new_object:
        SAVE();
        r[i.a] = Slot::pointer(arena_.slots(static_cast<std::size_t>(i.c)));
        break;
      case Op::load: {
        const Slot* from = r[i.b].p;
        if (from == nullptr) NIL_PANIC()
        OBSERVE(from + i.c, i.n, false)
        if (i.n == 1) {
          r[i.a] = from[i.c];
        } else {
          copy(r + i.a, from + i.c, i.n);
        }
        break;
      }
      case Op::store: {
        Slot* to = r[i.a].p;
        if (to == nullptr) NIL_PANIC()
        OBSERVE(to + i.c, i.n, true)
        copy(to + i.c, r + i.b, i.n);
        break;
      }
      case Op::initialize:
        copy(r[i.a].p + i.c, r + i.b, i.n);
        break;
      case Op::load_global:
        OBSERVE(globals_ + i.b, i.n, false)
        copy(r + i.a, globals_ + i.b, i.n);
        break;
      case Op::store_global:
        OBSERVE(globals_ + i.a, i.n, true)
        copy(globals_ + i.a, r + i.b, i.n);
        break;
      case Op::global_address:
        r[i.a] = Slot::pointer(globals_ + i.b);
        break;
      case Op::field_address:
        if (r[i.b].p == nullptr) NIL_PANIC()
        r[i.a] = Slot::pointer(r[i.b].p + i.c);
        break;
      case Op::captures:
        copy(r + i.a, frame->closure + 1, i.n);
        break;

      case Op::index_slice: {
        const Slot slice = r[i.b];
        const std::int64_t index = r[i.c].i;
        if (static_cast<std::uint64_t>(index) >= slice.length()) {
          SAVE();
          GO_ON(raise_index(g, index, slice.length()))
        }
        r[i.a] = Slot::pointer(slice.p + index * i.n);
        break;
      }
      case Op::check_index:
        if (static_cast<std::uint64_t>(r[i.a].i) >= static_cast<std::uint64_t>(i.b)) {
          SAVE();
          GO_ON(raise_index(g, r[i.a].i, i.b))
        }
        break;
      case Op::element:
        if (r[i.b].p == nullptr) NIL_PANIC()
        r[i.a] = Slot::pointer(r[i.b].p + i.c + r[i.d].i * i.n);
        break;
      case Op::get_local:
        copy(r + i.a, r + i.b + r[i.c].i, i.n);
        break;
      case Op::set_local:
        copy(r + i.a + r[i.b].i, r + i.c, i.n);
        break;
      case Op::index_string: {
        const std::string_view text = r[i.b].string();
        const std::int64_t index = r[i.c].i;
        if (static_cast<std::uint64_t>(index) >= text.size()) {
          SAVE();
          GO_ON(raise_index(g, index, static_cast<std::int64_t>(text.size())))
        }
        r[i.a] = Slot::integer(static_cast<unsigned char>(text[static_cast<std::size_t>(index)]));
        break;
      }
      case Op::slice_slice: {
        const Slot slice = r[i.b];
        const std::int64_t capacity = slice.capacity();
        const std::int64_t maximum = (i.d & 4) != 0 ? r[i.c + 2].i : capacity;
        const std::int64_t high = (i.d & 2) != 0 ? r[i.c + 1].i : slice.length();
        const std::int64_t low = (i.d & 1) != 0 ? r[i.c].i : 0;
        if (maximum < 0 || maximum > capacity || high < 0 || high > maximum || low < 0 || low > high) {
          SAVE();
          std::string text = "slice bounds out of range [";
          if (maximum < 0 || maximum > capacity) {
            text += "::" + std::to_string(maximum) + "] with capacity " + std::to_string(capacity);
          } else if (high < 0 || high > maximum) {
            text += ":" + std::to_string(high) + "]" + (high < 0 ? "" : " with capacity " + std::to_string(maximum));
          } else {
            text += std::to_string(low) + ":" + std::to_string(high) + "]";
          }
          GO_ON(raise_error(g, Panic::index_out_of_range, text))
        }
        r[i.a] = Slot::slice(slice.p == nullptr ? nullptr : slice.p + low * i.n, static_cast<std::uint64_t>(high - low),
                             static_cast<std::uint64_t>(maximum - low));
        break;
      }
      case Op::slice_string: {
        const std::string_view text = r[i.b].string();
        const auto length = static_cast<std::int64_t>(text.size());
        const std::int64_t high = (i.d & 2) != 0 ? r[i.c + 1].i : length;
        const std::int64_t low = (i.d & 1) != 0 ? r[i.c].i : 0;
        if (high < 0 || high > length || low < 0 || low > high) {
          SAVE();
          const std::string bad = high < 0 || high > length
                                      ? ":" + std::to_string(high) + "] with length " + std::to_string(length)
                                      : std::to_string(low) + ":" + std::to_string(high) + "]";
          GO_ON(raise_error(g, Panic::index_out_of_range, "slice bounds out of range [" + bad))
        }
        r[i.a] = Slot::text(text.substr(static_cast<std::size_t>(low), static_cast<std::size_t>(high - low)));
        break;
      }
      case Op::array_to_slice:
        if (r[i.b].p == nullptr) NIL_PANIC()
        r[i.a] = Slot::slice(r[i.b].p, static_cast<std::uint64_t>(i.c), static_cast<std::uint64_t>(i.c));
        break;
      case Op::slice_of: {
        SAVE();
        const auto count = static_cast<std::uint32_t>(i.c);
        Slot* fresh = arena_.slots(std::size_t{count} * i.n);
        copy(fresh, r + i.b, count * i.n);
        r[i.a] = Slot::slice(fresh, count, count);
        break;
      }
      case Op::make_slice: {
        SAVE();
        const std::int64_t length = r[i.b].i;
        const std::int64_t capacity = r[i.c].i;
        if (length < 0 || length > (std::int64_t{1} << 31)) {
          GO_ON(raise_error(g, Panic::other, "makeslice: len out of range"))
        }
        if (capacity < length || capacity > (std::int64_t{1} << 31)) {
          GO_ON(raise_error(g, Panic::other, "makeslice: cap out of range"))
        }
        r[i.a] = Slot::slice(arena_.slots(static_cast<std::size_t>(capacity) * i.n), static_cast<std::uint64_t>(length),
                             static_cast<std::uint64_t>(capacity));
        break;
      }
      case Op::append: {
        SAVE();
        const Slot old = r[i.b];
        const auto count = static_cast<std::uint32_t>(i.d);
        const Slot fresh = count == 0 ? old : grown(arena_, old, count, i.n);
        Slot* at = fresh.p + std::size_t{old.length()} * i.n;
        if (count > 0) {
          if (fresh.p != old.p && old.p != nullptr) OBSERVE(old.p, old.length() * i.n, false)
          OBSERVE(at, count * i.n, true)
          copy(at, r + i.c, count * i.n);
        }
        r[i.a] = fresh;
        break;
      }
      case Op::append_slice: {
        SAVE();
        const Slot old = r[i.b];
        const Slot more = r[i.c];
        const Slot fresh = more.length() == 0 ? old : grown(arena_, old, more.length(), i.n);
        if (more.length() > 0) {
          Slot* at = fresh.p + std::size_t{old.length()} * i.n;
          OBSERVE(more.p, more.length() * i.n, false)
          OBSERVE(at, more.length() * i.n, true)
          copy(at, more.p, more.length() * i.n);
        }
        r[i.a] = fresh;
        break;
      }
      case Op::append_string: {
        SAVE();
        const Slot old = r[i.b];
        const std::string_view more = r[i.c].string();
        const Slot fresh = more.empty() ? old : grown(arena_, old, more.size(), 1);
        for (std::size_t k = 0; k < more.size(); ++k) {
          fresh.p[old.length() + k] = Slot::integer(static_cast<unsigned char>(more[k]));
        }
        r[i.a] = fresh;
        break;
      }
      case Op::copy_slice: {
        const std::uint32_t count = std::min(r[i.b].length(), r[i.c].length());
        OBSERVE(r[i.c].p, count * i.n, false)
        OBSERVE(r[i.b].p, count * i.n, true)
        if (count > 0) copy(r[i.b].p, r[i.c].p, count * i.n);
        r[i.a] = Slot::integer(count);
        break;
      }
      case Op::copy_string: {
        const std::string_view from = r[i.c].string();
        const auto count = std::min<std::size_t>(r[i.b].length(), from.size());
        for (std::size_t k = 0; k < count; ++k) r[i.b].p[k] = Slot::integer(static_cast<unsigned char>(from[k]));
        r[i.a] = Slot::integer(static_cast<std::int64_t>(count));
        break;
      }
      case Op::length:
        r[i.a] = Slot::integer(r[i.b].length());
        break;
      case Op::length_string:
        r[i.a] = Slot::integer(static_cast<std::int64_t>(r[i.b].n));
        break;
      case Op::capacity:
        r[i.a] = Slot::integer(r[i.b].capacity());
        break;
      case Op::length_map: {
        const auto* map = static_cast<const Map*>(r[i.b].o);
        if (map != nullptr && observer_ != nullptr) {
          SAVE();
          access(*frame, map, false);
        }
        r[i.a] = Slot::integer(map == nullptr ? 0 : map->size());
        break;
      }
      case Op::length_channel: {
        const auto* channel = static_cast<const Channel*>(r[i.b].o);
        if (channel == nullptr || channel->capacity == 0) {
          r[i.a] = Slot::integer(0);
          break;
        }
        SAVE();
        operation(g, Kind::length, channel->object);
        return;
      }
      case Op::capacity_channel: {
        const auto* channel = static_cast<const Channel*>(r[i.b].o);
        r[i.a] = Slot::integer(channel == nullptr ? 0 : channel->capacity);
        break;
      }

      case Op::make_map: {
        SAVE();
        const TypeInfo& type = types[static_cast<std::size_t>(i.d)];
        r[i.a] = Slot::integer(0);
        r[i.a].o = Map::make(arena_, *type.key, type.element->slots);
        break;
      }
      case Op::map_get: {
        SAVE();
        const auto* map = static_cast<const Map*>(r[i.b].o);
        if (map != nullptr && observer_ != nullptr) access(*frame, map, false);
        const Slot* found = map == nullptr ? nullptr : map->find(r + i.c);
        const std::uint32_t count = types[static_cast<std::size_t>(i.d)].element->slots;
        if (found == nullptr) {
          std::fill_n(r + i.a, count, Slot::integer(0));
        } else {
          copy(r + i.a, found, count);
        }
        if (i.n != 0) r[i.a + static_cast<std::int32_t>(count)] = Slot::integer(found != nullptr ? 1 : 0);
        break;
      }
      case Op::map_set: {
        SAVE();
        auto* map = static_cast<Map*>(r[i.a].o);
        if (map == nullptr) GO_ON(raise_error(g, Panic::other, "assignment to entry in nil map"))
        if (observer_ != nullptr) access(*frame, map, true);
        copy(map->insert(arena_, r + i.b), r + i.c, map->value_slots());
        break;
      }
      case Op::map_delete: {
        SAVE();
        auto* map = static_cast<Map*>(r[i.a].o);
        if (map == nullptr) break;
        if (observer_ != nullptr) access(*frame, map, true);
        map->erase(r + i.b);
        break;
      }
      case Op::map_next: {
        const auto* map = static_cast<const Map*>(r[i.b].o);
        if (map != nullptr && observer_ != nullptr) {
          SAVE();
          access(*frame, map, false);
        }
        const Slot* entry = map == nullptr ? nullptr : map->next(r[i.a].i);
        if (entry == nullptr) {
          pc = frame->code->code.data() + i.c;
        } else {
          copy(r + i.a + 1, entry, map->key_slots() + map->value_slots());
        }
        break;
      }
      case Op::string_next: {
        const std::string_view text = r[i.b].string();
        auto at = static_cast<std::size_t>(r[i.a].i);
        if (at >= text.size()) {
          pc = frame->code->code.data() + i.c;
          break;
        }
        r[i.a + 1] = Slot::integer(static_cast<std::int64_t>(at));
        r[i.a + 2] = Slot::integer(next_rune(text, at));
        r[i.a].i = static_cast<std::int64_t>(at);
        break;
      }

#define BINARY(name, expression)                                   \
  case Op::name: {                                                 \
    const Slot x = r[i.b];                                         \
    const Slot y = r[i.c];                                         \
    r[i.a] = Slot::integer(static_cast<std::int64_t>(expression)); \
    break;                                                         \
  }
#define REAL(name, expression)       \
  case Op::name: {                   \
    const double x = r[i.b].f;       \
    const double y = r[i.c].f;       \
    r[i.a] = Slot::real(expression); \
    break;                           \
  }
#define DIVISION(name, expression)                                  \
  case Op::name: {                                                  \
    const Slot x = r[i.b];                                          \
    const Slot y = r[i.c];                                          \
    if (y.i == 0) {                                                 \
      SAVE();                                                       \
      GO_ON(raise_error(g, Panic::other, "integer divide by zero")) \
    }                                                               \
    r[i.a] = Slot::integer(static_cast<std::int64_t>(expression));  \
    break;                                                          \
  }
#define SHIFT(name, expression)                                    \
  case Op::name: {                                                 \
    const Slot x = r[i.b];                                         \
    const Slot y = r[i.c];                                         \
    if (i.d != 0 && y.i < 0) {                                     \
      SAVE();                                                      \
      GO_ON(raise_error(g, Panic::other, "negative shift amount")) \
    }                                                              \
    r[i.a] = Slot::integer(static_cast<std::int64_t>(expression)); \
    break;                                                         \
  }
        BINARY(add, x.u + y.u)
        BINARY(subtract, x.u - y.u)
        BINARY(multiply, x.u * y.u)
        DIVISION(divide, y.i == -1 ? static_cast<std::int64_t>(0 - x.u) : x.i / y.i)
        DIVISION(remainder, y.i == -1 ? 0 : x.i % y.i)
        DIVISION(divide_unsigned, x.u / y.u)
        DIVISION(remainder_unsigned, x.u % y.u)
        BINARY(bit_and, x.u & y.u)
        BINARY(bit_or, x.u | y.u)
        BINARY(bit_xor, x.u ^ y.u)
        BINARY(and_not, x.u & ~y.u)
        SHIFT(shift_left, y.u >= 64 ? 0 : x.u << y.u)
        SHIFT(shift_right, x.i >> (y.u >= 64 ? 63 : y.u))
        SHIFT(shift_right_unsigned, y.u >= 64 ? 0 : x.u >> y.u)
      case Op::add_constant:
        r[i.a] = Slot::integer(static_cast<std::int64_t>(r[i.b].u + static_cast<std::uint64_t>(std::int64_t{i.c})));
        break;
      case Op::negate:
        r[i.a] = Slot::integer(static_cast<std::int64_t>(0 - r[i.b].u));
        break;
      case Op::complement:
        r[i.a] = Slot::integer(~r[i.b].i);
        break;
      case Op::logical_not:
        r[i.a] = Slot::integer(r[i.b].i == 0 ? 1 : 0);
        break;
      case Op::wrap:
        r[i.a] = Slot::integer(wrap(r[i.b].i, i.c, i.d != 0));
        break;
        BINARY(equal, x.u == y.u)
        BINARY(not_equal, x.u != y.u)
        BINARY(less, x.i < y.i)
        BINARY(less_equal, x.i <= y.i)
        BINARY(less_unsigned, x.u < y.u)
        BINARY(less_equal_unsigned, x.u <= y.u)
        REAL(add_real, x + y)
        REAL(subtract_real, x - y)
        REAL(multiply_real, x * y)
        REAL(divide_real, x / y)
      case Op::negate_real:
        r[i.a] = Slot::real(-r[i.b].f);
        break;
      case Op::round_real:
        r[i.a] = Slot::real(static_cast<float>(r[i.b].f));
        break;
        BINARY(equal_real, x.f == y.f)
        BINARY(not_equal_real, x.f != y.f)
        BINARY(less_real, x.f < y.f)
        BINARY(less_equal_real, x.f <= y.f)
      case Op::concatenate: {
        SAVE();
        const std::string_view x = r[i.b].string();
        const std::string_view y = r[i.c].string();
        char* text = arena_.bytes(x.size() + y.size());
        if (!x.empty()) std::memcpy(text, x.data(), x.size());
        if (!y.empty()) std::memcpy(text + x.size(), y.data(), y.size());
        r[i.a] = Slot::text({text, x.size() + y.size()});
        break;
      }
        BINARY(equal_string, x.string() == y.string())
        BINARY(not_equal_string, x.string() != y.string())
        BINARY(less_string, x.string() < y.string())
        BINARY(less_equal_string, x.string() <= y.string())
      case Op::equal_value:
        SAVE();
        r[i.a] = Slot::integer(equal(types[static_cast<std::size_t>(i.d)], r + i.b, r + i.c) ? 1 : 0);
        break;

      case Op::int_to_real:
        r[i.a] = Slot::real(static_cast<double>(r[i.b].i));
        break;
      case Op::unsigned_to_real:
        r[i.a] = Slot::real(static_cast<double>(r[i.b].u));
        break;
      case Op::real_to_int:
        r[i.a] = Slot::integer(to_integer(r[i.b].f));
        break;
      case Op::string_to_bytes: {
        SAVE();
        const std::string_view text = r[i.b].string();
        Slot* bytes = arena_.slots(text.size());
        for (std::size_t k = 0; k < text.size(); ++k) bytes[k] = Slot::integer(static_cast<unsigned char>(text[k]));
        r[i.a] = Slot::slice(bytes, text.size(), text.size());
        break;
      }
      case Op::bytes_to_string: {
        SAVE();
        const Slot bytes = r[i.b];
        OBSERVE(bytes.p, bytes.length(), false)
        char* text = arena_.bytes(bytes.length());
        for (std::uint32_t k = 0; k < bytes.length(); ++k) text[k] = static_cast<char>(bytes.p[k].i);
        r[i.a] = Slot::text({text, bytes.length()});
        break;
      }
      case Op::string_to_runes: {
        SAVE();
        const std::string_view text = r[i.b].string();
        Slot* runes = arena_.slots(text.size());
        std::size_t count = 0;
        for (std::size_t at = 0; at < text.size(); ++count) runes[count] = Slot::integer(next_rune(text, at));
        r[i.a] = Slot::slice(runes, count, count);
        break;
      }
      case Op::runes_to_string: {
        SAVE();
        std::string text;
        for (std::uint32_t k = 0; k < r[i.b].length(); ++k) append_rune(text, r[i.b].p[k].i);
        r[i.a] = arena_.text(text);
        break;
      }
      case Op::rune_to_string: {
        SAVE();
        std::string text;
        append_rune(text, r[i.b].i);
        r[i.a] = arena_.text(text);
        break;
      }
      case Op::to_interface: {
        SAVE();
        const TypeInfo& type = types[static_cast<std::size_t>(i.c)];
        Slot value = r[i.b];
        if (!type.word) {
          Slot* box = arena_.slots(type.slots);
          copy(box, r + i.b, type.slots);
          value.p = box;
        }
        value.t = &type;
        r[i.a] = value;
        break;
      }

      case Op::assert_type: {
        const TypeInfo& type = types[static_cast<std::size_t>(i.c)];
        const Slot value = r[i.b];
        const bool holds = value.t == &type;
        if (!holds && i.n == 0) {
          SAVE();
          GO_ON(raise_assertion(g, value.t, type, &types[static_cast<std::size_t>(i.d)]))
        }
        if (!holds) {
          std::fill_n(r + i.a, type.slots, Slot::integer(0));
        } else if (type.word) {
          r[i.a] = value;
          r[i.a].n = 0;
        } else {
          copy(r + i.a, value.p, type.slots);
        }
        if (i.n != 0) r[i.a + static_cast<std::int32_t>(type.slots)] = Slot::integer(holds ? 1 : 0);
        break;
      }
      case Op::assert_interface: {
        const Slot value = r[i.b];
        const bool holds = value.t != nullptr && value.t->implements[static_cast<std::size_t>(i.d)];
        if (!holds && i.n == 0) {
          SAVE();
          GO_ON(raise_assertion(g, value.t, types[static_cast<std::size_t>(i.c)], nullptr))
        }
        r[i.a] = holds ? value : Slot::integer(0);
        if (i.n != 0) r[i.a + 1] = Slot::integer(holds ? 1 : 0);
        break;
      }
      case Op::is_type:
        r[i.a] = Slot::integer(r[i.b].t == &types[static_cast<std::size_t>(i.c)] ? 1 : 0);
        break;
      case Op::is_interface:
        r[i.a] = Slot::integer(r[i.b].t != nullptr && r[i.b].t->implements[static_cast<std::size_t>(i.d)] ? 1 : 0);
        break;
      case Op::unbox: {
        const TypeInfo& type = types[static_cast<std::size_t>(i.c)];
        const Slot value = r[i.b];
        if (type.word) {
          r[i.a] = value;
          r[i.a].n = 0;
        } else {
          copy(r + i.a, value.p, type.slots);
        }
        break;
      }

      case Op::jump: {
        const Instruction* target = frame->code->code.data() + i.a;
        if (target < pc) COUNT(10)
        pc = target;
        break;
      }
      case Op::jump_if:
        if (r[i.a].i != 0) pc = frame->code->code.data() + i.b;
        break;
      case Op::jump_if_not:
        if (r[i.a].i == 0) pc = frame->code->code.data() + i.b;
        break;
      case Op::jump_less_not:
        if (r[i.a].i >= r[i.c].i) pc = frame->code->code.data() + i.b;
        break;

      case Op::call:
        COUNT(10)
        SAVE();
        if (i.n == kCall) {
          GO_ON(enter(g, code_->by_index[static_cast<std::size_t>(i.b)], frame->base + static_cast<std::uint32_t>(i.a),
                      nullptr))
        }
        if (i.n == kDefer) GO_ON(defer_call(g, i))
        operation(g, Kind::fork, kNoObject);
        return;
      case Op::call_closure:
      case Op::call_interface: {
        COUNT(10)
        SAVE();
        if (i.n == kDefer) GO_ON(defer_call(g, i))
        Slot* closure = nullptr;
        bool goes_on = true;
        const FunctionCode* code = callee(g, i, &closure, goes_on);
        if (code == nullptr) GO_ON(goes_on)
        if (i.n == kCall) GO_ON(enter(g, code, frame->base + static_cast<std::uint32_t>(i.a), closure))
        operation(g, Kind::fork, kNoObject);
        return;
      }
      case Op::call_native:
        SAVE();
        GO_ON(native(g, i))
      case Op::make_closure: {
        SAVE();
        Slot* closure = arena_.slots(std::size_t{1} + i.n);
        closure->o = code_->by_index[static_cast<std::size_t>(i.b)];
        copy(closure + 1, r + i.c, i.n);
        r[i.a] = Slot::pointer(closure);
        break;
      }
      case Op::return_:
        SAVE();
        GO_ON(leave(g))
      case Op::run_defers:
        if (frame->defers == nullptr) break;
        frame->pc = pc - 1;
        GO_ON(call_deferred(g, 0))
      case Op::panic:
        SAVE();
        GO_ON(raise(g, Panic::other, r[i.a]))
      case Op::recover:
        recover(g, r[i.a]);
        break;

      case Op::make_channel:
        SAVE();
        GO_ON(begin_make(g, i, r))
      case Op::send: {
        SAVE();
        const auto* channel = static_cast<const Channel*>(r[i.a].o);
        Operation& pending = operation(g, Kind::send, channel == nullptr ? kNoObject : channel->object);
        if (channel != nullptr) pending.payload = payload(*channel, r + i.b);
        return;
      }
      case Op::receive: {
        SAVE();
        const auto* channel = static_cast<const Channel*>(r[i.b].o);
        operation(g, Kind::receive, channel == nullptr ? kNoObject : channel->object);
        return;
      }
      case Op::close: {
        SAVE();
        const auto* channel = static_cast<const Channel*>(r[i.a].o);
        operation(g, Kind::close, channel == nullptr ? kNoObject : channel->object);
        return;
      }
      case Op::select:
        SAVE();
        begin_select(g, frame->code->selects[static_cast<std::size_t>(i.a)], r);
        return;
      case Op::block:
        SAVE();
        operation(g, Kind::select, kNoObject);
        return;
    }
  }
}

}  // namespace graphfuzz::go::vm
