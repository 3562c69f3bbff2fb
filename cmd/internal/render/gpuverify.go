//go:build !exact

package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// GPUVerify's wording of findings, so that scripts and regular expressions made
// for it work: the first line of each finding and the lines that name its
// accesses. GPUVerify has no deadlocks and no named barriers; those findings
// keep gv2's words.

// GPUVerify opens a document of reports in GPUVerify's wording.
func GPUVerify(o Options) Writer[Report] { return &gpuverifyRenderer{out: o.Out} }

// gpuverifyRenderer writes the reports of gv2 verify in GPUVerify's wording.
type gpuverifyRenderer struct {
	out      io.Writer
	verified int
	errors   int
}

func (g *gpuverifyRenderer) Add(r *Report) {
	j := JSONOf(r)
	gpuverifyText(g.out, &j)
	for _, text := range r.benign("") {
		fmt.Fprintf(g.out, "warning: %s\n", text)
	}
	if r.Outcome == verdict.KernelProved {
		g.verified++
		return
	}
	g.errors++
	if j.Reason != "" {
		fmt.Fprintf(g.out, "%s: %s: %s\n", gpuverifyPlace(j.File, j.Line, 0), r.Outcome, j.Reason)
	}
}

func (g *gpuverifyRenderer) End() error {
	plural := "s"
	if g.errors == 1 {
		plural = ""
	}
	_, err := fmt.Fprintf(g.out, "\nGPUVerify kernel analyser finished with %d verified, %d error%s\n", g.verified, g.errors, plural)
	return err
}

// gpuverifyText writes the findings of one kernel.
func gpuverifyText(out io.Writer, r *JSONResult) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == string(claim.ErrorSeverity) {
			gpuverifyFinding(out, r, f)
		}
	}
	for _, d := range r.Diagnostics {
		fmt.Fprintf(out, "%s: %s: %s\n", gpuverifyPlace(d.File, d.Line, d.Col), d.Severity, d.Message)
	}
}

func gpuverifyFinding(out io.Writer, r *JSONResult, f *JSONFinding) {
	text := gpuverifyMessage(f)
	if f.Property != kernel.DataRace {
		a := jsonAccess{File: r.File, Line: r.Line}
		if len(f.Accesses) > 0 {
			a = f.Accesses[0]
		}
		fmt.Fprintf(out, "%s: error: %s%s\n", gpuverifyPlace(a.File, a.Line, a.Col), text, gpuverifyTimes(f))
		return
	}
	fmt.Fprintf(out, "%s: error: %s:%s\n\n", filepath.Base(r.File), text, gpuverifyTimes(f))
	for i := range f.Accesses {
		gpuverifyAccess(out, r, &f.Accesses[i])
	}
}

func gpuverifyTimes(f *JSONFinding) string {
	if f.Count > 1 {
		return fmt.Sprintf(" (%d checks)", f.Count)
	}
	return ""
}

func gpuverifyPlace(file string, line, col int) string {
	switch {
	case line == 0:
		return filepath.Base(file)
	case col == 0:
		return fmt.Sprintf("%s:%d", filepath.Base(file), line)
	}
	return fmt.Sprintf("%s:%d:%d", filepath.Base(file), line, col)
}

// gpuverifyMessage is the first line of a finding without its place.
func gpuverifyMessage(f *JSONFinding) string {
	switch f.Property {
	case kernel.DataRace:
		return "possible " + f.Kind + " race on " + gpuverifyElement(f)
	case kernel.Divergence:
		return "barrier may be reached by non-uniform control flow"
	case kernel.LoopInvariant:
		return "loop invariant might not hold on entry or might not be maintained by the loop: " + f.Message
	case kernel.Bounds:
		return "possible array out-of-bounds access: " + f.Message
	case kernel.Assertion:
		return gpuverifyAssertion(f.Message)
	}
	return f.Message
}

// gpuverifyAssertion distinguishes the faults that gv2 states as assertions.
func gpuverifyAssertion(message string) string {
	switch {
	case strings.Contains(message, nullText):
		return "possible null pointer access"
	case strings.Contains(message, constantText):
		return "possible attempt to modify constant memory"
	}
	return "this assertion might not hold: " + message
}

// The texts of the assertions that the front end makes of faults.
const (
	nullText     = "pointer is not null"
	constantText = "constant memory is not written"
)

func gpuverifyElement(f *JSONFinding) string {
	if f.Index == nil {
		return f.Array
	}
	name, field, _ := strings.Cut(f.Array, "[]")
	return fmt.Sprintf("%s[%d]%s", name, *f.Index, field)
}

// gpuverifyAccess is a line such as: Write by thread 3 in thread block 0 (global
// id 3), kernel.cu:9:5:.
func gpuverifyAccess(out io.Writer, r *JSONResult, a *jsonAccess) {
	kind := strings.ToUpper(a.Kind[:min(1, len(a.Kind))]) + a.Kind[min(1, len(a.Kind)):]
	fmt.Fprint(out, kind)
	if a.Thread != nil {
		fmt.Fprintf(out, " by thread %s", gpuverifyID(*a.Thread))
	}
	if a.Block != nil {
		fmt.Fprintf(out, " in thread block %s", gpuverifyID(*a.Block))
	}
	if id, ok := globalID(r, a); ok {
		fmt.Fprintf(out, " (global id %s)", gpuverifyID(id))
	}
	fmt.Fprintf(out, ", %s:%d:%d:\n", a.File, a.Line, a.Col)
}

// gpuverifyID is a single number if only x matters.
func gpuverifyID(id [3]int64) string {
	if id[1] == 0 && id[2] == 0 {
		return fmt.Sprint(id[0])
	}
	return fmt.Sprintf("(%d, %d, %d)", id[0], id[1], id[2])
}

func globalID(r *JSONResult, a *jsonAccess) (id [3]int64, ok bool) {
	if a.Thread == nil || a.Block == nil || r.BlockDim == nil {
		return id, false
	}
	for d := range id {
		if r.BlockDim[d] == 0 {
			return id, false
		}
		id[d] = a.Block[d]*int64(r.BlockDim[d]) + a.Thread[d]
	}
	return id, true
}
