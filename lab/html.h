// Pieces of a page. Texts are HTML already.

#ifndef GELU_LAB_HTML_H_
#define GELU_LAB_HTML_H_

#include <string>
#include <vector>

namespace gelu::lab {

std::string Escaped(const std::string& text);

std::string Section(const std::string& title, const std::string& text,
                    const std::string& body);

// A picture under its caption.
std::string Figure(const std::string& caption, const std::string& note,
                   const std::string& svg);
std::string Plots(const std::string& figures);  // side by side

// Of plain text. The first row names the columns. A tall table scrolls.
std::string HtmlTable(const std::vector<std::vector<std::string>>& rows,
                      bool tall = false);

// One of a list of names and values.
std::string Fact(const std::string& name, const std::string& value);
std::string KeyFigure(const std::string& name, const std::string& value,
                      const std::string& note);

}  // namespace gelu::lab

#endif  // GELU_LAB_HTML_H_
