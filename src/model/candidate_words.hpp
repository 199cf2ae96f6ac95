// The words of a candidate's text: items between semicolons, words between blanks, quotes taken
// off. Private to model.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel {

// A word with its quotes taken off, and where each of its characters stood.
struct CandidateWord {
  std::string text;
  std::vector<std::size_t> offsets;  // of each character of `text`, in bytes of the whole
  std::string quoted;      // as long as `text`: 'q' where quotes protect a character, ' ' elsewhere
  std::size_t offset = 0;  // where the word begins, with its quote

  // Where character `index` stood; the end of the word for an index behind it.
  [[nodiscard]] std::size_t offset_of(std::size_t index) const;
  // The first `letter` outside quotes from `start`, npos when there is none.
  [[nodiscard]] std::size_t find_bare(char letter, std::size_t start = 0) const;
  // Characters [start, end) as a word of its own.
  [[nodiscard]] CandidateWord part(std::size_t start, std::size_t end) const;
};

// What stands between two semicolons.
struct CandidateItem {
  std::vector<CandidateWord> words;
  std::size_t offset = 0;  // of its first word, or of its end when it has none
};

struct CandidateItems {
  std::vector<CandidateItem> items;            // at least one
  std::size_t open_quote = std::string::npos;  // where a quote begins that is never closed
};

// The letters of labels and of names of settings.
[[nodiscard]] bool is_name_letter(char c);

// Splits from `start`. Offsets count in bytes from the beginning of `text`.
[[nodiscard]] CandidateItems split_candidate(std::string_view text, std::size_t start);

}  // namespace fsduel
