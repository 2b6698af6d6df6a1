// An experiment's results as files: for other programs, and for people.

#ifndef GELU_LAB_RESULTS_H_
#define GELU_LAB_RESULTS_H_

#include <gelu/judge/judgement.h>
#include <gelu/lab/experiment.h>

#include <filesystem>
#include <string>

namespace gelu::lab {

struct Results {
  Experiment experiment;
  Tuning tuning;
  Runs runs;
  judge::Judgement judgement;
  int jobs = 1;
};

Results MakeResults(const Experiment& experiment, Outcome outcome, int jobs);

// The same experiment gives the same bytes: times are left out.
std::string ToJson(const Results& results);
std::string ToCsv(const Results& results);  // a line a run

// One page that needs nothing else: no network, no other file. Its plots are
// drawn by gnuplot; throws Error where that fails. Times are in it, too: each
// in an element of the class "time". All else is the same each time.
std::string ToHtml(const Results& results);

// results.json, results.csv and report.html, each whole or not at all.
void Write(const Results& results, const std::filesystem::path& folder);

}  // namespace gelu::lab

#endif  // GELU_LAB_RESULTS_H_
