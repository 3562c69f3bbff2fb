package draw

import (
	"fmt"
	"io"
	"strings"

	"gv2/predicate/flow"
)

// Flow is the control flow of a kernel with the text of the file, of which nodes show the lines.
type Flow struct {
	*flow.Graph
	Place string   `json:"place"`
	Text  []string `json:"-"`
}

// text is what a node shows, a line of the source after the other; of a longer block the first and last ones.
func (f *Flow) text(n *flow.Node) []string {
	const most = 8
	switch n.Kind {
	case flow.Entry:
		return []string{"kernel " + f.Kernel}
	case flow.Exit:
		return []string{"end"}
	}
	var out []string
	for i, line := range n.Lines {
		switch {
		case len(n.Lines) > most && i == most-1:
			out = append(out, "…")
		case len(n.Lines) <= most || i < most-1 || i == len(n.Lines)-1:
			out = append(out, fmt.Sprintf("%d: %s", line, f.line(line)))
		}
	}
	if len(out) == 0 {
		out = []string{n.Condition}
	}
	return out
}

func (f *Flow) line(n int) string {
	if n < 1 || n > len(f.Text) {
		return ""
	}
	text, _, _ := strings.Cut(f.Text[n-1], "//")
	return strings.TrimSuffix(strings.TrimSpace(text), " {")
}

// remark is what there is to say about who is there.
func remark(n *flow.Node) string {
	switch {
	case n.Differs:
		return "threads may differ"
	case n.Kind == flow.Barrier && n.Part:
		return "barrier of a part of the block"
	case n.Kind == flow.Barrier && n.Predicated:
		return "barrier that some threads may miss"
	case n.Kind == flow.Barrier:
		return "barrier"
	case n.Kind == flow.Branch || n.Kind == flow.Loop:
		return "all threads alike"
	case n.Predicated && n.Kind == flow.Block:
		return "some threads"
	}
	return ""
}

// FlowText writes a line for each node: what it is, and where it leads.
func FlowText(w io.Writer, f *Flow) {
	fmt.Fprintf(w, "%s: kernel %s, control flow\n\n", f.Place, f.Kernel)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		lines := f.text(n)
		head := fmt.Sprintf("%3d  %s", i, lines[0])
		if said := remark(n); said != "" {
			head += "   [" + said + "]"
		}
		if len(lines) == 1 {
			head += leads(n)
		}
		fmt.Fprintln(w, head)
		for k, line := range lines[1:] {
			if k == len(lines)-2 {
				line += leads(n)
			}
			fmt.Fprintf(w, "     %s\n", line)
		}
	}
}

// leads says where a node leads.
func leads(n *flow.Node) string {
	var parts []string
	for _, e := range n.Next {
		text := fmt.Sprintf("to %d", e.To)
		if e.Label != "" {
			text = e.Label + " " + text
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "   → " + strings.Join(parts, ", ")
}

// FlowDOT writes the graph in the language of Graphviz. What only some threads may execute is dashed, and red
// where it is a barrier.
func FlowDOT(w io.Writer, f *Flow) {
	fmt.Fprintf(w, "digraph %s {\n", quoted(f.Kernel))
	fmt.Fprintln(w, `  node [fontname="monospace" shape=box]; edge [fontname="monospace"]`)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		label := strings.Join(f.text(n), "\n")
		if said := remark(n); said != "" {
			label += "\n(" + said + ")"
		}
		style := map[flow.Kind]string{
			flow.Entry: "shape=plaintext", flow.Exit: "shape=plaintext", flow.Branch: "shape=diamond", flow.Loop: "shape=hexagon",
			flow.Barrier: "style=filled fillcolor=lightgrey",
		}[n.Kind]
		switch {
		case n.Kind == flow.Barrier && n.Predicated && !n.Part:
			style = "style=dashed color=red"
		case n.Predicated && n.Kind == flow.Block:
			style = "style=dashed"
		}
		fmt.Fprintf(w, "  n%d [label=%s %s]\n", i, quoted(label), style)
		for _, e := range n.Next {
			fmt.Fprintf(w, "  n%d -> n%d [label=%s]\n", i, e.To, quoted(e.Label))
		}
	}
	fmt.Fprintln(w, "}")
}

// FlowMermaid writes a flowchart.
func FlowMermaid(w io.Writer, f *Flow) {
	fmt.Fprintln(w, "flowchart TD")
	for i := range f.Nodes {
		n := &f.Nodes[i]
		lines := f.text(n)
		if said := remark(n); said != "" {
			lines = append(lines, "("+said+")")
		}
		shape := map[flow.Kind][2]string{flow.Branch: {"{", "}"}, flow.Loop: {"{{", "}}"}, flow.Entry: {"([", "])"}, flow.Exit: {"([", "])"}}[n.Kind]
		if shape[0] == "" {
			shape = [2]string{"[", "]"}
		}
		fmt.Fprintf(w, "  n%d%s\"%s\"%s\n", i, shape[0], mermaidText(strings.Join(lines, "\n")), shape[1])
		for _, e := range n.Next {
			if e.Label == "" {
				fmt.Fprintf(w, "  n%d --> n%d\n", i, e.To)
			} else {
				fmt.Fprintf(w, "  n%d -- %s --> n%d\n", i, e.Label, e.To)
			}
		}
		if n.Kind == flow.Barrier && n.Predicated && !n.Part {
			fmt.Fprintf(w, "  style n%d stroke:#c00,stroke-dasharray:4\n", i)
		} else if n.Predicated && n.Kind == flow.Block {
			fmt.Fprintf(w, "  style n%d stroke-dasharray:4\n", i)
		}
	}
}

// mermaidText is a label: Mermaid takes entities for what its language or HTML uses.
func mermaidText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "\n", "<br/>", "#", "&#35;").Replace(text)
}

// FlowJSON writes one document for all kernels.
func FlowJSON(w io.Writer, all []*Flow, version string) error {
	return writeJSON(w, struct {
		Tool    string  `json:"tool"`
		Version string  `json:"version"`
		Graphs  []*Flow `json:"graphs"`
	}{"gv2", version, all})
}
