// The report's style sheet.

#ifndef GELU_LAB_REPORT_STYLE_H_
#define GELU_LAB_REPORT_STYLE_H_

namespace gelu::lab {

inline constexpr char kReportStyle[] = R"css(
:root {
  color-scheme: light dark;
  --paper: #fff; --panel: #f7f7f5; --rule: #e4e4e0; --muted: #63635e;
  --ink0: #1d1d1b; --ink1: #a3a39d; --ink2: #e4e4e0;   /* text, axis, grid */
  --ink3: #4a90c2; --ink4: #d98032;                    /* classes */
  --ink8: #c2410c; --ink9: #1d63b8; --ink10: #15803d; --ink11: #8b3fae;
  --ink12: #a16207; --ink13: #0e7490; --ink14: #be185d; --ink15: #52525b;
  --ink16: #4d7c0f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #161618; --panel: #1e1e21; --rule: #34343a; --muted: #a0a0a8;
    --ink0: #ececea; --ink1: #6d6d76; --ink2: #303036;
    --ink3: #6cb4ee; --ink4: #f0a35e;
    --ink8: #fb8a5a; --ink9: #6cb0ff; --ink10: #5fd38a; --ink11: #cf97ee;
    --ink12: #e3b341; --ink13: #55c6dd; --ink14: #f478ae; --ink15: #b4b4bd;
    --ink16: #a3d04f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 3.5rem 1.25rem 5rem; max-width: 62rem;
  background: var(--paper); color: var(--ink0);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
.over { margin: 0 0 .75rem; color: var(--muted); font-size: .9rem; }
h1 {
  margin: 0 0 1rem; font-size: clamp(1.8rem, 5vw, 2.9rem); line-height: 1.15;
  font-weight: 650; letter-spacing: -.02em; text-wrap: balance;
}
.lead { margin: 0; max-width: 46rem; font-size: 1.1rem; color: var(--muted); }
h2 {
  margin: 4rem 0 .5rem; font-size: 1.3rem; font-weight: 620;
  letter-spacing: -.01em;
}
h2 + p { margin: 0 0 1.5rem; max-width: 46rem; color: var(--muted); }
.figures {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr));
  gap: 1px; margin: 2.5rem 0 0; overflow: hidden;
  border: 1px solid var(--rule); border-radius: .75rem;
}
.figures div { padding: 1.1rem 1.25rem; box-shadow: 0 0 0 1px var(--rule); }
.figures dt { color: var(--muted); font-size: .85rem; }
.figures dd {
  margin: .15rem 0 0; font-size: 1.45rem; font-weight: 600; line-height: 1.3;
}
.figures small {
  display: block; color: var(--muted); font-size: .8rem; font-weight: 400;
}
.plots {
  display: grid; gap: 1.25rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
}
figure {
  margin: 0; padding: 1rem 1rem .75rem; border-radius: .75rem;
  background: var(--panel);
}
figure svg { display: block; width: 100%; height: auto; max-height: 24rem; }
svg text { font-family: inherit; }
figcaption { margin-bottom: .5rem; font-size: .95rem; font-weight: 600; }
figcaption span { color: var(--muted); font-weight: 400; }
.scroll { overflow-x: auto; }
.tall { max-height: 32rem; overflow-y: auto; }
table { border-collapse: collapse; font-size: .9rem; line-height: 1.4; }
.scroll table { width: 100%; }
.narrow table { max-width: 28rem; }
th, td {
  padding: .4rem .9rem; border-bottom: 1px solid var(--rule);
  text-align: right; white-space: nowrap;
}
th:first-child, td:first-child { padding-left: 0; text-align: left; }
thead th {
  position: sticky; top: 0; background: var(--paper); color: var(--muted);
  font-weight: 500;
}
tfoot td { border-bottom: 0; font-weight: 600; }
pre {
  margin: 0; padding: 1rem 1.25rem; border-radius: .75rem;
  background: var(--panel); overflow-wrap: anywhere; white-space: pre-wrap;
  font: .88rem/1.6 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono",
    monospace;
}
.facts {
  display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.5rem;
  margin: 1.5rem 0 0; font-size: .9rem;
}
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
@media (max-width: 34rem) {
  body { padding-top: 2rem; }
  figure { padding: .75rem .5rem .5rem; }
  figcaption { padding: 0 .25rem; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: .6rem; }
}
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light; font-size: 80%; }
  body { padding: 0; max-width: none; }
  h2 { margin-top: 2.5rem; }
  h2, h2 + p { max-width: none; break-after: avoid; }
  figure, p, tr, pre, .figures, .facts { break-inside: avoid; }
  .plots { grid-template-columns: 1fr 1fr; }
  .scroll { max-height: none; overflow: visible; }
  table { font-size: .8rem; }
  th, td { padding: .3rem .4rem; white-space: normal; }
  thead th { position: static; }
}
)css";

}  // namespace gelu::lab

#endif  // GELU_LAB_REPORT_STYLE_H_
