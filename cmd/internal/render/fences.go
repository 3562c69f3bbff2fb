//go:build !exact

package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/fences"
)

// Fences is what gv2 fences finds for one kernel.
type Fences struct {
	File   string
	Text   []byte
	Kernel string
	Pos    diag.Pos
	*fences.Answer
}

// LinesOf tells where edits put their text in a file: after which line of code; and which places of a line are of several
// statements.
func LinesOf(file string, text []byte) fences.Lines {
	s := newScanned(string(text))
	after := func(e claim.Edit) (after int, ok bool) {
		changes := fixes(file, text, []claim.Edit{e})
		if len(changes) != 1 {
			return 0, false
		}
		if e.Place == claim.InBody || e.Place == claim.InElse {
			// The line where the head ends, which is the first of those that change.
			return changes[0].Line, true
		}
		for line := changes[0].Line - 1; line > 0; line-- {
			if strings.TrimSpace(s.codeOf(line)) != "" {
				return line, true
			}
		}
		return 0, false
	}
	apart := func(one, other kernel.Src) bool {
		a, b := one.Pos, other.Pos
		code := s.codeOf(a.Line)
		from, to := min(a.Col, b.Col)-1, max(a.Col, b.Col)-1
		return a.Line == b.Line && from >= 0 && to <= len(code) && strings.ContainsAny(code[from:to], ";{}")
	}
	return fences.Lines{After: after, Apart: apart}
}

// fenceNames are the words of reports for scopes, and fenceCalls the calls.
var (
	fenceNames = map[kernel.Scope]string{kernel.BlockScope: "block", kernel.DeviceScope: "device"}
	fenceCalls = map[kernel.Scope]string{kernel.BlockScope: "__threadfence_block();", kernel.DeviceScope: "__threadfence();"}
)

// setFixes are the changes that add a set of fences.
func (f *Fences) setFixes(set []fences.Fence) []fix {
	var edits []claim.Edit
	for _, one := range set {
		e := one.Edit
		e.Text = fenceCalls[one.Scope]
		edits = append(edits, e)
	}
	return fixes(f.File, f.Text, edits)
}

// textFences writes the sets for people.
type textFences struct{ out io.Writer }

func newTextFences(o Options) Writer[Fences] { return &textFences{out: o.Out} }

func (t *textFences) Add(f *Fences) {
	switch {
	case f.Before == fences.Right:
		fmt.Fprintf(t.out, "%s: kernel %s: no fence is missing\n", f.Pos, f.Kernel)
	case len(f.Sets) > 0:
		fmt.Fprintf(t.out, "%s: kernel %s: %s: %s\n", f.Pos, f.Kernel, beforeText[f.Before], f.Why)
		t.sets(f)
	case f.Partial:
		fmt.Fprintf(t.out, "%s: kernel %s: no set of fences is found with which it is proved: %s\n", f.Pos, f.Kernel, f.RestWhy)
	case f.Rest == fences.Wrong && f.Inside:
		fmt.Fprintf(t.out, "%s: kernel %s: no fences between lines help: with one at every place between lines there is still a %s; %s\n", f.Pos, f.Kernel, f.RestWhy, insideText)
	case f.Rest == fences.Wrong:
		fmt.Fprintf(t.out, "%s: kernel %s: no fences help: with a fence at every place there is still a %s\n", f.Pos, f.Kernel, f.RestWhy)
	default:
		fmt.Fprintf(t.out, "%s: kernel %s: no set of fences is known to be enough: %s\n", f.Pos, f.Kernel, f.RestWhy)
	}
	for _, r := range f.Redundant {
		if r.Weaker {
			fmt.Fprintf(t.out, "  the fence at line %d may be __threadfence_block()\n", r.Line)
			continue
		}
		fmt.Fprintf(t.out, "  the fence at line %d is not needed\n", r.Line)
	}
}

// insideText says what is not tried where statements share a line.
const insideText = "places between statements of one line are not tried: put each statement on a line of its own"

// rest is why no set is known to be enough.
func (f *Fences) rest() string {
	if f.Inside && f.Rest == fences.Wrong {
		return f.RestWhy + "; " + insideText
	}
	return f.RestWhy
}

var beforeText = map[fences.Verdict]string{fences.Wrong: "refuted", fences.Unknown: "unknown"}

func (t *textFences) sets(f *Fences) {
	for i, set := range f.Sets {
		name := "proved with"
		if i > 0 {
			name = "or with"
		}
		var places []string
		for _, one := range set {
			places = append(places, fencePlace(one, strings.TrimSuffix(fenceCalls[one.Scope], ";")))
		}
		fmt.Fprintf(t.out, "  %s %s\n", name, strings.Join(places, ", "))
		if weaker := weakerText(set, f.AcquireRelease[i]); weaker != "" {
			fmt.Fprintf(t.out, "    %s\n", weaker)
		}
	}
	switch {
	case f.Unproved != "":
		fmt.Fprintf(t.out, "  there may be other sets; with one that looks enough the kernel is not proved: %s\n", f.Unproved)
	case f.Partial:
		fmt.Fprintln(t.out, "  there may be other sets: the time is up")
	}
}

