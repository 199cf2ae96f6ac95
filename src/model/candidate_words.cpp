#include "model/candidate_words.hpp"

namespace fsduel {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

class Splitter {
 public:
  Splitter(std::string_view text, std::size_t start) : text_(text), at_(start) {}

  CandidateItems split() {
    for (; at_ < text_.size(); ++at_) step(text_[at_]);
    end_item();
    if (quote_ != 0) result_.open_quote = quote_start_;
    return std::move(result_);
  }

 private:
  void step(char c) {
    if (quote_ != 0) {
      if (c == quote_) {
        quote_ = 0;
      } else {
        append(c, 'q');
      }
      return;
    }
    if (c == ';') return end_item();
    if (is_blank(c)) return end_word();
    begin_word();
    if (c == '\'' || c == '"') {
      quote_ = c;
      quote_start_ = at_;
    } else {
      append(c, ' ');
    }
  }

  void append(char c, char protection) {
    word_.text += c;
    word_.quoted += protection;
    word_.offsets.push_back(at_);
  }

  void begin_word() {
    if (in_word_) return;
    in_word_ = true;
    word_.offset = at_;
  }

  void end_word() {
    if (in_word_) item_.words.push_back(std::move(word_));
    word_ = {};
    in_word_ = false;
  }

  void end_item() {
    end_word();
    item_.offset = item_.words.empty() ? at_ : item_.words.front().offset;
    result_.items.push_back(std::move(item_));
    item_ = {};
  }

  std::string_view text_;
  std::size_t at_;
  CandidateItems result_;
  CandidateItem item_;
  CandidateWord word_;
  bool in_word_ = false;
  char quote_ = 0;
  std::size_t quote_start_ = 0;
};

}  // namespace

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '+' || c == '-';
}

std::size_t CandidateWord::offset_of(std::size_t index) const {
  if (index < offsets.size()) return offsets[index];
  return offsets.empty() ? offset : offsets.back() + 1;
}

std::size_t CandidateWord::find_bare(char letter, std::size_t start) const {
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text[i] == letter && quoted[i] == ' ') return i;
  }
  return std::string::npos;
}

CandidateWord CandidateWord::part(std::size_t start, std::size_t end) const {
  CandidateWord piece;
  piece.offset = offset_of(start);
  if (start >= text.size()) return piece;
  piece.text = text.substr(start, end - start);
  piece.quoted = quoted.substr(start, end - start);
  for (std::size_t i = start; i < start + piece.text.size(); ++i) {
    piece.offsets.push_back(offsets[i]);
  }
  return piece;
}

CandidateItems split_candidate(std::string_view text, std::size_t start) {
  return Splitter(text, start).split();
}

}  // namespace fsduel
