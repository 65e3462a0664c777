// SPDX-License-Identifier: Apache-2.0
#include "html.hpp"

#include <ostream>

#include "json_output.hpp"
#include "text.hpp"

namespace warpgraph::cli {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

namespace {

std::string text_of(const std::string& name, const nlohmann::ordered_json& value) {
  if (is_time(name, value)) return describe_time(value);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void begin_page(std::ostream& page, const std::string& title, const nlohmann::ordered_json& facts) {
  page << "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>" << escaped(title)
       << "</title>\n<style>\n"
          "body { font: 15px/1.5 sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; color: #222; }\n"
          "h1 { font-size: 1.4em; } h2 { font-size: 1em; margin: 1.5em 0 .3em; }\n"
          "svg { width: 100%; background: #f6f6f6; } .scale { color: #777; margin: 0; font-size: .85em; }\n"
          "td { padding: 0 1.5em 0 0; } .key { display: inline-block; width: .8em; height: .8em; margin: 0 .4em 0 1em; "
          "}\n"
          "</style>\n<h1>"
       << escaped(title) << "</h1>\n<table>\n";
  for (const auto& [name, value] : facts.items())
    page << "<tr><td>" << escaped(name) << "</td><td>" << escaped(text_of(name, value)) << "</td></tr>\n";
  page << "</table>\n";
}

void end_page(std::ostream& page) { page << "</html>\n"; }

}  // namespace warpgraph::cli
