package lower

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ptxKind tells the lines of an asm template apart.
type ptxKind int

const (
	ptxInstr ptxKind = iota
	ptxOpen          // {
	ptxClose         // }
	ptxReg           // .reg .pred p, q;
)

// ptxItem is one instruction, brace or register declaration of a template.
type ptxItem struct {
	kind ptxKind
	// at is where its opcode begins, in bytes of the template.
	at int
	// Guard is @p or @!p (Guard.not), nil for none.
	guard *ptxOperand
	// op is the part of the opcode before the first dot, mods are the others;
	// of a declaration, mods holds the type.
	op   string
	mods []string
	args []ptxOperand
	// regs are the names that a declaration declares.
	regs []string
}

// opcode returns the instruction's name as written.
func (it *ptxItem) opcode() string { return strings.Join(append([]string{it.op}, it.mods...), ".") }

// ptxForm tells the operands apart.
type ptxForm int

const (
	ptxOperandRef ptxForm = iota // %0, %[name]
	ptxName                      // a register or label; %tid.x with its percent sign
	ptxInt
	ptxFloat
	ptxAddress // [base+off]
	ptxVector  // {a, b}
	ptxPair    // p|q
)

// ptxOperand is one operand; which fields are set depends on form.
type ptxOperand struct {
	form  ptxForm
	n     int    // ptxOperandRef, -1 where text is its name
	text  string // name; a float in C's spelling
	val   int64
	not   bool         // !p
	parts []ptxOperand // members; an address's base and offset
}

// Limits on what a template may hold: far above any real one.
const (
	maxPTXItems = 100000
	maxPTXRegs  = 10000
)

// parsePTX reads the template of an asm statement. The error says what could
// not be read.
//
//	{ .reg .pred p; setp.ne.u32 p, %0, 0; @p bar.sync 1, 64; }
func parsePTX(text string) ([]ptxItem, error) {
	p := &ptxParser{text: text}
	var items []ptxItem
	for p.space(); p.pos < len(p.text) && p.err == nil; p.space() {
		if items = append(items, p.item()); len(items) > maxPTXItems {
			return nil, fmt.Errorf("more than %d instructions", maxPTXItems)
		}
	}
	return items, p.err
}

type ptxParser struct {
	text string
	pos  int
	regs int // declared so far
	err  error
}

func (p *ptxParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.pos = len(p.text)
}

func (p *ptxParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// accept skips c and the space after it, if c is next.
func (p *ptxParser) accept(c byte) bool {
	if p.peek() != c || c == 0 {
		return false
	}
	p.pos++
	p.space()
	return true
}

func (p *ptxParser) expect(c byte) {
	if !p.accept(c) {
		p.fail("%q expected before %q", c, clip(p.text[p.pos:]))
	}
}

func clip(s string) string {
	if len(s) > 20 {
		return s[:20] + "..."
	}
	return s
}

// space skips blanks and comments.
func (p *ptxParser) space() {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case strings.ContainsRune(" \t\r\n\v\f", rune(rest[0])):
			p.pos++
		case strings.HasPrefix(rest, "//"):
			p.skipPast(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			p.skipPast(rest, "*/")
		default:
			return
		}
	}
}

