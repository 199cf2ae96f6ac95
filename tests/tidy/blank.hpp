// Takes out of C++ text what only looks like code.
#pragma once

#include <string>
#include <string_view>

namespace fsduel::tidy {

// The text with comments and the insides of string and character literals replaced by spaces; the
// line breaks and all offsets stay.
[[nodiscard]] std::string blank_comments_and_literals(std::string_view text);

// The opposite: only the insides of comments, everything else replaced by spaces.
[[nodiscard]] std::string keep_comments(std::string_view text);

}  // namespace fsduel::tidy
