import { h } from "./page.js";

const space = "http://www.w3.org/2000/svg";
const letter = 7.3, row = 16, pad = 8, mostRows = 8;

function s(name, attributes = {}, ...children) {
  const e = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// What a node shows: the lines of the program that it comes from, of a long block the first and the last ones.
function rows(node, kernel, program) {
  if (node.kind === "entry") return ["kernel " + kernel];
  if (node.kind === "exit") return ["end"];
  const line = n => n + ": " + (program[n - 1] ?? "").replace(/\/\/.*/, "").trim().replace(/ \{$/, "");
  let out = (node.lines ?? []).map(line);
  if (out.length > mostRows) out = [...out.slice(0, mostRows - 2), "…", out.at(-1)];
  return out.length ? out : [node.condition ?? ""];
}

// Who is at a node.
function remark(node) {
  if (node.differs) return "threads may differ";
  if (node.kind === "barrier") return node.part ? "barrier of a part of the block" : node.predicated ? "barrier that some threads may miss" : "barrier";
  if (node.kind === "branch" || node.kind === "loop") return "all threads alike";
  return node.predicated && node.kind === "block" ? "some threads" : "";
}

// The control flow of a kernel, which is a graph of gv2 graph --kind=control --format=json, as a drawing. Its nodes are
// buttons that lead to their lines, and say to those who do not see them where they lead.
export function draw(graph, program, layout, go) {
  const nodes = graph.nodes.map(n => {
    const text = rows(n, graph.kernel, program), said = remark(n);
    const all = said ? [...text, "(" + said + ")"] : text;
    return { n, text, said, all, width: Math.max(...all.map(t => t.length)) * letter + 2 * pad, height: all.length * row + 2 * pad };
  });
  const edges = graph.nodes.flatMap((n, from) => (n.next ?? []).map(e => ({ from, to: e.to, label: e.label ?? "", width: (e.label ?? "").length * letter, height: e.label ? row : 0 })));
  const placed = layout(nodes, edges);
  const arrow = "flow-arrow-" + graph.kernel;
  const svg = s("svg", { class: "flow", role: "group", "aria-label": "control flow of kernel " + graph.kernel, width: Math.ceil(placed.width), height: Math.ceil(placed.height) },
    s("defs", {}, s("marker", { id: arrow, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z", class: "arrowhead" }))));
  edges.forEach((e, i) => {
    const { points, x, y } = placed.edges[i];
    svg.append(s("path", { class: "edge", d: "M" + points.map(p => p.x.toFixed(1) + " " + p.y.toFixed(1)).join("L"), "marker-end": `url(#${arrow})` }));
    if (e.label) svg.append(s("text", { class: "edge-label", x, y: y + 4, "text-anchor": "middle", "aria-hidden": "true" }, e.label));
  });
  nodes.forEach(({ n, all, text, said, width, height }, i) => {
    const { x, y } = placed.nodes[i], left = x - width / 2, top = y - height / 2;
    const leads = (n.next ?? []).map(e => (e.label ? e.label + " to " : "to ") + nodes[e.to].text[0]).join(", ");
    const line = n.lines?.[0];
    const g = s("g", { class: "node " + n.kind + (n.predicated && !n.part ? " predicated" : ""), role: line ? "button" : "img", tabindex: line ? 0 : null, "aria-label": [n.kind, text.join(" "), said, leads && "leads " + leads].filter(Boolean).join(", ") },
      s("rect", { x: left, y: top, width, height, rx: n.kind === "branch" || n.kind === "loop" ? 14 : 3 }),
      ...all.map((t, k) => s("text", { class: said && k === all.length - 1 ? "remark" : null, x: left + pad, y: top + pad + row * k + 12 }, t)));
    if (line) {
      g.addEventListener("click", () => go(line, 1));
      g.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); go(line, 1); } });
    }
    svg.append(g);
  });
  return h("div", { class: "drawing" }, svg);
}
