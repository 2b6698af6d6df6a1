#include "gnuplot.h"

#include <gelu/gelu.h>
#include <gelu/host/file.h>
#include <gelu/host/gnuplot.h>

#include <algorithm>

namespace gelu::cli {

std::string Terminal(const std::string& file) {
  const std::string ending =
      file.substr(std::min(file.rfind('.'), file.size()));
  if (ending == ".svg") return "svg size 900,600 font 'DejaVu Sans,Arial,15'";
  if (ending == ".png") return "pngcairo size 1350,900 font 'DejaVu Sans,21'";
  if (ending == ".pdf") return "pdfcairo size 18cm,12cm font 'DejaVu Sans,14'";
  throw Error("-o '" + file + "': the name must end in .svg, .png or .pdf");
}

void Draw(const std::string& script, const std::string& file) {
  host::WriteFile(file, host::Gnuplot(script));
}

}  // namespace gelu::cli
