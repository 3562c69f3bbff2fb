package draw

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gv2/runtime/lanes"
)

// DOT writes the graph in the language of Graphviz: dot -Tsvg lays it out.
func DOT(w io.Writer, d *Drawing) {
	t := dotWriter{w, d}
	fmt.Fprintf(w, "digraph %s {\n", quoted(d.Kernel))
	t.line("label=%s labelloc=t fontname=\"monospace\"", quoted(d.title()))
	t.line("node [fontname=\"monospace\" shape=plaintext]; edge [fontname=\"monospace\"]")
	for l := range d.Lanes {
		t.line("lane%d [label=%s group=lane%d]", l, quoted(laneName(&d.Lanes[l])), l)
	}
	last := make([]string, len(d.Lanes))
	for l := range last {
		last[l] = fmt.Sprint("lane", l)
	}
	for i := range d.Rows {
		t.row(i, last)
	}
	t.sides()
	fmt.Fprintln(w, "}")
}

type dotWriter struct {
	w io.Writer
	d *Drawing
}

func (t dotWriter) line(format string, args ...any) { fmt.Fprintf(t.w, "  "+format+"\n", args...) }

// row writes the nodes of a row with the edges to them; last are the latest nodes of the lanes.
func (t dotWriter) row(i int, last []string) {
	r := &t.d.Rows[i]
	if r.Side >= 0 {
		s := &t.d.Pair.Sides[r.Side]
		name := fmt.Sprint("access", r.Side)
		t.line("%s [shape=ellipse label=%s group=lane%d color=%s]", name, quoted(t.d.accessText(r.Side)), s.Lane, t.d.colour())
		t.edge(last, s.Lane, name)
		return
	}
	box := fmt.Sprint("generation", r.Generation)
	if !r.Alone {
		label := t.d.rowName(r)
		if n := t.d.repeated(i); n > 0 {
			label += fmt.Sprintf("\n(%d times)", n)
		}
		style := "filled"
		if !t.d.Generations[r.Generation].Complete {
			style = "dashed"
		}
		t.line("%s [shape=box style=%s fillcolor=lightgrey label=%s]", box, style, quoted(label))
	}
	same := []string{}
	for _, m := range r.Marks {
		name := fmt.Sprintf("step%d_%d", m.Lane, m.Step)
		t.line("%s [label=%s group=lane%d]", name, quoted(t.d.markText(m)), m.Lane)
		t.edge(last, m.Lane, name)
		same = append(same, name)
		t.operation(m, name, box)
	}
	if !r.Alone {
		t.line("{ rank=same; %s }", strings.Join(append(same, box), "; "))
	}
}

func (t dotWriter) edge(last []string, lane int, name string) {
	t.line("%s -> %s [dir=none color=grey weight=10]", last[lane], name)
	last[lane] = name
}

// operation is the edge between what a lane does and the generation.
func (t dotWriter) operation(m lanes.Hop, name, box string) {
	style := "color=black"
	if t.d.onPath(m) {
		style = "color=blue penwidth=2"
	}
	switch t.d.Lanes[m.Lane].Steps[m.Step].Kind {
	case lanes.Arrives:
		t.line("%s -> %s [style=dashed %s]", name, box, style)
	case lanes.Waits:
		t.line("%s -> %s [%s]", box, name, style)
	default:
		t.line("%s -> %s [dir=both %s]", name, box, style)
	}
}

// sides is the edge of the pair that nothing orders.
func (t dotWriter) sides() {
	if t.d.Pair != nil && t.d.Pair.First < 0 {
		t.line("access0 -> access1 [dir=none style=dashed color=red fontcolor=red constraint=false label=\"nothing orders them\"]")
	}
}

// colour is that of the accesses of the pair.
func (d *Drawing) colour() string {
	if d.Pair.First < 0 {
		return "red"
	}
	return "blue"
}

// onPath reports whether a step is on the way from one access of the pair to the other.
func (d *Drawing) onPath(m lanes.Hop) bool {
	if d.Pair == nil {
		return false
	}
	for _, h := range d.Pair.Path {
		if h == m {
			return true
		}
	}
	return false
}

// repeated is how often the row happens, where it stands for several.
func (d *Drawing) repeated(i int) int {
	for j := i; j >= 0; j-- {
		if r := &d.Rows[j]; r.Repeats > 0 {
			if i < j+r.Period {
				return r.Repeats
			}
			return 0
		}
	}
	return 0
}

// quoted is a string of DOT.
func quoted(text string) string { return strconv.Quote(text) }
