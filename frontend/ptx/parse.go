// Package ptx reads PTX instructions and lowers them to the kernel IR.
//
// Parse turns text into a list of instructions, register declarations and braces;
// it knows their form and not their meaning. Code lowers them one after the other:
// the table in table.go says for each opcode what it does. A result that gv2 does
// not compute is arbitrary, which is sound as long as the instruction only writes
// registers; an opcode that is not in the table, or a form that gv2 does not know of
// one that touches memory or synchronises, is refused with its name.
//
// The package sees no CUDA syntax. What surrounds the instructions (the operands of
// an asm statement) is a Source; statements go to an emit.Builder.
package ptx

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kind tells the items of a text apart.
type Kind int

const (
	Instruction Kind = iota
	Open             // {
	Close            // }
	Declaration      // .reg .pred p, q;
)

// Item is one instruction, brace or register declaration.
type Item struct {
	kind Kind
	// at is where its opcode begins, in bytes of the text.
	at int
	// guard is @p or @!p (guard.not), nil for none.
	guard *Operand
	// op is the part of the opcode before the first dot, mods are the others;
	// of a declaration, mods holds the type.
	op   string
	mods []string
	args []Operand
	// regs are the names that a declaration declares.
	regs []string
}

// opcode returns the instruction's name as written.
func (it *Item) opcode() string { return strings.Join(append([]string{it.op}, it.mods...), ".") }

// IsInstruction tells an instruction from a brace or a declaration.
func (it *Item) IsInstruction() bool { return it.kind == Instruction }

// Offset is where the opcode of an instruction begins, in bytes of the text that
// was parsed.
func (it *Item) Offset() int { return it.at }

// Form tells the operands apart.
type Form int

const (
	Reference Form = iota // %0, %[name]
	Name                  // a register or label; %tid.x with its percent sign
	Integer
	Float
	Address // [base+off]
	Vector  // {a, b}
	Pair    // p|q
)

// Operand is one operand; which fields are set depends on form.
type Operand struct {
	form  Form
	n     int    // Reference, -1 where text is its name
	text  string // name; a float in C's spelling
	val   int64
	not   bool      // !p
	parts []Operand // members; an address's base and offset
}

// Limits on what a text may hold: far above any real one.
const (
	maxItems     = 100000
	maxRegisters = 10000
)

// Parse reads instructions, such as those of the template of an asm statement. The
// error says what could not be read.
//
//	{ .reg .pred p; setp.ne.u32 p, %0, 0; @p bar.sync 1, 64; }
func Parse(text string) ([]Item, error) {
	p := &parser{text: text}
	var items []Item
	for p.space(); p.pos < len(p.text) && p.err == nil; p.space() {
		if items = append(items, p.item()); len(items) > maxItems {
			return nil, fmt.Errorf("more than %d instructions", maxItems)
		}
	}
	return items, p.err
}

// parser reads a text from left to right. After the first fault it stands at the end,
// so that all loops end.
type parser struct {
	text string
	pos  int
	regs int // declared so far
	err  error
}

// fail notes the first fault.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.pos = len(p.text)
}

func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// accept skips c and the space after it, if c is next.
func (p *parser) accept(c byte) bool {
	if p.peek() != c || c == 0 {
		return false
	}
	p.pos++
	p.space()
	return true
}

// expect skips c, which has to be next.
func (p *parser) expect(c byte) {
	if !p.accept(c) {
		p.fail("%q expected before %q", c, clip(p.text[p.pos:]))
	}
}

// clip shortens text for a message.
func clip(s string) string {
	if len(s) > 20 {
		return s[:20] + "..."
	}
	return s
}

