package render

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

func newText(o Options) Writer[Report] {
	return &textRenderer{out: o.Out, color: o.Color}
}

// textRenderer writes for people: each finding as a compiler writes an error,
// with the source line beneath, then the kernel's summary.
type textRenderer struct {
	out     io.Writer
	color   bool
	lines   map[string][][]byte
	kernels int
	alike   alike
	counts  map[verdict.Outcome]int
}

func (t *textRenderer) Add(r *Report) {
	t.remember(r)
	if r.Kernel == "" && r.told() || t.again(r) {
		return // there is no more to say
	}
	t.report(r)
}

func (t *textRenderer) report(r *Report) {
	if r.Outcome == verdict.KernelConditional {
		// What holds comes first, and then what happens outside of it.
		t.summary(r)
		t.findings(r)
		return
	}
	t.findings(r)
	t.summary(r)
}

func (t *textRenderer) findings(r *Report) {
	shown, more := abridged(r.Findings)
	for _, f := range shown {
		t.finding(f)
	}
	for _, races := range more {
		t.remark(races[0].Accesses[0].Src, moreRaces(races))
	}
}

// End sums up if there was more than one kernel.
func (t *textRenderer) End() error {
	t.others()
	if t.kernels < 2 {
		return nil
	}
	var parts []string
	for _, o := range []verdict.Outcome{verdict.KernelProved, verdict.KernelConditional, verdict.KernelRefuted, verdict.KernelUnknown, verdict.KernelUnsupported, verdict.KernelError} {
		if n := t.counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	fmt.Fprintf(t.out, "%d kernels: %s\n", t.kernels, strings.Join(parts, ", "))
	return nil
}

// remember keeps the source text for the lines shown under findings.
func (t *textRenderer) remember(r *Report) {
	if t.lines == nil {
		t.lines = map[string][][]byte{}
		t.counts = map[verdict.Outcome]int{}
	}
	if r.Text != nil && t.lines[r.File] == nil {
		t.lines[r.File] = bytes.Split(r.Text, []byte("\n"))
	}
	if r.Compiled != nil && t.lines[r.CompiledName] == nil {
		t.lines[r.CompiledName] = bytes.Split(r.Compiled, []byte("\n"))
	}
	t.kernels++
	t.counts[r.Outcome]++
}

func (t *textRenderer) finding(f *claim.Finding) {
	label, shade := "error", terminal.Red
	switch f.Severity {
	case claim.BenignSeverity:
		label, shade = "warning", terminal.Yellow
	case claim.OutsideSeverity:
		label, shade = "note: outside of the condition", terminal.Cyan
	}
	fmt.Fprintf(t.out, "%s: %s %s%s\n", t.paint(terminal.Bold, f.Accesses[0].Shown().String()), t.paint(shade, label+":"), f.Message, times(f))
	t.excerpt(f.Accesses[0].Shown())
	t.compiled(f.Accesses[0].Src)
	t.called(&f.Accesses[0])
	for i := range f.Accesses[1:] {
		t.other(f, &f.Accesses[i+1])
	}
	for i := range f.Barriers {
		if i == mostBarriers && i+1 < len(f.Barriers) {
			fmt.Fprintf(t.out, "      and likewise at %d more barriers\n", len(f.Barriers)-i)
			break
		}
		if !isExplained(f, &f.Barriers[i]) {
			t.barrier(f, &f.Barriers[i])
		}
	}
	t.values(f)
	if f.Repair != "" {
		fmt.Fprintf(t.out, "      %s\n", f.Repair)
	}
}

// other shows the part of another thread in a finding, if it is elsewhere.
func (t *textRenderer) other(f *claim.Finding, a *claim.Access) {
	shown := samePlace(a.Src, f.Accesses[0].Src) || !a.Src.Pos.Valid() && (len(a.Threads) == 0 || len(f.Barriers) > 0)
	for i := range f.Barriers {
		shown = shown || samePlace(a.Src, f.Barriers[i].Src)
	}
	if shown {
		return
	}
	text := "the other access"
	switch {
	case f.Property == kernel.Divergence && (a.Kind == "condition" || a.Kind == "loop"):
		text = "the " + a.Kind + " that parts them"
	case len(a.Threads) > 0:
		text = partText(a)
	}
	if !a.Wrapped {
		t.note(a.Src, text)
		return
	}
	t.remark(kernel.Src{Pos: a.Shown()}, text)
	t.excerpt(a.Shown())
	t.called(a)
}

// called shows the calls that lead to an access, or those that lead to that of a function which
// does nothing else.
func (t *textRenderer) called(a *claim.Access) {
	calls := a.Src.Calls
	if a.Wrapped && len(calls) > 0 {
		t.remark(kernel.Src{Pos: a.Src.Pos}, "in this function, which does nothing else")
		calls = calls[:len(calls)-1]
	}
	t.calls(calls)
}

// samePlace reports whether two statements are one, reached through the same
// calls.
func samePlace(a, b kernel.Src) bool {
	return a.Pos == b.Pos && a.Compiled == b.Compiled && slices.Equal(a.Calls, b.Calls)
}

// note shows a place with a text. Threads that have exited have no place.
func (t *textRenderer) note(src kernel.Src, text string) {
	t.remark(src, text)
	t.excerpt(src.Pos)
	t.compiled(src)
	t.calls(src.Calls)
}

// compiled shows the place in the code that gv2 read, where the source is what that was
// compiled from.
func (t *textRenderer) compiled(src kernel.Src) {
	if !src.Compiled.Valid() {
		return
	}
	text := "PTX"
	if lines := t.source(src.Compiled.File); src.Compiled.Line <= len(lines) {
		text = strings.Join(strings.Fields(string(lines[src.Compiled.Line-1])), " ")
	}
	fmt.Fprintf(t.out, "%s: %s compiled to %s\n", t.paint(terminal.Bold, src.Compiled.String()), t.paint(terminal.Cyan, "note:"), text)
}

// remark is a note for a place that is shown already.
func (t *textRenderer) remark(src kernel.Src, text string) {
	where := "     "
	if src.Pos.Valid() {
		where = t.paint(terminal.Bold, src.Pos.String()+":")
	}
	fmt.Fprintf(t.out, "%s %s %s\n", where, t.paint(terminal.Cyan, "note:"), text)
}

// calls shows the inlined calls that lead to an access, innermost first.
func (t *textRenderer) calls(calls []diag.Pos) {
	for i := len(calls) - 1; i >= 0; i-- {
		fmt.Fprintf(t.out, "%s: %s in the function called here\n", t.paint(terminal.Bold, calls[i].String()), t.paint(terminal.Cyan, "note:"))
		t.excerpt(calls[i])
	}
}

func times(f *claim.Finding) string {
	switch {
	case f.Pairs > 1 && f.MorePairs:
		return fmt.Sprintf(" (%d pairs of accesses or more)", f.Pairs)
	case f.Pairs > 1:
		return fmt.Sprintf(" (%d pairs of accesses)", f.Pairs)
	case f.Across:
		return " (threads of different blocks race here, too)"
	}
	return ""
}

// mostContents bounds the elements of arrays to show: the last ones read.
const mostContents = 8

func (t *textRenderer) values(f *claim.Finding) {
	if text := valuesText(f); text != "" {
		fmt.Fprintf(t.out, "      %s\n", text)
	}
}

// valuesText are the values with which a fault happens, after "with"; empty if there are none.
func valuesText(f *claim.Finding) string {
	var parts []string
	for name, value := range f.Values {
		parts = append(parts, name+" = "+value)
	}
	sort.Strings(parts)
	last := f.Contents[max(0, len(f.Contents)-mostContents):]
	for _, c := range last {
		parts = append(parts, c.Element+" = "+c.Value)
	}
	if n := len(f.Contents) - len(last); n > 0 {
		parts = append(parts, fmt.Sprintf("after %s", diag.Count(n, "other element")))
	}
	if len(parts) == 0 {
		return ""
	}
	return "with " + strings.Join(parts, ", ")
}

// excerpt prints the source line with a caret under the column.
func (t *textRenderer) excerpt(p diag.Pos) {
	lines := t.source(p.File)
	if !p.Valid() || p.Line > len(lines) {
		return
	}
	text, col := around(strings.TrimRight(string(lines[p.Line-1]), "\r"), p.Col)
	fmt.Fprintf(t.out, "%5d | %s\n      | %s\n", p.Line, text, t.paint(terminal.Green, caret(text, col)))
}

// longestLine is how many bytes of a line are shown.
const longestLine = 400

// around is a line, or what a long one has around a column, as UTF-8, with the column in it.
func around(text string, col int) (string, int) {
	if len(text) <= longestLine {
		return text, col
	}
	at := min(max(col-1, 0), len(text))
	from := max(0, at-longestLine/2)
	return strings.ToValidUTF8(text[from:min(len(text), from+longestLine)], "?"), at - from + 1
}

// source returns a file's lines; included files are read when first shown.
func (t *textRenderer) source(name string) [][]byte {
	if lines, ok := t.lines[name]; ok {
		return lines
	}
	var lines [][]byte
	if text, err := os.ReadFile(name); err == nil {
		lines = bytes.Split(text, []byte("\n"))
	}
	t.lines[name] = lines
	return lines
}

// caret points at a column in bytes. It keeps tabs before it, so that it is in the right
// place for any width of tabs, and has a space for each column of the screen.
func caret(text string, col int) string {
	var b strings.Builder
	for i, part := range strings.Split(text[:min(max(col-1, 0), len(text))], "\t") {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strings.Repeat(" ", terminal.Width(part)))
	}
	return b.String() + "^"
}

