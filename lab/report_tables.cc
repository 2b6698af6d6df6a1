#include <gelu/lab/tables.h>

#include "html.h"
#include "report_sections.h"

namespace gelu::lab {

std::string StatisticsSection(const Results& results) {
  if (results.judgement.pairs.empty()) return "";
  return Section("Statistics", Escaped(judge::Method(results.judgement)),
                 HtmlTable(judge::Table(results.judgement)));
}

std::string TuningSection(const Results& results) {
  const Table table = TuningTable(results);
  if (table.empty()) return "";
  return Section(
      "Learning rates",
      "Mean validation loss over the seeds. Every rate had the same budget; "
      "each activation goes on with its best (✓), which alone has seen the "
      "test set.",
      HtmlTable(table));
}

std::string SummarySection(const Results& results) {
  return Section("All measures", SelectionText(results),
                 HtmlTable(SummaryTable(results)));
}

std::string SeedSection(const Results& results) {
  return Section("Every seed", "Also in results.csv and results.json.",
                 HtmlTable(SeedTable(results), /*tall=*/true));
}

}  // namespace gelu::lab
