#include "model/json_value.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace fsduel {
namespace {

TEST(JsonValue, KeepsOrderAndKinds) {
  const JsonValue value(JsonValue::Object{
      {"z", 1U}, {"a", -2}, {"x", 0.1}, {"t", true}, {"s", "text"}, {"none", JsonValue()}});
  EXPECT_EQ(render_json_value(value),
            "{\n  \"z\": 1,\n  \"a\": -2,\n  \"x\": 0.1,\n  \"t\": true,\n  \"s\": \"text\",\n"
            "  \"none\": null\n}\n");
}

TEST(JsonValue, WhatJsonCannotSayIsNullOrReplaced) {
  const JsonValue value(
      JsonValue::Array{std::numeric_limits<double>::infinity(), std::string("a\xff\n")});
  EXPECT_EQ(render_json_value(value), "[\n  null,\n  \"a\\ufffd\\n\"\n]\n");
}

TEST(JsonValue, NoControlByteReachesATerminal) {
  EXPECT_EQ(render_json_value(JsonValue(std::string("\x1b\x7f\xc2\x9b"))),
            "\"\\u001b\\u007f\\u009b\"\n");
}

TEST(JsonValue, NumbersReadBackTheSame) {
  EXPECT_EQ(render_json_value(JsonValue(1.0 / 3)), "0.3333333333333333\n");
}

}  // namespace
}  // namespace fsduel