func (t *textRenderer) summary(r *Report) {
	fmt.Fprintf(t.out, "%s: ", t.paint(terminal.Bold, r.where().String()))
	if r.Kernel != "" {
		fmt.Fprintf(t.out, "kernel %s: ", r.Kernel)
	}
	fmt.Fprint(t.out, t.paint(shadeOf[string(r.Outcome)], string(r.Outcome)))
	if l := r.launch(); l != nil {
		fmt.Fprintf(t.out, " (%s)", l.Text())
	}
	if r.Cached {
		fmt.Fprint(t.out, " from the cache")
	} else if len(r.Properties) > 0 && r.Stats.Seconds > 0 {
		fmt.Fprintf(t.out, " in %s", shortTime(r.Stats.Seconds))
	}
	fmt.Fprintln(t.out)
	if len(r.Properties) == 0 && r.why() != "" && !r.told() {
		fmt.Fprintf(t.out, "  %s\n", FirstLine(r.why()))
	}
	if r.CompiledBy != "" {
		fmt.Fprintf(t.out, "  verified as PTX, which a compiler made of it: %s\n", r.CompiledBy)
	}
	if r.CompiledSince != "" {
		fmt.Fprintf(t.out, "    because gv2 does not read the source: %s\n", r.CompiledSince)
	}
	if r.Condition != "" {
		fmt.Fprintf(t.out, "  proved if %s\n", r.Condition)
	}
	if r.SafeIf != "" {
		fmt.Fprintf(t.out, "  safe if %s (sufficient%s)\n", r.SafeIf, soughtAmong(r.SafeAmong))
	}
	reason := "proved if " + r.Condition // which the summary has said
	for i, p := range r.Properties {
		t.property(p, reason, r.ownArith(&p), i > 0 && together(&p, &r.Properties[i-1]))
		if p.Reason() != "" {
			reason = p.Reason()
		}
	}
	if r.ShowStats && (r.Stats.Exact != nil || r.Stats.Runs > 0) {
		t.stats(r)
	}
	if len(r.Properties) > 0 {
		t.assumptions(r)
		t.notes(r.Notes)
	}
}

