//go:build !exact

package render

import (
	"encoding/csv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// csvRenderer writes the columns of gv2 suite, a line per kernel as it comes.
type csvRenderer struct {
	w *csv.Writer
	// tail are the last columns, the same for all: kernels share a process, so that nobody
	// knows what the processor did for one of them.
	tail []string
}

func newCSV(o Options) Writer[Report] {
	c := &csvRenderer{w: csv.NewWriter(o.Out), tail: []string{"", o.Solver, o.Version}}
	_ = c.w.Write(suiteColumns)
	return c
}

func (c *csvRenderer) Add(r *Report) {
	name := r.File
	if r.Kernel != "" {
		name += ":" + r.Kernel
	}
	_ = c.w.Write([]string{name, r.Expected, string(r.Outcome), enginesOf(r), seconds(r.Stats.Seconds), agreement(r), reasonText(r), c.tail[0], c.tail[1], c.tail[2]})
	c.w.Flush()
}

// reasonText is the reason why a kernel is not proved, and the benign findings.
func reasonText(r *Report) string {
	var parts []string
	if why := FirstLine(r.why()); why != "" {
		parts = append(parts, why)
	}
	return strings.Join(append(parts, r.benign("")...), "; ")
}

// enginesOf names the engines that decided, as in weft+boogie.
func enginesOf(r *Report) string {
	used := map[string]bool{}
	for _, p := range r.Properties {
		used[p.Engine] = true
	}
	return EngineNames(used)
}

// EngineNames joins the names of engines, in the order of their use.
func EngineNames(used map[string]bool) string {
	var names []string
	for _, name := range []string{verdict.WeftEngine, verdict.BoogieEngine, verdict.RunEngine, verdict.ExecutionEngine, verdict.AxiomsEngine} {
		if used[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

func (c *csvRenderer) End() error {
	c.w.Flush()
	return c.w.Error()
}

// agreement compares the verdict with the code of the file's first line; it is
// empty if the file states none.
func agreement(r *Report) string {
	if r.Expected == "" {
		return ""
	}
	return Agreement(r.Expected, r.Outcome, func(name kernel.Property) claim.Status {
		if p := r.Property(name); p != nil {
			return p.Status
		}
		return ""
	})
}
