import { h, placed } from "./page.js";

// The reports on the kernels in what gv2 verify --format json has written, also where it was stopped before the end.
export function reports(text) {
  for (const end of ["", "\n]}", "]}"]) {
    try {
      return JSON.parse(text + end).results ?? [];
    } catch { /* it was stopped within */ }
  }
  return [];
}

const severities = { error: "error", warning: "warning", benign: "warning", outside: "warning", unsupported: "info" };

// What is marked in the editor: faults, the other accesses, diagnostics.
export function problems(results) {
  const out = [];
  const add = (line, col, severity, message) => {
    if (line > 0 && !out.some(p => p.line === line && p.col === col && p.message === message)) out.push({ line, col, severity, message: placed(message) });
  };
  for (const r of results) {
    for (const d of r.diagnostics ?? []) add(d.line, d.col, severities[d.severity] ?? "error", d.message);
    for (const f of r.findings ?? []) {
      const at = f.accesses?.[0] ?? f.barriers?.[0] ?? { line: r.line };
      add(at.line, at.col, severities[f.severity] ?? "error", f.message + (f.repair ? "\n" + f.repair : ""));
      for (const other of (f.accesses ?? []).slice(1)) add(other.line, other.col, "warning", "the other " + other.kind + " of: " + f.message);
    }
  }
  return out;
}

// The faults that gv2 verify --found has told of in what it has written to its standard error.
export function found(text) {
  return [...text.matchAll(/^<stdin>:(\d+):(\d+): found: (.*); the report follows$/gm)].map(m => ({ line: Number(m[1]), col: Number(m[2]), severity: "error", message: placed(m[3]) }));
}

// What the exact engine has decided alone: the first fault of each kernel, as gv2 verify --found tells it, and kernels that are proved.
export function early(results) {
  const faults = [];
  for (const r of results) {
    const f = r.findings?.find(f => f.severity === "error"), at = f?.accesses?.[0] ?? f?.barriers?.[0];
    if (r.verdict === "refuted" && at?.line) faults.push({ line: at.line, col: at.col ?? 1, severity: "error", message: placed(f.message) });
  }
  return { faults, proved: results.filter(r => r.verdict === "proved").map(r => r.kernel) };
}

// Shows what is known until there are reports.
export function showFound(panel, { faults, proved }, page) {
  panel.replaceChildren(h("h2", { id: "verdict-heading", tabindex: "-1" }, "Found so far"),
    ...proved.map(k => h("div", { class: "finding" }, h("span", { class: "code" }, k), ": ", badge("proved"), " by the exact engine")),
    ...faults.map(f => h("div", { class: "finding" }, badge("found", "refuted"), " ", linked("<stdin>:" + f.line + ":" + f.col + ": ", page.go), linked(f.message, page.go))),
    h("p", { class: "note" }, "gv2 goes on: what else is wrong, and what would help."));
}

const words = { proved: "proved", refuted: "refuted", unknown: "unknown", conditional: "proved under a condition", unsupported: "not supported", error: "error" };

// A sentence for all kernels.
export function summary(results) {
  return results.map(r => (r.kernel ? r.kernel + ": " : "") + (words[r.verdict] ?? r.verdict)).join(", ");
}

const badge = (text, as = text) => h("span", { class: "badge " + as }, text);

// Text with its places as buttons that lead there.
function linked(text, go) {
  const out = h("span");
  let at = 0;
  for (const m of text.matchAll(/<stdin>:(\d+):(\d+)|\bline (\d+)\b/g)) {
    out.append(text.slice(at, m.index), h("button", { type: "button", class: "link", onclick: () => go(Number(m[1] ?? m[3]), Number(m[2] ?? 1)) }, "line " + (m[1] ?? m[3])));
    at = m.index + m[0].length;
  }
  out.append(text.slice(at));
  return out;
}

// Shows the reports. page has go(line, col) and apply(fixes).
export function show(panel, results, page) {
  panel.replaceChildren(h("h2", { id: "verdict-heading", tabindex: "-1" }, results.length === 1 ? "Verdict" : "Verdicts"));
  for (const r of results) {
    const article = h("article", { "aria-label": r.kernel ? "kernel " + r.kernel : "file", "data-kernel": r.kernel ?? "", "data-verdict": r.verdict });
    const launch = [r.block_dim && "blockDim " + r.block_dim.join("×"), r.grid_dim && "gridDim " + r.grid_dim.join("×")].filter(Boolean).join(", ");
    article.append(h("h3", {}, r.kernel ? h("span", { class: "code" }, r.kernel) : "The file", ": ", badge(words[r.verdict] ?? r.verdict, r.verdict), launch && h("span", { class: "note" }, " (" + launch + ")")));
    for (const [text, value] of [["proved if", r.condition], ["safe if", r.safe_if]]) {
      if (value) article.append(h("p", {}, text + " ", h("span", { class: "code" }, value)));
    }
    if (r.reason) article.append(h("p", {}, linked(r.reason, page.go)));
    for (const d of r.diagnostics ?? []) {
      article.append(h("p", { class: "finding" }, badge(d.severity), " ", d.line ? linked("<stdin>:" + d.line + ":" + (d.col ?? 1) + ": ", page.go) : null, linked(d.message, page.go)));
    }
    for (const f of r.findings ?? []) {
      const at = f.accesses?.[0] ?? f.barriers?.[0];
      const p = h("div", { class: "finding" }, badge(f.property, f.severity === "error" ? "refuted" : "unknown"), " ", at?.line ? linked("<stdin>:" + at.line + ":" + (at.col ?? 1) + ": ", page.go) : null, linked(f.message, page.go));
      const values = Object.entries(f.values ?? {}).map(([k, v]) => k + " = " + v).join(", ");
      if (values) p.append(h("div", { class: "note code" }, values));
      if (f.repair) p.append(h("div", {}, linked(f.repair, page.go)));
      if (f.fixes?.length) p.append(h("button", { type: "button", class: "fix", onclick: () => page.apply(f.fixes) }, "Apply this repair"));
      article.append(p);
    }
    if (r.properties?.length) {
      article.append(h("table", {}, h("caption", { class: "note" }, "Properties"), h("thead", {}, h("tr", {}, ...["property", "status", "engine", "why"].map(t => h("th", { scope: "col" }, t)))),
        h("tbody", {}, ...r.properties.map(p => h("tr", {}, h("th", { scope: "row" }, p.property), h("td", {}, badge(p.status)), h("td", {}, p.engine ?? ""), h("td", {}, p.reason ? linked(p.reason, page.go) : ""))))));
    }
    if (r.assumptions?.length) article.append(h("p", {}, "Assuming that"), h("ul", {}, ...r.assumptions.map(a => h("li", {}, linked(a, page.go)))));
    const seconds = r.stats?.seconds;
    if (seconds !== undefined) article.append(h("p", { class: "note" }, seconds.toFixed(2) + " s"));
    panel.append(article);
  }
}
