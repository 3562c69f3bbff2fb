import { h, placed } from "./page.js";

// A run as steps: who does what at which line, in which generation, and where everybody is then. Runs are those of gv2 explain
// --stage run, which lead to a fault, or made of the lanes of gv2 graph.
//
//   {title, notes, lanes: [{name}], steps: [{lane, text, line, generation, log, fault}]}

const index = v => "(" + v.join(",") + ")";

export function ofFaults(kernels) {
  const out = [];
  for (const k of kernels) {
    for (const s of k.stages) {
      if (!s.run) continue;
      const blocks = new Set(s.run.threads.map(t => index(t.block)));
      out.push({
        title: k.kernel + ": " + placed(s.title),
        notes: s.lines.map(l => placed(l.text)),
        lanes: s.run.threads.map(t => ({ name: "thread " + index(t.thread) + (blocks.size > 1 ? " of block " + index(t.block) : "") })),
        steps: s.run.steps.map(t => ({ lane: t.thread, text: placed(t.text), line: t.line, generation: t.generation, log: t.log ?? [], fault: t.fault })),
      });
    }
  }
  return out;
}

const some = ranges => ranges.map(([a, b]) => a === b ? a : a + "-" + b).join(", ");

// Lets the lanes of a graph go on as far as their barriers allow: a step of a lane is done when those who wait there are let go.
export function ofLanes(graphs) {
  return graphs.map(g => {
    const lanes = g.lanes.map(l => ({ name: (l.threads.length === 1 && l.threads[0][0] === l.threads[0][1] ? "thread " : "threads ") + some(l.threads) }));
    const steps = [], at = g.lanes.map(() => 0), waits = g.lanes.map(() => -1);
    const expected = g.generations.map((_, n) => g.lanes.reduce((sum, l) => sum + l.steps.filter(s => s.generation === n).length, 0));
    const came = g.generations.map(() => 0);
    for (let moved = true; moved;) {
      moved = false;
      g.lanes.forEach((lane, i) => {
        const step = lane.steps[at[i]];
        if (waits[i] >= 0 || !step) return;
        moved = true;
        at[i]++;
        const gen = g.generations[step.generation];
        const several = lane.threads.length > 1 || lane.threads[0][0] !== lane.threads[0][1];
        const text = [several ? step.does.replace(/s$/, "") : step.does, gen && "at " + gen.name].filter(Boolean).join(" ");
        const entry = { lane: i, text, line: step.line, generation: gen?.name ?? "", log: [], fault: false };
        steps.push(entry);
        if (!gen) return;
        came[step.generation]++;
        const completes = gen.complete && came[step.generation] >= expected[step.generation];
        if (/sync|wait/.test(step.does) && !completes) {
          waits[i] = step.generation;
          entry.text += several ? ", and wait" : ", and waits";
        }
        if (completes) {
          const freed = waits.flatMap((n, j) => n === step.generation ? [j] : []);
          freed.forEach(j => waits[j] = -1);
          entry.text += ": that completes " + gen.name + (freed.length ? ", and " + freed.map(j => lanes[j].name).join("; ") + " go on" : "");
        }
      });
    }
    const stuck = waits.flatMap((n, i) => n >= 0 ? [lanes[i].name + " wait at " + g.generations[n].name] : []);
    return {
      title: g.kernel + ": how threads meet at barriers",
      notes: [...(stuck.length ? ["for ever: " + stuck.join("; ")] : []), ...(steps.length ? [] : ["no thread meets another at a barrier"])],
      lanes, steps,
    };
  });
}

// Shows runs with a slider. page has link(lines, scroll).
export function show(panel, runs, page) {
  panel.replaceChildren();
  if (runs.length === 0) {
    panel.append(h("p", {}, "There are no steps to show: control or barriers of this kernel depend on its input, and no fault was found."));
    return;
  }
  const choose = h("select", { onchange: () => open(runs[choose.selectedIndex]) }, ...runs.map(r => h("option", {}, r.title)));
  const body = h("div");
  panel.append(h("p", {}, h("label", {}, "Run ", choose)), body);
  const open = run => {
    const now = h("p", { role: "status", "aria-live": "polite" });
    const lanes = run.lanes.map(l => {
      const text = h("span", { class: "code" }, "has not begun");
      return { text, row: h("div", { class: "lane" }, h("strong", {}, l.name), text) };
    });
    const rows = run.steps.map((s, i) => h("tr", { class: s.fault ? "fault" : null }, h("td", {}, String(i + 1)), h("td", {}, s.line ? String(s.line) : ""), h("td", {}, run.lanes[s.lane].name), h("td", {}, s.text), h("td", {}, s.generation ?? ""), h("td", {}, s.log.slice(-3).join("; "))));
    const slider = h("input", { type: "range", min: "0", max: String(run.steps.length), value: "0", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
    const go = n => {
      slider.value = String(n);
      slider.setAttribute("aria-valuetext", "step " + n + " of " + run.steps.length);
      run.lanes.forEach((_, i) => {
        const last = run.steps.slice(0, n).findLast(s => s.lane === i);
        lanes[i].text.textContent = last ? (last.line ? "line " + last.line + ": " : "") + last.text + (last.generation && !last.text.includes(last.generation) ? " (generation " + last.generation + ")" : "") : "has not begun";
        lanes[i].row.classList.toggle("now", n > 0 && run.steps[n - 1].lane === i);
        lanes[i].row.classList.toggle("fault", Boolean(last?.fault));
      });
      rows.forEach((r, i) => { r.classList.toggle("now", i === n - 1); r.classList.toggle("later", i >= n); });
      const s = run.steps[n - 1];
      now.textContent = s ? "Step " + n + " of " + run.steps.length + ": " + run.lanes[s.lane].name + " " + s.text + (s.line ? " at line " + s.line : "") : "Before the first of " + run.steps.length + " steps.";
      page.link(s?.line ? [s.line] : [], true);
    };
    const move = d => go(Math.max(0, Math.min(run.steps.length, Number(slider.value) + d)));
    body.replaceChildren(
      ...run.notes.map(t => h("p", {}, t)),
      h("div", { class: "slider" }, h("button", { type: "button", onclick: () => move(-1) }, "Back"), slider, h("button", { type: "button", onclick: () => move(1) }, "Next")),
      now, h("div", { class: "lanes" }, ...lanes.map(l => l.row)),
      h("table", {}, h("caption", { class: "note" }, "All steps"), h("thead", {}, h("tr", {}, ...["step", "line", "who", "does", "generation", "log"].map(t => h("th", { scope: "col" }, t)))), h("tbody", {}, ...rows)),
    );
    go(run.steps.length);
  };
  open(runs[0]);
}
