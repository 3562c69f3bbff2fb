// Where the nodes of a graph are drawn, and the ways between them: Dagre. esbuild makes layout.js of it.
import { graphlib, layout as place } from "@dagrejs/dagre";

// nodes have a width and a height, edges lead from a node to another, by their indices, and have the size of what stands at them.
export function layout(nodes, edges) {
  const g = new graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 30, edgesep: 16, marginx: 8, marginy: 8 });
  nodes.forEach((n, i) => g.setNode(String(i), { width: n.width, height: n.height }));
  edges.forEach((e, i) => g.setEdge(String(e.from), String(e.to), { width: e.width, height: e.height, labelpos: "c" }, String(i)));
  place(g);
  const { width, height } = g.graph();
  return { width, height, nodes: nodes.map((_, i) => g.node(String(i))), edges: edges.map((e, i) => g.edge(String(e.from), String(e.to), String(i))) };
}
