// `gelu lab export`: an experiment's files, written again.

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/lab/results.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "lab.h"
#include "output.h"

namespace gelu::cli {
namespace {

struct ExportOptions {
  std::string folder, out;
};

void Export(const ExportOptions& options) {
  const lab::Results results = FinishedIn(options.folder);
  const std::filesystem::path out =
      options.out.empty() ? options.folder : options.out;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) throw Error(out.string() + ": " + error.message());
  lab::Write(results, out);
  for (const char* file : {"results.csv", "results.json", "report.html"}) {
    Print("{}\n", (out / file).string());
  }
}

}  // namespace

void AddLabExport(CLI::App& lab) {
  Command command(lab, "export",
                  "Writes results.csv, results.json and report.html again");
  auto options = std::make_shared<ExportOptions>();
  command.Add("folder", &options->folder, "DIR", "Where an experiment was run")
      .Required();
  command.Add("-o,--output", &options->out, "DIR",
              "Another folder to write them to");
  command.Footer(
      "All comes from the finished runs in DIR; nothing is trained.\n\n"
      "Examples:\n"
      "  gelu lab export gelu-moons\n"
      "  gelu lab export gelu-moons -o paper/figures");
  command.Run([options] { Export(*options); });
}

}  // namespace gelu::cli
