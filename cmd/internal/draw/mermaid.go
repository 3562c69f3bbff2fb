package draw

import (
	"fmt"
	"io"
	"strings"

	"gv2/runtime/lanes"
)

// Mermaid writes a sequence diagram in the language of Mermaid, which Markdown on many sites
// shows: a participant for each lane, and a note for each generation.
func Mermaid(w io.Writer, d *Drawing) {
	fmt.Fprintf(w, "sequenceDiagram\n  %%%% %s\n", d.title())
	for l := range d.Lanes {
		fmt.Fprintf(w, "  participant L%d as %s\n", l, laneName(&d.Lanes[l]))
	}
	left := 0
	for i := range d.Rows {
		r := &d.Rows[i]
		indent := "  "
		if r.Repeats > 0 {
			fmt.Fprintf(w, "  loop %d times\n", r.Repeats)
			left = r.Period
		}
		if left > 0 {
			indent = "    "
		}
		fmt.Fprintf(w, "%s%s\n", indent, d.mermaidRow(r))
		if left > 0 {
			if left--; left == 0 {
				fmt.Fprintln(w, "  end")
			}
		}
	}
	if p := d.Pair; p != nil {
		text := "nothing orders them"
		if p.First >= 0 {
			text = "happens before"
		}
		a, b := p.Sides[max(p.First, 0)].Lane, p.Sides[1-max(p.First, 0)].Lane
		arrow := "-->>"
		if p.First < 0 {
			arrow = "--x"
		}
		fmt.Fprintf(w, "  L%d%sL%d: %s\n", a, arrow, b, text)
	}
}

func (d *Drawing) mermaidRow(r *lanes.Row) string {
	if r.Side >= 0 {
		return fmt.Sprintf("Note over L%d: %s", d.Pair.Sides[r.Side].Lane, d.accessText(r.Side))
	}
	first, last := len(d.Lanes), -1
	var parts []string
	for _, m := range r.Marks {
		first, last = min(first, m.Lane), max(last, m.Lane)
		parts = append(parts, d.laneDoes(m))
	}
	over := fmt.Sprintf("L%d", max(last, 0))
	if first < last {
		over = fmt.Sprintf("L%d,L%d", first, last)
	}
	return fmt.Sprintf("Note over %s: %s<br/>%s", over, d.rowName(r), strings.Join(parts, "<br/>"))
}
