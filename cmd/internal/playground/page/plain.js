import { h } from "./page.js";

// The editor where none is built: a field of text. Its functions are those of editor.js.
export function create(parent, { changed, cursor, run }) {
  const area = h("textarea", { "aria-label": "CUDA program", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" });
  let faults = [];
  const lineAt = at => area.value.slice(0, at).split("\n").length;
  const start = line => area.value.split("\n").slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
  const go = (line, col = 1) => {
    const from = start(line);
    area.focus();
    area.setSelectionRange(from + col - 1, from + (area.value.slice(from).split("\n")[0] ?? "").length);
    area.scrollTop = (line - 5) * area.scrollHeight / area.value.split("\n").length;
  };
  area.addEventListener("input", () => changed());
  area.addEventListener("keyup", () => cursor(lineAt(area.selectionStart)));
  area.addEventListener("click", () => cursor(lineAt(area.selectionStart)));
  area.addEventListener("keydown", e => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); run(); }
    if (e.key === "F8" && faults.length) {
      e.preventDefault();
      const here = lineAt(area.selectionStart);
      go((faults.find(f => f.line > here) ?? faults[0]).line);
    }
  });
  parent.append(area);
  return {
    get: () => area.value,
    set(text) { area.value = text; area.scrollTop = 0; area.setSelectionRange(0, 0); },
    mark(problems) { faults = problems.toSorted((a, b) => a.line - b.line); },
    link() {},
    go,
    focus: () => area.focus(),
  };
}
