// Writing documents in JSON and CBOR: the same calls for both, and the same calls give the same bytes.
//
//   store::Writer out = store::Writer::json();
//   out.begin_object().field("format", "graphfuzz replay").field("version", 2);
//   out.key("steps").begin_array();
//   for (const Step& step : steps) out.begin_object().field("thread", step.thread).end_object();
//   out.end_array().end_object();
//   store::write_file(path, out.finish());
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::store {

/// The text, with U+FFFD for each byte that is not part of UTF-8. What a Writer makes of texts and keys.
std::string utf8(std::string_view text);

/// How JSON is laid out: arrays and objects less than `expanded` levels deep have a line for each element, indented by
/// `indent` spaces a level; those below are on one line.
struct JsonLayout {
  std::size_t indent = 2;
  std::size_t expanded = 2;
  bool spaces = true;  ///< after a colon, and after a comma within a line
};

/// Members stand in the order in which they are written; that keys differ is up to the caller. Calls that make no
/// document (a value without its key, an end without its beginning) throw std::logic_error.
class Writer {
 public:
  static Writer json(const JsonLayout& layout = {}) { return Writer(false, layout); }
  /// RFC 8949: definite lengths, each number in its shortest form.
  static Writer cbor() { return Writer(true, {}); }
  /// The same, but what is written goes to `sink` piece by piece, so that it may be larger than the memory; arrays and
  /// objects are therefore of indefinite length. `finish` hands over the rest, and returns nothing.
  static Writer cbor(std::function<void(std::string_view)> sink);

  Writer& begin_object() { return begin(true); }
  Writer& end_object() { return end(true); }
  Writer& begin_array() { return begin(false); }
  Writer& end_array() { return end(false); }
  Writer& key(std::string_view key);

  Writer& null();
  Writer& value(std::same_as<bool> auto truth) { return boolean(truth); }
  template <std::integral Number>
  Writer& value(Number number) requires(!std::same_as<Number, bool>) {
    return number < Number{0} ? negative(static_cast<std::int64_t>(number))
                              : natural(static_cast<std::uint64_t>(number));
  }
  /// Throws std::invalid_argument if it is infinite or not a number.
  Writer& value(double number);
  /// UTF-8; bytes that are not become U+FFFD.
  Writer& value(std::string_view text);
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(const std::string& text) { return value(std::string_view(text)); }
  /// In JSON, which has no bytes, their hexadecimal digits.
  Writer& bytes(std::string_view bytes);
  /// A whole document that another writer of CBOR has finished, as a value. Only in CBOR.
  Writer& document(std::string_view cbor);
  /// A text of so many (1 to 16) hexadecimal digits, zeros first.
  Writer& hexadecimal(std::uint64_t number, std::size_t digits = 16);

  /// A key with its value.
  template <class Content>
  Writer& field(std::string_view name, const Content& content) {
    return key(name).value(content);
  }
  /// An array of values.
  template <class Range>
  Writer& values(const Range& range) {
    begin_array();
    for (const auto& item : range) value(item);
    return end_array();
  }

  /// The document; JSON with a line feed at the end. The writer is then empty, to write another one.
  std::string finish();

 private:
  struct Open {
    bool object;
    bool key = false;       ///< one has been written, its value not yet
    std::size_t count = 0;  ///< of elements or members
    std::size_t start = 0;  ///< in out_
  };

  Writer(bool cbor, const JsonLayout& layout) : cbor_(cbor), layout_(layout) {}
  Writer& begin(bool object);
  Writer& end(bool object);
  Writer& boolean(bool truth);
  Writer& natural(std::uint64_t number);
  Writer& negative(std::int64_t number);
  void element();           // what must stand before a value
  void separate(Open& of);  // what must stand before an element or a key
  void line(std::size_t depth);

  bool cbor_;
  JsonLayout layout_;
  bool complete_ = false;
  std::string out_;                             // but for what the sink has
  std::function<void(std::string_view)> sink_;  // may be empty
  std::vector<Open> open_;
};

}  // namespace graphfuzz::store
