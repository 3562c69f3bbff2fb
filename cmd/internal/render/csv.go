package render

import (
	"encoding/csv"
	"strings"

	"gv2/runtime/verdict"
)

// csvRenderer writes the columns of gv2 suite, a line per kernel as it comes.
type csvRenderer struct {
	w *csv.Writer
}

func newCSV(o Options) Writer[Report] {
	c := &csvRenderer{csv.NewWriter(o.Out)}
	_ = c.w.Write(suiteColumns)
	return c
}

func (c *csvRenderer) Add(r *Report) {
	name := r.File
	if r.Kernel != "" {
		name += ":" + r.Kernel
	}
	_ = c.w.Write([]string{name, r.Expected, string(r.Outcome), enginesOf(r), seconds(r.Stats.Seconds), agreement(r), reasonText(r)})
	c.w.Flush()
}

// reasonText is why a kernel is not proved, and the benign findings.
func reasonText(r *Report) string {
	var parts []string
	if why := FirstLine(r.why()); why != "" {
		parts = append(parts, why)
	}
	return strings.Join(append(parts, r.benign("")...), "; ")
}

// enginesOf names the engine that decided, or both as weft+boogie.
func enginesOf(r *Report) string {
	used := map[string]bool{}
	for _, p := range r.Properties {
		used[p.Engine] = true
	}
	switch {
	case used[verdict.WeftEngine] && used[verdict.BoogieEngine]:
		return verdict.WeftEngine + "+" + verdict.BoogieEngine
	case used[verdict.WeftEngine]:
		return verdict.WeftEngine
	case used[verdict.BoogieEngine]:
		return verdict.BoogieEngine
	}
	return ""
}

func (c *csvRenderer) End() error {
	c.w.Flush()
	return c.w.Error()
}

// agreement compares the verdict with the code of the file's first line; it is
// empty where the file expects nothing.
func agreement(r *Report) string {
	if r.Expected == "" {
		return ""
	}
	return Agreement(r.Expected, r.Outcome)
}
