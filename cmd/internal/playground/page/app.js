// The playground: an editor, the flags, and what gv2 says in tabs.
import { h, $, placed } from "./page.js";
import { Native, Browser } from "./engine.js";
import { encode, decode } from "./link.js";
import * as form from "./form.js";
import * as verdict from "./verdict.js";
import * as boogie from "./boogie.js";
import * as steps from "./steps.js";

const tabs = ["verdict", "boogie", "steps", "graph", "output"];
const say = text => { $("status").textContent = text; };
const load = async name => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(name + ": " + response.status);
  return response.json();
};

// Programs share memory only on pages whose server asks for it; a service worker asks where the server does not.
async function isolate(config) {
  if (config.native || self.crossOriginIsolated || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register("isolate.js");
  await navigator.serviceWorker.ready;
  if (!sessionStorage.getItem("isolated")) {
    sessionStorage.setItem("isolated", "tried");
    location.reload();
    await new Promise(() => {});
  }
}

const config = await load("config.json");
await isolate(config);
const engine = config.native ? new Native(config) : new Browser(config, await import("./early.js"));
const examples = await load("examples.json");

// What the page opens with: what its address holds, or the first kernel of the course. The exact engine looks at it while the
// editor is loaded, which waits until the engine is compiled: the processors do that one after the other, too, but the answer is
// what takes longer.
const first = "1-races/reverse.cu";
const opening = await decode(location.hash) ?? { program: examples.find(e => e.name === first).text };
form.build(() => { flagsShown(); stale(); checkSoon(); });
form.write(opening.flags ?? {});
const exactly = program => engine.run(["weft", "--format=json", ...form.words("weft", form.read()), "-"], program, () => {});
let ahead = null;
if (engine.partial && form.exactly(form.read())) ahead = { asked: JSON.stringify([opening.program, form.read()]), answer: exactly(opening.program) };
if (ahead) await engine.ready("exact").catch(() => {}); // the answer says why
const { create } = await import(config.editor ? "./editor.js" : "./plain.js");
$("who").textContent = engine.text;

let active = "verdict";
let busy = false;
let again = null; // what to do when the run that is being stopped has ended
let shown = {}; // for which program each tab is
let showLine = null; // shows in the Boogie tab what belongs to a line
let outputs = [];
let typed = null; // the timer of a check while somebody types
let checking = false; // the run is such a check

// How long nobody must have typed before the exact engine looks at the program.
const pause = 400;

// How long ago somebody asked for the page.
const seconds = () => (performance.now() / 1000).toFixed(3);

const page = {
  go: (line, col) => editor.go(line, col),
  link: (lines, scroll) => editor.link(lines, scroll),
  apply,
};

const editor = create($("editor"), {
  changed() {
    editor.mark([]);
    $("examples").value = "";
    stale();
    checkSoon();
  },
  cursor: line => { if (active === "boogie") showLine?.(line); },
  run: () => run(),
});

const key = () => JSON.stringify([editor.get(), form.read()]);

function flagsShown() {
  $("flags-set").textContent = form.words("verify", form.read()).join(" ");
}

// Says in the tabs that what they show is of another program.
function stale() {
  for (const tab of tabs) {
    const panel = $("panel-" + tab);
    if (!shown[tab] || tab === "output" || panel.querySelector(".stale")) continue;
    panel.prepend(h("p", { class: "stale" }, "The program or a flag has changed since: Verify (Ctrl+Enter) looks again."));
  }
}

// Lets the exact engine look at the program once nobody has typed for a moment.
function checkSoon() {
  clearTimeout(typed);
  typed = setTimeout(check, pause);
}

// What the exact engine says of a program that somebody is writing: faults are marked, and the tabs stay as they are until
// the program is verified.
async function check() {
  if (busy) {
    if (checking) engine.stop(); // it looks at an earlier text
    typed = setTimeout(check, pause);
    return;
  }
  busy = checking = true;
  document.body.dataset.typing = "busy";
  const asked = key();
  try {
    const answer = await engine.run(["weft", "--format=json", "--timeout=10s", ...form.words("weft", form.read()), "-"], editor.get(), () => {});
    if (key() === asked && !answer.stopped && !again) {
      const results = verdict.reports(answer.out), problems = verdict.problems(results);
      editor.mark(problems);
      const text = "While you type, by the exact engine: " + (verdict.summary(results) || placed(answer.err.split("\n")[0]));
      say(text);
      for (const p of document.querySelectorAll("#panel-verdict .stale")) p.textContent = "The program or a flag has changed since. " + text + ". Verify (Ctrl+Enter) looks at all of it.";
      document.body.dataset.typed = asked;
    }
  } finally {
    busy = checking = false;
    document.body.dataset.typing = "idle";
    const next = again;
    again = null;
    next?.();
  }
}

// Inserts and removes lines as a repair says.
function apply(fixes) {
  const lines = editor.get().split("\n");
  for (const f of fixes.toSorted((a, b) => b.line - a.line)) lines.splice(f.line - 1, f.remove ?? 0, ...(f.text ? f.text.replace(/\n$/, "").split("\n") : []));
  editor.set(lines.join("\n"));
  $("examples").value = "";
  run();
}

// Executes a command of gv2, with flags of its own; wrote is told what it writes meanwhile.
async function command(name, own, wrote = () => {}) {
  const args = [name, ...own, ...form.words(name, form.read()), "-"];
  const began = performance.now();
  const answer = await engine.run(args, editor.get(), wrote);
  outputs.push({ args, answer, seconds: (performance.now() - began) / 1000 });
  $("output").textContent = outputs.map(o => "$ gv2 " + o.args.join(" ") + "\n" + o.answer.err + o.answer.out + (o.answer.stopped ? "(stopped)\n" : "") + "exit code " + o.answer.code + ", " + o.seconds.toFixed(2) + " s\n").join("\n");
  return answer;
}

// What a command wrote to its standard error, where that is all it has to say.
function trouble(panel, answer) {
  panel.replaceChildren(h("h2", { id: "verdict-heading", tabindex: "-1" }, answer.stopped ? "Stopped" : "No answer"), h("pre", {}, placed(answer.err)));
}

const fill = {
  async verdict(panel) {
    // What is found at once is shown at once: gv2 goes on to look for more, and for repairs.
    const told = () => { panel.dataset.seconds ??= seconds(); };
    delete panel.dataset.seconds;
    const early = { faults: [], proved: [] };
    const tell = () => {
      verdict.showFound(panel, early, page);
      editor.mark(early.faults);
      told();
    };
    // While all of gv2 is on its way, the exact engine says what it knows.
    if (engine.partial && form.exactly(form.read())) {
      const opened = await ahead?.answer;
      const known = ahead?.asked === key() ? opened : await exactly(editor.get());
      if (known.stopped) {
        trouble(panel, known);
        return "Stopped.";
      }
      Object.assign(early, verdict.early(verdict.reports(known.out)));
      if (early.faults.length || early.proved.length) tell();
    }
    let err = "";
    const answer = await command("verify", ["--format=json", "--found"], part => {
      err += part.err ?? "";
      const more = verdict.found(err).filter(f => !early.faults.some(g => g.line === f.line && g.col === f.col));
      if (!more.length) return;
      early.faults.push(...more);
      tell();
    });
    const results = verdict.reports(answer.out);
    if (results.length) verdict.show(panel, results, page);
    else trouble(panel, answer);
    if (answer.stopped) panel.prepend(h("p", { class: "stopped" }, results.length ? "Stopped: these kernels were decided before." : "Stopped before a kernel was decided."));
    editor.mark(verdict.problems(results));
    told();
    panel.dataset.whole = seconds();
    return (answer.stopped ? "Stopped. " : "") + (verdict.summary(results) || placed(answer.err.split("\n")[0]));
  },
  async boogie(panel) {
    const answer = await command("explain", ["--stage=program", "--format=json"]);
    showLine = boogie.show(panel, parsed(answer.out)?.results ?? [], page);
    return "The Boogie program is shown.";
  },
  async steps(panel) {
    const faults = await command("explain", ["--stage=run", "--format=json"]);
    let runs = steps.ofFaults(parsed(faults.out)?.results ?? []);
    if (!faults.stopped) runs = [...runs, ...steps.ofLanes(parsed((await command("graph", ["--format=json"])).out)?.graphs ?? [])];
    steps.show(panel, runs, page);
    return runs.length === 1 ? "A run is shown." : runs.length + " runs are shown.";
  },
  async graph(panel) {
    const drawn = await command("graph", ["--format=svg"]), flow = await command("graph", ["--kind=control", "--format=json"]);
    panel.replaceChildren(h("h2", {}, "Who meets whom at which barrier"));
    // Several kernels give several drawings, one behind the other.
    for (const text of drawn.out.split(/(?=<svg )/).filter(t => t.includes("<svg "))) panel.append(drawing(text));
    if (!drawn.out.includes("<svg ")) panel.append(h("pre", {}, placed(drawn.err)));
    panel.append(h("h2", {}, "Control flow"));
    const graphs = parsed(flow.out)?.graphs ?? [];
    if (graphs.length && config.editor) {
      const [{ draw }, { layout }] = await Promise.all([import("./flow.js"), import("./layout.js")]);
      panel.append(h("p", { class: "note" }, "Dashed: for some threads only. Red: a barrier that some threads may miss. Enter on a node goes to its line."));
      for (const g of graphs) panel.append(draw(g, editor.get().split("\n"), layout, page.go));
    } else {
      const text = graphs.length ? await command("graph", ["--kind=control", "--format=text"]) : flow;
      panel.append(h("pre", {}, placed(graphs.length ? text.out : flow.err)));
    }
    return "The graph is drawn.";
  },
  async output() { return "What gv2 wrote is shown."; },
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // it was stopped, or there is nothing to show: standard error says why
  }
}

