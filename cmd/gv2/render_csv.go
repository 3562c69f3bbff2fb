package main

import (
	"encoding/csv"
	"io"
	"strings"

	"gv2/runtime/verdict"
)

// csvRenderer writes the columns of gv2 suite, a line per kernel as it comes.
type csvRenderer struct {
	w *csv.Writer
}

func newCSVRenderer(out io.Writer) *csvRenderer {
	c := &csvRenderer{csv.NewWriter(out)}
	_ = c.w.Write([]string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason"})
	return c
}

func (c *csvRenderer) result(r *report) {
	name := r.file
	if r.Kernel != "" {
		name += ":" + r.Kernel
	}
	_ = c.w.Write([]string{name, r.expected, string(r.Outcome), enginesOf(r), seconds(r.Stats.Seconds), agreement(r), reasonText(r)})
	c.w.Flush()
}

// reasonText is why a kernel is not proved, and the benign findings.
func reasonText(r *report) string {
	var parts []string
	if why := firstLine(r.why()); why != "" {
		parts = append(parts, why)
	}
	return strings.Join(append(parts, r.benign("")...), "; ")
}

// enginesOf names the engine that decided, or both as weft+boogie.
func enginesOf(r *report) string {
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

func (c *csvRenderer) end() error {
	c.w.Flush()
	return c.w.Error()
}

// agreement compares the verdict with the code of the file's first line; it is
// empty where the file expects nothing.
func agreement(r *report) string {
	if r.expected == "" {
		return ""
	}
	return agrees(r.expected, r.Outcome)
}
