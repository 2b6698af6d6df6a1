// An experiment's numbers as tables for people: a row of names, then the
// others.

#ifndef GELU_LAB_TABLES_H_
#define GELU_LAB_TABLES_H_

#include <gelu/lab/results.h>

#include <string>
#include <vector>

namespace gelu::lab {

using Table = std::vector<std::vector<std::string>>;

Table SummaryTable(const Results& results);  // an arm a row, all measures
Table TuningTable(const Results& results);   // none where there is one rate
Table SeedTable(const Results& results);     // a seed a row

// Of which epoch the measures are.
std::string SelectionText(const Results& results);

}  // namespace gelu::lab

#endif  // GELU_LAB_TABLES_H_