func soughtAmong(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("; chosen from %d simple candidates, others may work too", n)
}

// howSeen says beside the engine how it saw a fault.
func howSeen(p verdict.Property) string {
	switch {
	case p.Detail == "":
		return ""
	case p.Engine == verdict.RunEngine:
		return "found by running the translation"
	case p.Engine == verdict.ExecutionEngine && p.Status == claim.Refuted:
		return "found by executing the kernel"
	}
	return p.Detail
}

// together reports whether one question has answered both properties: its time is shown once.
func together(p, q *verdict.Property) bool { return p.Engine == q.Engine && p.Seconds == q.Seconds }

// property prints a line, and the reason beneath it unless the previous line
// had the same. The time stands at the first of the properties that it was spent on.
func (t *textRenderer) property(p verdict.Property, before, arith string, joined bool) {
	status := t.paint(shadeOf[string(p.Status)], fmt.Sprintf("%-8s", p.Status))
	if arith != "" {
		arith = " (integers: " + arith + ")"
	}
	detail := ""
	if says := howSeen(p); says != "" {
		detail = " (" + says + ")"
	}
	took := ""
	if !joined {
		took = " " + shortTime(p.Seconds)
	}
	fmt.Fprintf(t.out, "  %-20s %s %s%s%s%s", p.Name, status, p.Engine, took, detail, arith)
	switch p.Reason() {
	case "":
	case before:
		if p.Status != claim.Conditional {
			fmt.Fprint(t.out, ", for the same reason")
		}
	default:
		fmt.Fprintf(t.out, "\n    %s", p.Reason())
	}
	fmt.Fprintln(t.out)
}

// shortTime shows milliseconds where hundredths would show nothing.
func shortTime(s float64) string {
	if s < 0.1 {
		return fmt.Sprintf("%.3f s", s)
	}
	return fmt.Sprintf("%.2f s", s)
}

func (t *textRenderer) assumptions(r *Report) {
	if r.Arith != "" {
		fmt.Fprintf(t.out, "  integers: %s", r.Arith)
		if r.ArithWhy != "" {
			fmt.Fprintf(t.out, " (%s)", r.ArithWhy)
		}
		fmt.Fprintln(t.out)
	}
	for i, text := range r.Assumptions {
		if i == 0 {
			fmt.Fprintln(t.out, "  assuming that")
		}
		fmt.Fprintf(t.out, "    - %s\n", text)
	}
}

func (t *textRenderer) notes(notes []claim.Note) {
	for i, n := range notes {
		if i == 0 {
			fmt.Fprintln(t.out, "  notes")
		}
		fmt.Fprintf(t.out, "    - %s%s\n", n.Message, atText(n.Src.Pos))
	}
}

// atText names a place after a sentence, if there is one.
func atText(p diag.Pos) string {
	if !p.Valid() {
		return ""
	}
	return " (" + p.String() + ")"
}

// FirstLine is a text up to its first line break.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// shadeOf has the shades of verdicts, statuses and agreements.
var shadeOf = map[string]string{
	"proved": terminal.AllWell, "refuted": terminal.Red, "unknown": terminal.Yellow, "bounded": terminal.Yellow,
	"conditional": terminal.Yellow, "unsupported": terminal.Yellow, "error": terminal.Red,
	"yes": terminal.Green, "no": terminal.Red, "undecided": terminal.Yellow,
}

func (t *textRenderer) paint(shade, text string) string {
	if !t.color {
		return text
	}
	return terminal.Paint(shade, text)
}
