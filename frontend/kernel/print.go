package kernel

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Line is a line of the text of a kernel, or of what was made of one, with the statement's origin;
// declarations have none.
type Line struct {
	Text string
	Src  Src
}

// Print returns the kernel as text for people and goldens: its declarations,
// then its body in a syntax close to C. The text is stable, and there is no
// parser for it.
func Print(k *Kernel) string { return Joined(Lines(k)) }

// Lines are those of Print.
func Lines(k *Kernel) []Line {
	p := &printer{}
	p.line("kernel %s(%s) block %s grid %s", k.Name, varList(k.Params), dims(k.Launch.BlockDim), dims(k.Launch.GridDim))
	for _, a := range k.Arrays {
		p.line("  %s", arrayDecl(a))
	}
	p.vars(k.Vars)
	for _, e := range k.Requires {
		p.line("  requires %s", ExprString(e))
	}
	for _, text := range k.Assumptions {
		p.line("  assuming %s", text)
	}
	p.line("{")
	p.block(k.Body)
	p.src = Src{}
	p.line("}")
	return p.lines
}

// Joined is the text of lines.
func Joined(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// PrintStmts returns the statements as Print shows them, without indentation.
func PrintStmts(stmts []Stmt) string {
	p := &printer{depth: -1}
	p.block(stmts)
	return Joined(p.lines)
}

type printer struct {
	lines []Line
	src   Src // of what is printed now
	depth int
}

func (p *printer) line(format string, args ...any) {
	text := strings.Repeat("  ", max(p.depth, 0)) + fmt.Sprintf(format, args...)
	p.lines = append(p.lines, Line{text, p.src})
}

// at prints a line of a statement after what is inside it.
func (p *printer) at(s Stmt, text string) {
	p.src = s.Source()
	p.line("%s", text)
}

func (p *printer) block(stmts []Stmt) {
	p.depth++
	for _, s := range stmts {
		p.stmt(s)
	}
	p.depth--
}

// vars prints declarations of the same type on one line, in order.
func (p *printer) vars(vars []*Var) {
	for i := 0; i < len(vars); {
		j := i
		var names []string
		for ; j < len(vars) && vars[j].T == vars[i].T && len(names) < 10; j++ {
			names = append(names, vars[j].Name)
		}
		p.line("  var %s: %s", strings.Join(names, ", "), vars[i].T)
		i = j
	}
}

func varList(vars []*Var) string {
	parts := make([]string, len(vars))
	for i, v := range vars {
		parts[i] = fmt.Sprintf("%s: %s", v.Written(), v.T)
	}
	return strings.Join(parts, ", ")
}

func dims(d [3]int) string {
	parts := make([]string, 3)
	for i, n := range d {
		parts[i] = fmt.Sprint(n)
		if n == 0 {
			parts[i] = "?"
		}
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func arrayDecl(a *Array) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s[", a.Space, a.Name, a.Elem)
	if a.Len >= 0 {
		fmt.Fprint(&b, a.Len)
	}
	b.WriteByte(']')
	if a.Label != a.Name && a.Label != "" {
		fmt.Fprintf(&b, " label %q", a.Label)
	}
	if a.Scale > 1 {
		fmt.Fprintf(&b, " scale %d", a.Scale)
	}
	if a.Param {
		b.WriteString(" param")
	}
	if a.ReadOnly && a.Space != Constant {
		b.WriteString(" readonly")
	}
	switch {
	case a.Init != nil:
		b.WriteString(" = " + initText(a.Init))
	case a.Fixed:
		b.WriteString(" = ?")
	}
	for _, said := range a.Holds.Statements(cmp.Or(a.Label, a.Name)) {
		b.WriteString(" " + said)
	}
	return b.String()
}

// initText shows at most eight values: longer tables are of no help to readers.
func initText(init []Const) string {
	var parts []string
	for i := range init {
		if i == 8 {
			parts = append(parts, fmt.Sprintf("... %d in all", len(init)))
			break
		}
		if init[i].T.Kind == Float {
			parts = append(parts, bitsText(&init[i]))
			continue
		}
		parts = append(parts, constText(&init[i], &init[i].T))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// bitsText is the number whose bits c has.
func bitsText(c *Const) string {
	x := math.Float64frombits(uint64(c.Val))
	if c.T == F32 {
		x = float64(math.Float32frombits(uint32(c.Val)))
	}
	return strconv.FormatFloat(x, 'g', -1, c.T.Bits)
}

func (p *printer) stmt(s Stmt) {
	p.src = s.Source()
	switch s := s.(type) {
	case *If:
		p.line("if (%s) {", ExprString(s.Cond))
		p.block(s.Then)
		if len(s.Else) > 0 {
			p.at(s, "} else {")
			p.block(s.Else)
		}
		p.at(s, "}")
	case *Loop:
		p.loop(s)
	case *Region:
		p.line("region %s {", s.Label)
		p.block(s.Body)
		p.at(s, "}")
	default:
		// Others have no statements inside.
		p.line("%s", simpleText(s))
	}
}

// loop prints the parts that exist, each under its name.
func (p *printer) loop(s *Loop) {
	word := "while"
	if s.DoWhile {
		word = "do while"
	}
	unroll := ""
	if s.Unroll != 0 {
		unroll = fmt.Sprintf(" unroll %d", s.Unroll)
	}
	p.line("%s (%s)%s {", word, ExprString(s.Cond), unroll)
	p.depth++
	for _, inv := range s.Invariants {
		p.part(inv.Src, "invariant head", inv.Head)
		p.src = inv.Src
		p.line("%sinvariant %s;", invariantWords(inv), ExprString(inv.Cond))
	}
	p.part(s.Src, "head", s.Head)
	p.depth--
	p.block(s.Body)
	p.depth++
	p.part(s.Src, "post", s.Post)
	p.depth--
	p.at(s, "}")
}

func invariantWords(inv Invariant) string {
	words := globalWord(inv.Global)
	if inv.Candidate {
		words += "candidate "
	}
	return words
}

func globalWord(global bool) string {
	if global {
		return "global "
	}
	return ""
}

func (p *printer) part(src Src, name string, stmts []Stmt) {
	if len(stmts) == 0 {
		return
	}
	p.src = src
	p.line("%s {", name)
	p.block(stmts)
	p.src = src
	p.line("}")
}

// warpText is warp(how elements are shared out) before an access of a warp.
func warpText(how string) string {
	if how == "" {
		return ""
	}
	return "warp(" + how + ") "
}

// simpleText prints a statement that contains no others.
func simpleText(s Stmt) string {
	switch s := s.(type) {
	case *Assign:
		return fmt.Sprintf("%s = %s;", s.Dst.Name, exprAs(s.X, s.Dst.T))
	case *Load:
		text := volatile(s.Volatile) + warpText(s.Warp) + agentText(s.Agent) + accessText(s.Acc) + ";"
		if s.Ghost {
			text = "ghost " + text
		}
		if s.Dst != nil {
			text = s.Dst.Name + " = " + text
		}
		return text
	case *Store:
		value := "*" // arbitrary
		if s.X != nil {
			value = exprAs(s.X, s.Acc.Array.Elem)
		}
		return fmt.Sprintf("%s%s%s%s = %s;", volatile(s.Volatile), warpText(s.Warp), agentText(s.Agent), accessText(s.Acc), value)
	case *Atomic:
		return atomicText(s)
	case *Break:
		return "break;"
	case *Continue:
		return "continue;"
	case *Return:
		return "return;"
	case *Leave:
		return "leave " + s.Label + ";"
	case *Fence:
		if s.Weaker != Relaxed {
			return fmt.Sprintf("fence.%s.%s;", s.Weaker, s.Scope)
		}
		return fmt.Sprintf("fence.%s;", s.Scope)
	case *Assert:
		return globalWord(s.Global) + fmt.Sprintf("assert %s;", ExprString(s.Cond))
	case *Assume:
		return fmt.Sprintf("assume %s;", ExprString(s.Cond))
	case *Havoc:
		return fmt.Sprintf("havoc %s; // %s", s.Dst.Name, s.Why)
	default:
		// The rest is what threads do together.
	}
	return threadText(s)
}

// threadText prints collective operations.
func threadText(s Stmt) string {
	switch s := s.(type) {
	case *Barrier:
		return barrierText(s)
	case *Phase:
		return phaseText(s)
	case *Async:
		return asyncText(s)
	case *WarpSync:
		return fmt.Sprintf("warpsync(%s);", maskText(s.Mask))
	case *Shuffle:
		return fmt.Sprintf("%s = shfl.%s(%s, %s, %s, %s);", s.Dst.Name, s.Mode, maskText(s.Mask),
			exprAs(s.Value, s.Dst.T), ExprString(s.Lane), ExprString(s.Width))
	case *Vote:
		args := maskText(s.Mask)
		if s.Arg != nil {
			args += ", " + ExprString(s.Arg)
		}
		op := s.Op.String()
		if s.Aligned {
			op += ".aligned"
		}
		return fmt.Sprintf("%s = vote.%s(%s);", s.Dst.Name, op, args)
	default:
		// simpleText handles the others.
	}
	panic(fmt.Sprintf("kernel: unknown statement %T", s))
}

func volatile(v bool) string {
	if v {
		return "volatile "
	}
	return ""
}

func accessText(a Access) string {
	width := ""
	if a.Width != 1 {
		width = fmt.Sprintf(" +: %d", a.Width)
	}
	return fmt.Sprintf("%s[%s%s]", a.Array.Name, exprAs(a.Index, I64), width)
}

func atomicText(s *Atomic) string {
	args := accessText(s.Acc)
	for _, a := range s.Args {
		args += ", " + exprAs(a, s.Acc.Array.Elem)
	}
	order := ""
	if s.Order != Relaxed {
		order = "." + s.Order.String()
	}
	text := fmt.Sprintf("atomic.%s%s.%s(&%s);", s.Op, order, s.Scope, args)
	if s.Dst != nil {
		text = s.Dst.Name + " = " + text
	}
	return text
}

// barrierText prints sync(0), arrive(1, 64), r = sync.or.unaligned(0; p).
func barrierText(s *Barrier) string {
	text := [...]string{"sync", "arrive", "await"}[s.Kind]
	if s.Grid {
		text += ".grid"
	}
	if s.Cluster {
		text += ".cluster"
	}
	if s.Relaxed {
		text += ".relaxed"
	}
	if s.Reduce != NoReduction {
		text += "." + s.Reduce.String()
	}
	if !s.Aligned && s.Of == nil {
		text += ".unaligned"
	}
	text += "(" + exprAs(s.ID, s.ID.Type())
	if s.Count != nil {
		text += ", " + exprAs(s.Count, s.Count.Type())
	}
	if s.Arg != nil {
		text += "; " + ExprString(s.Arg)
	}
	text += ")"
	if s.Of != nil {
		text += " of " + s.Of.Name
	}
	if s.Carried {
		text += " by copies"
	}
	if s.Parity != nil {
		text += " parity " + ExprString(s.Parity)
	}
	text += ";"
	if s.Dst != nil {
		text = s.Dst.Name + " = " + text
	}
	return text
}

// phaseText prints phase.init(bar[0], 64), t = phase.arrive(bar[0]), phase.wait(bar[0], t),
// phase.arrive(bar[0]) expects 128u, phase.wait(bar[0]) parity 1u.
func phaseText(s *Phase) string {
	text := agentText(s.Agent) + "phase." + s.Op.String()
	if s.Drop {
		text += ".drop"
	}
	if s.Anew {
		text += ".anew"
	}
	if s.Extra {
		text += ".extra"
	}
	if s.Relaxed {
		text += ".relaxed"
	}
	text += "(" + accessText(s.At)
	for _, e := range []Expr{s.Count, s.Token} {
		if e != nil {
			text += ", " + exprAs(e, e.Type())
		}
	}
	text += ")"
	if s.Bytes != nil {
		text += " bytes " + exprAs(s.Bytes, s.Bytes.Type())
	}
	if s.Parity != nil {
		text += " parity " + exprAs(s.Parity, s.Parity.Type())
	}
	text += ";"
	if s.Dst != nil {
		text = s.Dst.Name + " = " + text
	}
	return text
}

// maskText prints a constant lane mask in hexadecimal, as programs write it.
func maskText(e Expr) string {
	if e == nil {
		return "-"
	}
	if c, ok := e.(*Const); ok {
		return fmt.Sprintf("0x%x", uint32(c.Val))
	}
	return ExprString(e)
}

// String returns the word that Print uses.
func (s Scope) String() string { return [...]string{"device", "block", "system", "warp", "cluster"}[s] }

// String returns the word that Print uses, "none" for NoReduction.
func (r Reduction) String() string {
	return [...]string{"none", "count", "and", "or", "ballot", "match_any", "match_all", "activemask",
		"lanes_add", "lanes_min", "lanes_max", "lanes_and", "lanes_or", "lanes_xor"}[r]
}
