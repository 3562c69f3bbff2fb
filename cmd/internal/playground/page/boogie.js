import { h, placed } from "./page.js";

// Shows stages of gv2 explain --format json: lines that come of a line of the source are linked with it, both ways. page has
// link(lines), which shows lines in the editor.
export function show(panel, kernels, page) {
  panel.replaceChildren();
  const stages = kernels.flatMap(k => k.stages.filter(s => s.lines.length).map(s => ({ ...s, kernel: k.kernel })));
  if (stages.length === 0) {
    panel.append(h("p", {}, "There is no program to show: the Output tab says why."));
    return;
  }
  const list = h("div", { role: "listbox", tabindex: "0", "aria-label": "Boogie program; arrow keys go from line to line" });
  const choose = h("select", { onchange: () => fill(stages[choose.selectedIndex]) }, ...stages.map(s => h("option", {}, s.kernel)));
  const title = h("span", { class: "note" });
  let lines = [], options = [], active = -1;
  const activate = (i, scroll) => {
    options[active]?.classList.remove("active");
    options[active]?.setAttribute("aria-selected", "false");
    active = Math.max(0, Math.min(i, lines.length - 1));
    options[active].classList.add("active");
    options[active].setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", options[active].id);
    if (scroll) options[active].scrollIntoView({ block: "nearest" });
    mark(lines[active].line ?? 0);
    page.link(lines[active].line ? [lines[active].line] : []);
  };
  const mark = line => options.forEach((o, i) => o.classList.toggle("linked", line > 0 && lines[i].line === line));
  const fill = stage => {
    lines = stage.lines;
    active = -1;
    title.textContent = " " + stage.title;
    options = lines.map((l, i) => h("div", { role: "option", id: "boogie-" + i, "aria-selected": "false", "data-line": l.line || null, "aria-label": l.text.trim() ? null : "an empty line" }, h("small", {}, l.line ? String(l.line) : ""), placed(l.text)));
    list.replaceChildren(...options);
  };
  list.addEventListener("click", e => {
    const i = options.indexOf(e.target.closest("[role=option]"));
    if (i >= 0) activate(i);
  });
  list.addEventListener("keydown", e => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -lines.length, End: lines.length }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    activate(active + step, true);
  });
  panel.append(h("p", {}, stages.length > 1 && h("label", {}, "Kernel ", choose), title), h("p", { class: "note" }, "The numbers are lines of the source: choose a line here or there to see what belongs together."), list);
  fill(stages[0]);
  // What belongs to a line of the source that somebody chose in the editor.
  return line => {
    mark(line);
    options.find((o, i) => lines[i].line === line)?.scrollIntoView({ block: "center" });
  };
}
