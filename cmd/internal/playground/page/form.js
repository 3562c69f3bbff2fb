import { h, $ } from "./page.js";

const all = ["verify", "explain", "graph", "weft"], verdicts = ["verify", "explain"], checked = ["verify", "explain", "weft"];

// The flags that the page offers. What a name is for is said in the manual: gv2 manual flags.
export const fields = [
  { name: "block-dim", text: "threads per block", hint: "64 or 8,8; * for any", for: all },
  { name: "grid-dim", text: "blocks", hint: "4 or 2,2; any if empty", for: all },
  { name: "param", text: "scalar parameters", hint: "n=128 m=4", many: true, for: all },
  { name: "kernel", text: "kernels", hint: "all if empty", for: all },
  { name: "shared-bytes", text: "dynamic shared memory", hint: "bytes", for: all },
  { name: "define", text: "macros", hint: "N=4 DEBUG", many: true, for: all },
  { name: "engine", text: "engine", values: ["auto", "weft", "boogie"], for: verdicts },
  { name: "check", text: "properties", hint: "data-race,deadlock; all if empty", for: checked },
  { name: "arith", text: "integers", values: ["auto", "int", "bv"], for: verdicts },
  { name: "same-value-writes", text: "writes of the same value", values: ["report", "allow"], for: checked },
  { name: "barrier-rule", text: "rule of __syncthreads()", values: ["cuda", "volta"], for: all },
  { name: "loop-unroll", text: "only so many iterations", hint: "any number if empty", for: verdicts },
  { name: "timeout", text: "time for each kernel", hint: "60s", for: all },
  { name: "check-array-bounds", text: "check array bounds", check: true, for: checked },
  { name: "intra-group", text: "races within a block only", check: true, for: checked },
  { name: "warp-sync", text: "warps in lock step", check: true, for: all },
];

// Whether the exact engine alone says something about a question with these flags.
export function exactly(set) { return fields.every(f => !(f.name in set) || f.for.includes("weft")); }

// Builds the form; changed is called when a value changes.
export function build(changed) {
  for (const f of fields) {
    const id = "flag-" + f.name;
    let input;
    if (f.values) input = h("select", { id, name: f.name }, ...f.values.map(v => h("option", { value: v }, v)));
    else if (f.check) input = h("input", { id, name: f.name, type: "checkbox" });
    else input = h("input", { id, name: f.name, type: "text", placeholder: f.hint, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
    input.addEventListener("change", changed);
    const label = h("label", { class: f.check ? "check" : null, title: "--" + f.name });
    label.append(...(f.check ? [input, f.text] : [f.text, input]));
    $("flags").append(label);
  }
  $("flags").addEventListener("submit", e => e.preventDefault());
}

// The values that are not the usual ones, by name.
export function read() {
  const set = {};
  for (const f of fields) {
    const input = $("flag-" + f.name);
    if (f.check ? input.checked : f.values ? input.value !== f.values[0] : input.value.trim() !== "") set[f.name] = f.check ? true : input.value.trim();
  }
  return set;
}

export function write(set) {
  for (const f of fields) {
    const input = $("flag-" + f.name), value = set[f.name];
    if (f.check) input.checked = value === true;
    else input.value = typeof value === "string" && (!f.values || f.values.includes(value)) ? value : f.values ? f.values[0] : "";
  }
}

// The flags as words of a command line.
export function words(command, set) {
  const out = [];
  for (const f of fields) {
    if (!(f.name in set) || !f.for.includes(command)) continue;
    if (f.check) out.push("--" + f.name);
    else for (const value of f.many ? set[f.name].split(/\s+/) : [set[f.name]]) out.push("--" + f.name + "=" + value);
  }
  return out;
}