// space skips blanks and comments.
func (p *parser) space() {
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

// skipPast skips a comment; one without an end reaches to the end of the text.
func (p *parser) skipPast(rest, end string) {
	if i := strings.Index(rest[2:], end); i >= 0 {
		p.pos += 2 + i + len(end)
		return
	}
	p.pos = len(p.text)
}

// isWordByte reports whether c may stand in a name: PTX allows $ and no dots.
func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word reads letters, digits, _ and $, without the space behind them.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.text) && isWordByte(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// item reads one line; it always moves on or fails.
func (p *parser) item() Item {
	switch {
	case p.accept('{'):
		return Item{kind: Open}
	case p.accept('}'):
		p.accept(';')
		return Item{kind: Close}
	case p.accept(';'):
		return Item{kind: Instruction}
	case p.peek() == '.':
		return p.directive()
	}
	var it Item
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
func (p *parser) lineEnd() bool {
	return p.pos >= len(p.text) || p.peek() == ';' || p.peek() == '}'
}

// endLine reads the semicolon behind an instruction.
func (p *parser) endLine() {
	if p.err == nil && !p.lineEnd() {
		p.fail("%q expected before %q", ";", clip(p.text[p.pos:]))
	}
	p.accept(';')
}

// opcodeInto reads ld.global.v4.u32 or shared::cta modifiers.
func (p *parser) opcodeInto(it *Item) {
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
func (p *parser) directive() Item {
	p.pos++
	if name := p.word(); name != "reg" {
		p.fail("directive .%s", clip(name))
		return Item{}
	}
	p.space()
	it := Item{kind: Declaration}
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

// regNames reads a, or b<4>, which declares b0 to b3.
func (p *parser) regNames(it *Item) {
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
	if err != nil || n > maxRegisters-p.regs {
		p.fail("number of registers %s<...>", clip(name))
		return
	}
	p.regs += n
	for i := range n {
		it.regs = append(it.regs, name+strconv.Itoa(i))
	}
}

// percent reads %% or %, and returns % if there was one.
func (p *parser) percent() string {
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
func (p *parser) operand() Operand {
	var o Operand
	switch {
	case p.accept('['):
		o = p.address()
	case p.accept('{'):
		o = Operand{form: Vector}
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
		o = Operand{form: Pair, parts: []Operand{o, p.atom()}}
	}
	return o
}

// address reads what follows [: a base and an offset that may be negative.
func (p *parser) address() Operand {
	o := Operand{form: Address, parts: []Operand{p.atom(), {form: Integer}}}
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
func (p *parser) atom() Operand {
	if p.accept('!') {
		o := p.plain()
		o.not = true
		return o
	}
	return p.plain()
}

// plain is atom without a ! before it.
func (p *parser) plain() (o Operand) {
	c := p.peek()
	switch {
	case c == '%':
		o = p.reference()
	case c == '-' || isDigit(c):
		o = p.number()
	case isWordByte(c):
		o = Operand{form: Name, text: p.word()}
	default:
		p.fail("operand expected before %q", clip(p.text[p.pos:]))
	}
	p.space()
	return o
}

// reference reads %0, %[name], %%tid.x.
func (p *parser) reference() Operand {
	rest := p.text[p.pos:]
	switch {
	case len(rest) > 1 && isDigit(rest[1]):
		p.pos++
		n, err := strconv.Atoi(p.word())
		if err != nil {
			p.fail("operand %s", clip(rest))
		}
		return Operand{form: Reference, n: n}
	case strings.HasPrefix(rest, "%["):
		p.pos += 2
		name := p.word()
		if p.peek() != ']' {
			p.fail("operand %s", clip(rest))
			return Operand{}
		}
		p.pos++
		return Operand{form: Reference, n: -1, text: name}
	}
	name := p.percent() + p.word()
	if p.peek() == '.' {
		p.pos++
		name += "." + p.word()
	}
	return Operand{form: Name, text: name}
}

// number reads an integer (decimal, 0x, 0b, 0 octal, U suffix), a decimal
// floating number, or the bits of one: 0f3F800000, 0d3FF0000000000000.
func (p *parser) number() Operand {
	start := p.pos
	if p.peek() == '-' {
		p.pos++
		p.space()
	}
	digits := p.word()
	if p.peek() == '.' {
		p.pos++
		p.word()
		return Operand{form: Float, text: strings.Join(strings.Fields(p.text[start:p.pos]), "")}
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
	return Operand{form: Integer, val: int64(v)}
}

// floatBits reads the bits of a float. The IR spells floats, and has no spelling for
// infinities and NaNs.
func (p *parser) floatBits(hex string, width int, negative bool) Operand {
	v, err := strconv.ParseUint(hex, 16, width)
	f := math.Float64frombits(v)
	if width == 32 {
		f = float64(math.Float32frombits(uint32(v)))
	}
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		p.fail("floating number with bits %s", hex)
		return Operand{}
	}
	if negative {
		f = -f
	}
	return Operand{form: Float, text: strconv.FormatFloat(f, 'e', -1, 64)}
}
