#include "csv.h"

#include <fmt/format.h>
#include <gelu/gelu.h>

namespace gelu::judge {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The bytes of the UTF-8 character that the text begins with; 0 if it is none.
std::size_t CharacterSize(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  const std::size_t size = first < 0xc2   ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Written too long, surrogates, beyond the last.
  const bool wrong =
      (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
  return wrong ? 0 : size;
}

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

std::string Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file)
      : text_(text), file_(file) {
    if (text_.starts_with(kByteOrderMark)) place_ = kByteOrderMark.size();
  }

  std::vector<Row> Read() {
    CheckText();
    std::vector<Row> rows;
    while (place_ < text_.size()) {
      if (EndLine()) continue;
      rows.push_back(ReadRow());
    }
    return rows;
  }

 private:
  // Text has neither broken characters nor control characters but its own.
  void CheckText() {
    int line = 1;
    for (std::size_t i = place_, size; i < text_.size(); i += size) {
      const char c = text_[i];
      size = CharacterSize(text_.substr(i));
      const bool control = (c >= 0 && c < ' ' && c != '\t' && c != '\n' &&
                            !(c == '\r' && text_.substr(i, 2) == "\r\n")) ||
                           c == 0x7f;
      if (size == 0 || control) {
        ThrowAt(file_, line,
                fmt::format("byte 0x{:02x}, which no text in UTF-8 has here",
                            static_cast<unsigned char>(c)));
      }
      line += c == '\n';
    }
  }

  bool Skip(std::string_view what) {
    if (!text_.substr(place_).starts_with(what)) return false;
    place_ += what.size();
    return true;
  }

  bool EndLine() {
    if (!Skip("\n") && !Skip("\r\n")) return false;
    ++line_;
    return true;
  }

  Row ReadRow() {
    Row row{line_, {}};
    do {
      row.fields.push_back(ReadField());
    } while (Skip(","));
    if (place_ < text_.size() && !EndLine()) {
      ThrowAt(file_, line_, "text after a closing quote");
    }
    return row;
  }

  std::string ReadField() {
    std::size_t end = place_;
    while (end < text_.size() && IsBlank(text_[end])) ++end;
    if (end < text_.size() && text_[end] == '"') {
      place_ = end + 1;
      return ReadQuoted();
    }
    end = std::min(text_.find_first_of(",\"\r\n", place_), text_.size());
    if (end < text_.size() && text_[end] == '"') {
      ThrowAt(file_, line_, "a quote inside a field that has none around it");
    }
    const std::string_view field = text_.substr(place_, end - place_);
    place_ = end;
    return Trimmed(field);
  }

  // After the opening quote.
  std::string ReadQuoted() {
    const int begin = line_;
    std::string field;
    while (place_ < text_.size()) {
      if (Skip("\"\"")) {
        field += '"';
      } else if (Skip("\"")) {
        while (place_ < text_.size() && IsBlank(text_[place_])) ++place_;
        return field;
      } else {
        line_ += text_[place_] == '\n';
        field += text_[place_++];
      }
    }
    ThrowAt(file_, begin, "a quote that is never closed");
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t place_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<Row> ReadCsv(std::string_view text, const std::string& file) {
  return Reader(text, file).Read();
}

void ThrowAt(const std::string& file, int line, const std::string& what) {
  throw Error(fmt::format("{}, line {}: {}", file, line, what));
}

std::string Quoted(std::string_view field) {
  constexpr std::size_t kLongest = 40;
  std::size_t size = 0;
  while (size < field.size() && size < kLongest) {
    size += CharacterSize(field.substr(size));
  }
  return fmt::format("'{}{}'", field.substr(0, size),
                     size < field.size() ? "…" : "");
}

}  // namespace gelu::judge