func (p *ptxParser) skipPast(rest, end string) {
	if i := strings.Index(rest[2:], end); i >= 0 {
		p.pos += 2 + i + len(end)
		return
	}
	p.pos = len(p.text)
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word reads letters, digits, _ and $, without the space behind them.
func (p *ptxParser) word() string {
	start := p.pos
	for p.pos < len(p.text) && isWordByte(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// item reads one line; it always moves on or fails.
func (p *ptxParser) item() ptxItem {
	switch {
	case p.accept('{'):
		return ptxItem{kind: ptxOpen}
	case p.accept('}'):
		p.accept(';')
		return ptxItem{kind: ptxClose}
	case p.accept(';'):
		return ptxItem{kind: ptxInstr}
	case p.peek() == '.':
		return p.directive()
	}
	var it ptxItem
	if p.accept('@') {
		g := p.operand()
		it.guard = &g
	}
	it.at = p.pos
	p.opcodeInto(&it)
	for p.err == nil && !p.lineEnd() {
		it.args = append(it.args, p.operand())
		if !p.accept(',') {
			break
		}
	}
	p.endLine()
	return it
}

// lineEnd reports whether the instruction ends here: templates often leave the
// last semicolon out.
func (p *ptxParser) lineEnd() bool {
	return p.pos >= len(p.text) || p.peek() == ';' || p.peek() == '}'
}

func (p *ptxParser) endLine() {
	if p.err == nil && !p.lineEnd() {
		p.fail("%q expected before %q", ";", clip(p.text[p.pos:]))
	}
	p.accept(';')
}

// opcodeInto reads ld.global.v4.u32 or shared::cta modifiers.
func (p *ptxParser) opcodeInto(it *ptxItem) {
	if it.op = p.word(); it.op == "" {
		p.fail("instruction expected before %q", clip(p.text[p.pos:]))
		return
	}
	if p.peek() == ':' {
		p.fail("label %s; write the branch in CUDA", it.op)
		return
	}
	for p.peek() == '.' {
		p.pos++
		mod := p.word()
		for strings.HasPrefix(p.text[p.pos:], "::") {
			p.pos += 2
			mod += "::" + p.word()
		}
		it.mods = append(it.mods, mod)
	}
	p.space()
}

// directive reads .reg .b32 a, b<4>; other directives are not modelled.
func (p *ptxParser) directive() ptxItem {
	p.pos++
	if name := p.word(); name != "reg" {
		p.fail("directive .%s", clip(name))
		return ptxItem{}
	}
	p.space()
	it := ptxItem{kind: ptxReg}
	p.expect('.')
	it.mods = []string{p.word()}
	p.space()
	for p.err == nil {
		p.regNames(&it)
		if !p.accept(',') {
			break
		}
	}
	p.endLine()
	return it
}

func (p *ptxParser) regNames(it *ptxItem) {
	name := p.percent() + p.word()
	p.space()
	if name == "" || name == "%" {
		p.fail("register name expected before %q", clip(p.text[p.pos:]))
		return
	}
	if !p.accept('<') {
		p.regs++
		it.regs = append(it.regs, name)
		return
	}
	n, err := strconv.Atoi(p.word())
	p.space()
	p.expect('>')
	if err != nil || n > maxPTXRegs-p.regs {
		p.fail("number of registers %s<...>", clip(name))
		return
	}
	p.regs += n
	for i := range n {
		it.regs = append(it.regs, name+strconv.Itoa(i))
	}
}

// percent reads %% or %, and returns % if there was one.
func (p *ptxParser) percent() string {
	if p.peek() != '%' {
		return ""
	}
	p.pos++
	if p.peek() == '%' {
		p.pos++
	}
	return "%"
}

// operand reads one operand, with p|q as a pair.
func (p *ptxParser) operand() ptxOperand {
	var o ptxOperand
	switch {
	case p.accept('['):
		o = p.address()
	case p.accept('{'):
		o = ptxOperand{form: ptxVector}
		for p.err == nil {
			o.parts = append(o.parts, p.atom())
			if !p.accept(',') {
				break
			}
		}
		p.expect('}')
	default:
		o = p.atom()
	}
	if p.accept('|') {
		o = ptxOperand{form: ptxPair, parts: []ptxOperand{o, p.atom()}}
	}
	return o
}

// address reads what follows [: a base and an offset that may be negative.
func (p *ptxParser) address() ptxOperand {
	o := ptxOperand{form: ptxAddress, parts: []ptxOperand{p.atom(), {form: ptxInt}}}
	switch {
	case p.accept('+'):
		o.parts[1] = p.atom()
	case p.peek() == '-':
		o.parts[1] = p.atom()
	}
	p.expect(']')
	return o
}

// atom reads a register, a reference, a number, or !p.
func (p *ptxParser) atom() ptxOperand {
	if p.accept('!') {
		o := p.plain()
		o.not = true
		return o
	}
	return p.plain()
}

func (p *ptxParser) plain() (o ptxOperand) {
	c := p.peek()
	switch {
	case c == '%':
		o = p.reference()
	case c == '-' || isDigit(c):
		o = p.number()
	case isWordByte(c):
		o = ptxOperand{form: ptxName, text: p.word()}
	default:
		p.fail("operand expected before %q", clip(p.text[p.pos:]))
	}
	p.space()
	return o
}

// reference reads %0, %[name], %%tid.x.
func (p *ptxParser) reference() ptxOperand {
	rest := p.text[p.pos:]
	switch {
	case len(rest) > 1 && isDigit(rest[1]):
		p.pos++
		n, err := strconv.Atoi(p.word())
		if err != nil {
			p.fail("operand %s", clip(rest))
		}
		return ptxOperand{form: ptxOperandRef, n: n}
	case strings.HasPrefix(rest, "%["):
		p.pos += 2
		name := p.word()
		if p.peek() != ']' {
			p.fail("operand %s", clip(rest))
			return ptxOperand{}
		}
		p.pos++
		return ptxOperand{form: ptxOperandRef, n: -1, text: name}
	}
	name := p.percent() + p.word()
	if p.peek() == '.' {
		p.pos++
		name += "." + p.word()
	}
	return ptxOperand{form: ptxName, text: name}
}

// number reads an integer (decimal, 0x, 0b, 0 octal, U suffix), a decimal
// floating number, or the bits of one: 0f3F800000, 0d3FF0000000000000.
func (p *ptxParser) number() ptxOperand {
	start := p.pos
	if p.peek() == '-' {
		p.pos++
		p.space()
	}
	digits := p.word()
	if p.peek() == '.' {
		p.pos++
		p.word()
		return ptxOperand{form: ptxFloat, text: strings.Join(strings.Fields(p.text[start:p.pos]), "")}
	}
	negative := p.text[start] == '-'
	if len(digits) == 10 && (strings.HasPrefix(digits, "0f") || strings.HasPrefix(digits, "0F")) {
		return p.floatBits(digits[2:], 32, negative)
	}
	if len(digits) == 18 && (strings.HasPrefix(digits, "0d") || strings.HasPrefix(digits, "0D")) {
		return p.floatBits(digits[2:], 64, negative)
	}
	v, err := strconv.ParseUint(strings.TrimRight(digits, "uU"), 0, 64)
	if err != nil {
		p.fail("number %q", clip(digits))
	}
	if negative {
		v = -v
	}
	return ptxOperand{form: ptxInt, val: int64(v)}
}

func (p *ptxParser) floatBits(hex string, width int, negative bool) ptxOperand {
	v, err := strconv.ParseUint(hex, 16, width)
	f := math.Float64frombits(v)
	if width == 32 {
		f = float64(math.Float32frombits(uint32(v)))
	}
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		p.fail("floating number with bits %s", hex)
		return ptxOperand{}
	}
	if negative {
		f = -f
	}
	return ptxOperand{form: ptxFloat, text: strconv.FormatFloat(f, 'e', -1, 64)}
}
