#include "graphfuzz/store/writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "store/json_text.hpp"
#include "store/utf8.hpp"

namespace graphfuzz::store {
namespace {

enum Major : unsigned { kNatural, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };

/// RFC 8949, section 3.2.1: in place of a length, and what then ends the elements.
constexpr unsigned kIndefinite = 31;
constexpr char kBreak = '\xFF';

/// A sink is given about so much at a time.
constexpr std::size_t kPiece = std::size_t{1} << 18;

void append_big_endian(std::string& out, std::uint64_t value, int size) {
  while (size-- > 0) out += static_cast<char>(value >> (8 * size) & 0xFF);
}

/// RFC 8949, section 3: the argument in as few bytes as will do.
std::string header(Major major, std::uint64_t argument) {
  const int log = argument < 24 ? -1 : argument <= 0xFF ? 0 : argument <= 0xFFFF ? 1 : argument <= 0xFFFFFFFF ? 2 : 3;
  std::string out(1, static_cast<char>(major << 5 |
                                       (log < 0 ? static_cast<unsigned>(argument) : 24U + static_cast<unsigned>(log))));
  if (log >= 0) append_big_endian(out, argument, 1 << log);
  return out;
}

void append_cbor_text(std::string& out, std::string_view text) {
  const std::string repaired = utf8_prefix(text) < text.size() ? utf8(text) : std::string();
  if (!repaired.empty()) text = repaired;
  out += header(kText, text.size());
  out += text;
}

}  // namespace

std::string utf8(std::string_view text) {
  std::string repaired;
  for (;;) {
    const std::size_t valid = utf8_prefix(text);
    repaired += text.substr(0, valid);
    if (valid == text.size()) return repaired;
    repaired += "\xEF\xBF\xBD";
    text.remove_prefix(valid + 1);
  }
}

Writer Writer::cbor(std::function<void(std::string_view)> sink) {
  Writer writer = cbor();
  writer.sink_ = std::move(sink);
  return writer;
}

Writer& Writer::begin(bool object) {
  element();
  open_.push_back({object, false, 0, out_.size()});
  if (sink_) {
    out_ += static_cast<char>((object ? kMap : kArray) << 5 | kIndefinite);
  } else if (!cbor_) {
    out_ += object ? '{' : '[';
  }
  return *this;
}

Writer& Writer::end(bool object) {
  if (open_.empty() || open_.back().object != object || open_.back().key) {
    throw std::logic_error("Writer: the end of an array or object that was not begun");
  }
  const Open done = open_.back();
  open_.pop_back();
  if (sink_) {
    out_ += kBreak;
  } else if (cbor_) {
    out_.insert(done.start, header(object ? kMap : kArray, done.count));
  } else {
    if (done.count > 0 && open_.size() < layout_.expanded) line(open_.size());
    out_ += object ? '}' : ']';
  }
  complete_ = open_.empty();
  return *this;
}

void Writer::line(std::size_t depth) {
  out_ += '\n';
  out_.append(depth * layout_.indent, ' ');
}

void Writer::separate(Open& of) {
  const std::size_t depth = open_.size();
  if (!cbor_) {
    if (of.count > 0) out_ += ',';
    if (depth <= layout_.expanded) {
      line(depth);
    } else if (of.count > 0 && layout_.spaces) {
      out_ += ' ';
    }
  }
  ++of.count;
}

void Writer::element() {
  if (complete_) throw std::logic_error("Writer: a second value beside the document");
  if (sink_ && out_.size() >= kPiece) {
    sink_(out_);
    out_.clear();
  }
  if (open_.empty()) return;
  Open& of = open_.back();
  if (of.object != of.key) throw std::logic_error("Writer: a value without its key");
  if (of.key) {
    of.key = false;
  } else {
    separate(of);
  }
}

Writer& Writer::document(std::string_view cbor) {
  if (!cbor_ || cbor.empty()) throw std::logic_error("Writer: a document in CBOR where there can be none");
  element();
  out_ += cbor;
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::key(std::string_view key) {
  if (open_.empty() || !open_.back().object || open_.back().key) {
    throw std::logic_error("Writer: a key where there can be none");
  }
  separate(open_.back());
  open_.back().key = true;
  if (cbor_) {
    append_cbor_text(out_, key);
  } else {
    append_json_text(out_, key);
    out_ += layout_.spaces ? ": " : ":";
  }
  return *this;
}

Writer& Writer::null() {
  element();
  out_ += cbor_ ? std::string_view("\xF6") : std::string_view("null");
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::boolean(bool truth) {
  element();
  if (cbor_) {
    out_ += truth ? '\xF5' : '\xF4';
  } else {
    out_ += truth ? "true" : "false";
  }
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::natural(std::uint64_t number) {
  element();
  out_ += cbor_ ? header(kNatural, number) : fmt::format("{}", number);
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::negative(std::int64_t number) {
  element();
  out_ += cbor_ ? header(kNegative, ~static_cast<std::uint64_t>(number)) : fmt::format("{}", number);
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::value(double number) {
  if (!std::isfinite(number)) throw std::invalid_argument(fmt::format("Writer: {} cannot be written", number));
  element();
  if (!cbor_) {
    append_json_real(out_, number);
  } else if (std::fabs(number) <= std::numeric_limits<float>::max() && static_cast<float>(number) == number) {
    out_ += '\xFA';
    append_big_endian(out_, std::bit_cast<std::uint32_t>(static_cast<float>(number)), 4);
  } else {
    out_ += '\xFB';
    append_big_endian(out_, std::bit_cast<std::uint64_t>(number), 8);
  }
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::value(std::string_view text) {
  element();
  if (cbor_) {
    append_cbor_text(out_, text);
  } else {
    append_json_text(out_, text);
  }
  complete_ = open_.empty();
  return *this;
}

Writer& Writer::bytes(std::string_view bytes) {
  if (cbor_) {
    element();
    out_ += header(kBytes, bytes.size());
    out_ += bytes;
    complete_ = open_.empty();
    return *this;
  }
  std::string digits;
  for (const char c : bytes) fmt::format_to(std::back_inserter(digits), "{:02x}", static_cast<unsigned char>(c));
  return value(digits);
}

Writer& Writer::hexadecimal(std::uint64_t number, std::size_t digits) {
  return value(fmt::format("{:0{}x}", number, digits));
}

std::string Writer::finish() {
  if (!complete_) throw std::logic_error("Writer: the document is not complete");
  complete_ = false;
  if (!cbor_) out_ += '\n';
  std::string rest = std::exchange(out_, {});
  if (!sink_) return rest;
  sink_(rest);
  return {};
}

}  // namespace graphfuzz::store
