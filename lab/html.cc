#include "html.h"

#include <fmt/format.h>

namespace gelu::lab {
namespace {

std::string Cells(const char* tag, const std::vector<std::string>& cells) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) {
    row += fmt::format("<{0}>{1}</{0}>", tag, Escaped(cell));
  }
  return row + "</tr>\n";
}

}  // namespace

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Section(const std::string& title, const std::string& text,
                    const std::string& body) {
  return fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}\n</section>\n",
                     title, text, body);
}

std::string Figure(const std::string& caption, const std::string& note,
                   const std::string& svg) {
  return fmt::format(
      "<figure><figcaption>{} <span>{}</span></figcaption>{}</figure>\n",
      caption, note, svg.empty() ? "<p>All seeds diverged.</p>" : svg);
}

std::string Plots(const std::string& figures) {
  return "<div class=\"plots\">\n" + figures + "</div>";
}

std::string HtmlTable(const std::vector<std::vector<std::string>>& rows,
                      bool tall) {
  std::string body;
  for (std::size_t i = 1; i < rows.size(); ++i) body += Cells("td", rows[i]);
  return fmt::format(
      "<div class=\"scroll{}{}\" tabindex=\"0\"><table><thead>{}</thead><tbody>"
      "{}</tbody></table></div>",
      tall ? " tall" : "", rows[0].size() == 2 ? " narrow" : "",
      Cells("th", rows[0]), body);
}

std::string Fact(const std::string& name, const std::string& value) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
}

std::string KeyFigure(const std::string& name, const std::string& value,
                      const std::string& note) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n",
                     name, value, note);
}

}  // namespace gelu::lab