// fencePlace says where a fence goes.
func fencePlace(one fences.Fence, call string) string {
	if one.InBraces() {
		return fmt.Sprintf("%s after the condition of line %d, in braces", call, one.After)
	}
	return fmt.Sprintf("%s after line %d", call, one.After)
}

// weakerText says which fences of a set may be of acquire-release order.
func weakerText(set []fences.Fence, all bool) string {
	const order = "cuda::atomic_thread_fence(cuda::memory_order_acq_rel, …)"
	if all {
		if len(set) == 1 {
			return "of order acquire-release is enough: " + order
		}
		return "all of order acquire-release are enough: " + order
	}
	var lines []string
	for _, one := range set {
		if one.AcquireRelease {
			lines = append(lines, fmt.Sprint(one.After))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return fmt.Sprintf("of order acquire-release is enough for one of them (after line %s): %s", strings.Join(lines, " or "), order)
}

func (t *textFences) End() error { return nil }

type (
	jsonFencesDocument struct {
		Tool    string       `json:"tool"`
		Version string       `json:"version"`
		Results []jsonFences `json:"results"`
	}
	jsonFences struct {
		File      string              `json:"file"`
		Kernel    string              `json:"kernel"`
		Line      int                 `json:"line"`
		Verdict   string              `json:"verdict"` // of the kernel as it is
		Reason    string              `json:"reason,omitempty"`
		Sets      [][]jsonFence       `json:"fence_sets"`
		Partial   bool                `json:"partial,omitempty"`
		Redundant []jsonFenceLine     `json:"redundant"`
		Weaker    []jsonFenceStronger `json:"weaker,omitempty"`
	}
	jsonFence struct {
		After int    `json:"after_line"`
		Fence string `json:"fence"`
		// InBraces is set if it goes in front of a body without braces, which then needs some.
		InBraces bool `json:"in_braces,omitempty"`
		// AcquireRelease is set if all fences of the set, or this one alone, may be of that order.
		AcquireRelease bool `json:"acq_rel,omitempty"`
	}
	jsonFenceLine struct {
		Line int `json:"line"`
	}
	jsonFenceStronger struct {
		Line  int    `json:"line"`
		Fence string `json:"fence"`
	}
	jsonFencesWriter struct {
		Options
		results []jsonFences
	}
)

func newJSONFences(o Options) Writer[Fences] {
	return &jsonFencesWriter{Options: o, results: []jsonFences{}}
}

var verdictNames = map[fences.Verdict]string{fences.Right: "proved", fences.Wrong: "refuted", fences.Unknown: "unknown"}

func (j *jsonFencesWriter) Add(f *Fences) {
	out := jsonFences{File: f.File, Kernel: f.Kernel, Line: f.Pos.Line, Verdict: verdictNames[f.Before], Reason: f.Why,
		Sets: [][]jsonFence{}, Partial: f.Partial, Redundant: []jsonFenceLine{}}
	if len(f.Sets) == 0 {
		out.Reason = f.rest()
	}
	for _, set := range f.Sets {
		list := []jsonFence{}
		for _, one := range set {
			list = append(list, jsonFence{one.After, fenceNames[one.Scope], one.InBraces(), one.AcquireRelease})
		}
		out.Sets = append(out.Sets, list)
	}
	for _, r := range f.Redundant {
		if r.Weaker {
			out.Weaker = append(out.Weaker, jsonFenceStronger{r.Line, "block"})
		} else {
			out.Redundant = append(out.Redundant, jsonFenceLine{r.Line})
		}
	}
	j.results = append(j.results, out)
}

func (j *jsonFencesWriter) End() error {
	enc := json.NewEncoder(j.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(jsonFencesDocument{"gv2", j.Version, j.results})
}

// sarifFences writes a result for each kernel that lacks fences, with the sets as fixes, and one
// for each fence that is not needed.
type sarifFences struct{ sarifRenderer }

func newSARIFFences(o Options) Writer[Fences] {
	return &sarifFences{*newSARIF(o).(*sarifRenderer)}
}

func (s *sarifFences) Add(f *Fences) {
	s.file.read(f.File, f.Text)
	switch {
	case len(f.Sets) == 0:
		s.add("undecided", levelWarning, f.Pos, "kernel "+f.Kernel+": no set of fences is known to be enough: "+f.rest())
	case f.Before != fences.Right:
		r := s.add("missing-fence", levelError, f.Pos, "kernel "+f.Kernel+" lacks fences: "+f.Why)
		var all []sarifFix
		for _, set := range f.Sets {
			r.fix(describe(set), f.setFixes(set))
			all = append(all, r.Fixes...)
		}
		r.Fixes = all
	}
	for _, e := range f.Redundant {
		at := diag.Pos{File: f.File, Line: e.Line, Col: 1}
		if e.Weaker {
			s.add("redundant-fence", levelNote, at, "kernel "+f.Kernel+": this fence may be __threadfence_block()")
			continue
		}
		r := s.add("redundant-fence", levelNote, at, "kernel "+f.Kernel+": this fence is not needed")
		r.fix("remove the fence", fixes(f.File, f.Text, []claim.Edit{{At: at, Place: claim.Instead}}))
	}
}

func describe(set []fences.Fence) string {
	var parts []string
	for _, one := range set {
		parts = append(parts, fencePlace(one, fenceCalls[one.Scope]))
	}
	return "add " + strings.Join(parts, " and ")
}
