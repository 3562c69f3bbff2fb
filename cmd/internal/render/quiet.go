//go:build !exact

package render

import (
	"fmt"

	"gv2/cmd/internal/terminal"
)

// Quiet writes a line for each kernel.
func Quiet(o Options) Writer[Report] { return quietRenderer{textRenderer{out: o.Out, color: o.Color}} }

type quietRenderer struct{ text textRenderer }

func (q quietRenderer) Add(r *Report) {
	if r.Kernel == "" && r.told() {
		return
	}
	fmt.Fprintf(q.text.out, "%s: ", q.text.paint(terminal.Bold, r.where().String()))
	if r.Kernel != "" {
		fmt.Fprintf(q.text.out, "kernel %s: ", r.Kernel)
	}
	fmt.Fprint(q.text.out, q.text.paint(shadeOf[string(r.Outcome)], string(r.Outcome)))
	if r.Condition != "" {
		fmt.Fprintf(q.text.out, " (proved if %s)", r.Condition)
	} else if why := FirstLine(r.why()); why != "" && !r.told() {
		fmt.Fprintf(q.text.out, ": %s", why)
	}
	fmt.Fprintln(q.text.out)
}

func (quietRenderer) End() error { return nil }
