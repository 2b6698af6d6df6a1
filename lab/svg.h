// Plots for a page: drawn by gnuplot, coloured by the page's style sheet.

#ifndef GELU_LAB_SVG_H_
#define GELU_LAB_SVG_H_

#include <string>

namespace gelu::lab {

// Colours are roles, which the page's style fills in: light, dark, printed.
// In a script they look like colours.
struct Ink {
  static std::string Text() { return Role(0); }
  static std::string Axis() { return Role(1); }
  static std::string Grid() { return Role(2); }
  static std::string Class(int i) { return Role(3 + i); }
  static std::string Arm(int i) { return Role(8 + i); }

 private:
  static std::string Role(int number);
};

// The picture as an <svg> element. The name, a word, is part of all ids in it:
// several stand in one page. The text tells what is to be seen to those who
// can't. Throws Error if gnuplot fails.
std::string Draw(const std::string& name, const std::string& text,
                 const std::string& script);

}  // namespace gelu::lab

#endif  // GELU_LAB_SVG_H_
