package draw

import (
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"gv2/runtime/emulate"
	"gv2/runtime/lanes"
)

var verbs = map[emulate.SiteKind]string{emulate.ReadSite: "reads", emulate.WriteSite: "writes", emulate.AtomicSite: "updates"}

// Text draws for a terminal: a column for each lane, a line for each generation, and the line of
// the source in parentheses.
func Text(w io.Writer, d *Drawing) {
	fmt.Fprintf(w, "%s: %s\n\n", d.Pos, d.title())
	cells := make([][]string, 0, len(d.Rows)+1)
	head := []string{"", ""}
	for i := range d.Lanes {
		head = append(head, laneName(&d.Lanes[i]))
	}
	cells = append(cells, head)
	left := 0
	for i := range d.Rows {
		cells = append(cells, d.textRow(&d.Rows[i], &left))
	}
	writeColumns(w, cells)
	if len(d.Generations) == 0 {
		fmt.Fprintln(w, "no thread uses a barrier")
	}
	for i, text := range d.why() {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, text)
	}
}

// textRow is a row; left counts the rows of a repeated part that are still to come.
func (d *Drawing) textRow(r *lanes.Row, left *int) []string {
	row := []string{"", d.rowName(r)}
	switch {
	case r.Repeats > 0:
		row[0] = fmt.Sprintf("%d times", r.Repeats)
		*left = r.Period - 1
	case *left > 0:
		row[0] = "|"
		*left--
	}
	for l := range d.Lanes {
		cell := "|"
		var marks []string
		for _, m := range r.Marks {
			if m.Lane == l {
				marks = append(marks, d.markText(m))
			}
		}
		if len(marks) > 0 {
			cell = strings.Join(marks, ", ")
		}
		if r.Side >= 0 && d.Pair.Sides[r.Side].Lane == l {
			cell = "* " + d.accessText(r.Side)
		}
		row = append(row, cell)
	}
	return row
}

// writeColumns writes a table with columns of equal width.
func writeColumns(w io.Writer, cells [][]string) {
	var widths []int
	for _, row := range cells {
		for i, text := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(text))
		}
	}
	for _, row := range cells {
		var out strings.Builder
		for i, text := range row {
			if widths[i] > 0 {
				out.WriteString(runewidth.FillRight(text, widths[i]+2))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(out.String(), " "))
	}
}