const drawn = `
svg { background: none !important; color: var(--text) !important }
.box { fill: light-dark(#e8eef7, #24344d) !important }
.arrive { fill: var(--back) !important }
.sync { fill: light-dark(#224488, #9ab8ee) !important }
`;

// A drawing of gv2 as part of the page; what could act in it does not get in.
function drawing(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (svg.localName !== "svg") return h("pre", {}, text);
  for (const e of [svg, ...svg.querySelectorAll("*")]) {
    if (e.localName === "script" || e.localName === "foreignObject") e.remove();
    for (const a of [...e.attributes]) if (a.name.startsWith("on") || a.name.endsWith("href")) e.removeAttribute(a.name);
  }
  const box = h("div", { class: "drawing", tabindex: "0", role: "group", "aria-label": svg.querySelector("title")?.textContent ?? "drawing" });
  // Its rules are for itself, and its colors those of the page, which may not be the system's.
  box.attachShadow({ mode: "open" }).append(document.importNode(svg, true), h("style", {}, drawn));
  return box;
}

// Looks at the program: its verdict, and what the open tab shows.
async function run(all = true) {
  clearTimeout(typed);
  if (busy) {
    again = () => run(all);
    engine.stop();
    document.body.dataset.state = "busy";
    return;
  }
  busy = true;
  const asked = key();
  $("run").disabled = false;
  $("stop").disabled = false;
  if (all) {
    shown = {};
    outputs = [];
    showLine = null;
    editor.link([]);
    for (const tab of ["boogie", "steps", "graph"]) $("panel-" + tab).replaceChildren();
  }
  document.body.dataset.state = "busy";
  const began = performance.now(), clock = setInterval(() => say("gv2 works on it… " + Math.round((performance.now() - began) / 1000) + " s"), 1000);
  say("gv2 works on it…");
  let said = "";
  try {
    for (const tab of new Set([all || !shown.verdict ? "verdict" : active, active])) {
      if (shown[tab] === asked && tab !== "verdict") continue;
      const text = await fill[tab]($("panel-" + tab));
      said = tab === "verdict" || !said ? text : said;
      shown[tab] = asked;
      if (again) break;
    }
  } catch (e) {
    said = "The page has failed: " + e.message;
    console.error(e);
  }
  clearInterval(clock);
  busy = false;
  $("stop").disabled = true;
  say(said);
  document.body.dataset.state = "idle";
  const next = again;
  again = null;
  if (next) next();
  else if (key() !== asked) {
    stale();
    checkSoon();
  }
}

function select(tab, focus) {
  active = tab;
  for (const t of tabs) {
    $("tab-" + t).setAttribute("aria-selected", String(t === tab));
    $("tab-" + t).tabIndex = t === tab ? 0 : -1;
    $("panel-" + t).hidden = t !== tab;
  }
  if (focus) $("tab-" + tab).focus();
  if (!shown[tab]) {
    if (busy && !checking) again ??= () => run(false);
    else run(false);
  }
}

function open(name, flags = {}) {
  const example = examples.find(e => e.name === name);
  if (!example) return;
  $("examples").value = name;
  editor.set(example.text);
  form.write(flags);
  flagsShown();
  run();
}

for (const tab of tabs) $("tab-" + tab).addEventListener("click", () => select(tab));
$("tabs").addEventListener("keydown", e => {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.indexOf(active), End: tabs.length - 1 - tabs.indexOf(active) }[e.key];
  if (step === undefined) return;
  e.preventDefault();
  select(tabs[(tabs.indexOf(active) + step + tabs.length) % tabs.length], true);
});
$("run").addEventListener("click", () => run());
$("stop").addEventListener("click", () => engine.stop());
document.addEventListener("keydown", e => {
  if (e.key === "." && (e.ctrlKey || e.metaKey)) { e.preventDefault(); engine.stop(); }
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && !e.defaultPrevented) { e.preventDefault(); run(); }
});
$("link").addEventListener("click", async () => {
  history.replaceState(null, "", "#" + await encode({ program: editor.get(), flags: form.read() }));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied: it holds the program and the flags.");
  } catch {
    say("The address of this page now holds the program and the flags.");
  }
});
const theme = value => { document.documentElement.dataset.theme = value; $("theme").value = value; };
theme(localStorage.getItem("theme") ?? "auto");
$("theme").addEventListener("change", () => { localStorage.setItem("theme", $("theme").value); theme($("theme").value); });

$("examples").append(h("option", { value: "" }, "your own"));
const groups = new Map();
for (const e of examples) {
  const title = e.lesson + (e.part ? ", " + e.part : "");
  if (!groups.has(title)) groups.set(title, h("optgroup", { label: title }));
  groups.get(title).append(h("option", { value: e.name }, e.name.split("/").at(-1)));
}
$("examples").append(...groups.values());
$("examples").addEventListener("change", () => open($("examples").value));

async function fromAddress() {
  const given = await decode(location.hash);
  if (!given) return false;
  editor.set(given.program);
  form.write(given.flags ?? {});
  flagsShown();
  $("examples").value = "";
  run();
  return true;
}
addEventListener("hashchange", fromAddress);
if (!await fromAddress()) open(first);

// For the tests, which drive the page in a browser.
window.playground = { open, run, select, set(text) { editor.set(text); $("examples").value = ""; }, key, get: () => editor.get() };
