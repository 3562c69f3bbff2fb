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
	Label            // name:
)

// Item is one instruction, brace, label or register declaration.
type Item struct {
	Kind Kind
	// At is where its opcode begins, in bytes of the text.
	At int
	// Guard is @p or @!p (Guard.Not), nil for none.
	Guard *Operand
	// Op is the part of the opcode before the first dot, Mods are the others; of a
	// label, Op is its name; of a declaration, Mods holds the type.
	Op   string
	Mods []string
	Args []Operand
	// Regs are the names that a declaration declares.
	Regs []string
}

// opcode returns the instruction's name as written.
func (it *Item) opcode() string { return it.Opcode() }

// Opcode returns the instruction's name as written: ld.global.u32.
func (it *Item) Opcode() string { return strings.Join(append([]string{it.Op}, it.Mods...), ".") }

// IsInstruction tells an instruction from a brace or a declaration.
func (it *Item) IsInstruction() bool { return it.Kind == Instruction }

// Offset is where the opcode of an instruction begins, in bytes of the text that
// was parsed.
func (it *Item) Offset() int { return it.At }

// Form tells the operands apart.
type Form int

const (
	Reference Form = iota // %0, %[name]
	Name                  // a register or label; %tid.x with its percent sign
	Integer
	Float
	Address // [base+off], [base, x] of textures: further parts
	Vector  // {a, b}
	Pair    // p|q
	Tuple   // (a, b) of call
)

// Operand is one operand; which fields are set depends on Form.
type Operand struct {
	Form  Form
	N     int       // Reference, -1 where Text is its name; Name, what a Program numbers registers by
	Text  string    // name; a float in C's spelling, empty if C has none
	Val   int64     // Integer; the bits of a Float that is written as bits
	Bits  int       // of Val, for a Float that is written as bits
	Not   bool      // !p
	Parts []Operand // members; an address's base and offset
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
	// failedAt is where the first fault is.
	failedAt int
	// module is set for the body of a function of a module: there are labels, and % is
	// part of names.
	module bool
	pool   pool
}

// pool hands out short slices of a long one, which saves an allocation each.
type pool struct {
	operands []Operand
	words    []string
}

const poolSize = 512

// operand is a list of room for n operands, of which none is used.
func (p *pool) list(n int) []Operand {
	if len(p.operands) < n {
		p.operands = make([]Operand, max(n, poolSize))
	}
	l := p.operands[:0:n]
	p.operands = p.operands[n:]
	return l
}

// names is a list of room for n words, of which none is used.
func (p *pool) names(n int) []string {
	if len(p.words) < n {
		p.words = make([]string, max(n, poolSize))
	}
	l := p.words[:0:n]
	p.words = p.words[n:]
	return l
}

// Reader reads the body of a function of a module, statement by statement. Whoever uses
// it reads directives itself, but .reg.
type Reader struct{ p parser }

// NewReader reads text, the whole module, from an offset in bytes on.
func NewReader(text string, from int) *Reader {
	return &Reader{parser{text: text, pos: from, module: true}}
}

// Next skips blanks and comments and returns the byte that follows, 0 at the end.
func (r *Reader) Next() byte {
	r.p.space()
	return r.p.peek()
}

// Offset is where the reader stands, in bytes of the text.
func (r *Reader) Offset() int { return r.p.pos }

// Skip moves on to an offset.
func (r *Reader) Skip(to int) { r.p.pos = to }

// Item reads one instruction, brace or label. The error says what could not be read, and
// at is then where, in bytes of the text.
func (r *Reader) Item() (it Item, at int, err error) {
	it = r.p.item()
	return it, r.p.failedAt, r.p.err
}

// fail notes the first fault.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
		p.failedAt = min(p.pos, len(p.text))
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
	if i := strings.IndexByte(s, '\n'); i > 0 {
		s = s[:i]
	}
	if len(s) > 20 {
		return s[:20] + "..."
	}
	return s
}

// space skips blanks and comments.
func (p *parser) space() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			p.pos++
		case c == '/' && strings.HasPrefix(p.text[p.pos:], "//"):
			p.skipPast(p.text[p.pos:], "\n")
		case c == '/' && strings.HasPrefix(p.text[p.pos:], "/*"):
			p.skipPast(p.text[p.pos:], "*/")
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
func isWordByte(c byte) bool { return wordBytes[c] }

// wordBytes are the bytes of names.
var wordBytes = func() (is [256]bool) {
	for _, c := range "_$0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		is[c] = true
	}
	return is
}()

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
		return Item{Kind: Open}
	case p.accept('}'):
		p.accept(';')
		return Item{Kind: Close}
	case p.accept(';'):
		return Item{Kind: Instruction}
	case p.peek() == '.':
		return p.directive()
	}
	var it Item
	if p.accept('@') {
		guard := append(p.pool.list(1), p.operand())
		it.Guard = &guard[0]
	}
	it.At = p.pos
	if p.opcodeInto(&it); it.Kind == Label {
		return it
	}
	for p.err == nil && !p.lineEnd() {
		if it.Args == nil {
			it.Args = p.pool.list(p.commas())
		}
		it.Args = append(it.Args, p.operand())
		if !p.accept(',') {
			break
		}
	}
	p.endLine()
	return it
}

// commas is how many operands the rest of the instruction has at most.
func (p *parser) commas() int {
	n := 1
	for i := p.pos; i < len(p.text) && p.text[i] != ';'; i++ {
		if p.text[i] == ',' {
			n++
		}
	}
	return min(n, 16)
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

// labelled reports whether a colon is next, which it then stands at.
func (p *parser) labelled() bool {
	if c := p.peek(); c != ':' && !p.module && c != ' ' && c != '\t' && c != '\n' {
		return false
	}
	p.space()
	return p.peek() == ':'
}

// opcodeInto reads ld.global.v4.u32 or shared::cta modifiers.
func (p *parser) opcodeInto(it *Item) {
	if it.Op = p.word(); it.Op == "" {
		p.fail("instruction expected before %q", clip(p.text[p.pos:]))
		return
	}
	if p.labelled() {
		it.Kind = Label
		p.pos++
		return
	}
	for p.peek() == '.' {
		if it.Mods == nil {
			it.Mods = p.pool.names(4)
		}
		p.pos++
		mod := p.word()
		for strings.HasPrefix(p.text[p.pos:], "::") {
			p.pos += 2
			mod += "::" + p.word()
		}
		it.Mods = append(it.Mods, mod)
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
	it := Item{Kind: Declaration}
	p.expect('.')
	it.Mods = []string{p.word()}
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
		it.Regs = append(it.Regs, name)
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
		it.Regs = append(it.Regs, name+strconv.Itoa(i))
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
		o = p.group(Vector, '}')
	case p.module && p.accept('('):
		o = p.group(Tuple, ')')
	default:
		o = p.atom()
	}
	if p.accept('|') {
		o = Operand{Form: Pair, Parts: []Operand{o, p.atom()}}
	}
	return o
}

// group reads what follows { or (, to the end that is given.
func (p *parser) group(form Form, end byte) Operand {
	o := Operand{Form: form}
	for p.err == nil && p.peek() != end {
		o.Parts = append(o.Parts, p.atom())
		if !p.accept(',') {
			break
		}
	}
	if len(o.Parts) == 0 && form == Vector {
		p.fail("operand expected before %q", clip(p.text[p.pos:]))
	}
	p.expect(end)
	return o
}

// address reads what follows [: a base and an offset that may be negative.
func (p *parser) address() Operand {
	o := Operand{Form: Address, Parts: append(p.pool.list(2), p.atom(), Operand{Form: Integer})}
	switch {
	case p.accept('+'):
		o.Parts[1] = p.atom()
	case p.peek() == '-':
		o.Parts[1] = p.atom()
	}
	for p.err == nil && p.accept(',') {
		if p.accept('{') {
			o.Parts = append(o.Parts, p.group(Vector, '}'))
		} else {
			o.Parts = append(o.Parts, p.atom())
		}
	}
	p.expect(']')
	return o
}

// atom reads a register, a reference, a number, or !p.
func (p *parser) atom() Operand {
	if p.accept('!') {
		o := p.plain()
		o.Not = true
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
		o = Operand{Form: Name, Text: p.word()}
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
		return Operand{Form: Reference, N: n}
	case strings.HasPrefix(rest, "%["):
		p.pos += 2
		name := p.word()
		if p.peek() != ']' {
			p.fail("operand %s", clip(rest))
			return Operand{}
		}
		p.pos++
		return Operand{Form: Reference, N: -1, Text: name}
	}
	if !p.module {
		name := p.percent() + p.word()
		if p.peek() == '.' {
			p.pos++
			name += "." + p.word()
		}
		return Operand{Form: Name, Text: name}
	}
	start := p.pos
	p.pos++
	p.word()
	if p.peek() == '.' {
		p.pos++
		p.word()
	}
	return Operand{Form: Name, Text: p.text[start:p.pos]}
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
		return Operand{Form: Float, Text: strings.Join(strings.Fields(p.text[start:p.pos]), "")}
	}
	negative := p.text[start] == '-'
	if len(digits) == 10 && (strings.HasPrefix(digits, "0f") || strings.HasPrefix(digits, "0F")) {
		return p.floatBits(digits[2:], 32, negative)
	}
	if len(digits) == 18 && (strings.HasPrefix(digits, "0d") || strings.HasPrefix(digits, "0D")) {
		return p.floatBits(digits[2:], 64, negative)
	}
	v, ok := smallNumber(digits)
	var err error
	if !ok {
		v, err = strconv.ParseUint(strings.TrimRight(digits, "uU"), 0, 64)
	}
	if err != nil {
		p.fail("number %q", clip(digits))
	}
	if negative {
		v = -v
	}
	return Operand{Form: Integer, Val: int64(v)}
}

// smallNumber reads a short decimal number without a leading zero.
func smallNumber(digits string) (v uint64, ok bool) {
	if len(digits) == 0 || len(digits) > 9 || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, false
		}
		v = v*10 + uint64(digits[i]-'0')
	}
	return v, true
}

// floatBits reads the bits of a float. C has no spelling for infinities and NaNs: these
// are their bits alone.
func (p *parser) floatBits(hex string, width int, negative bool) Operand {
	v, err := strconv.ParseUint(hex, 16, width)
	if err != nil {
		p.fail("floating number with bits %s", hex)
		return Operand{}
	}
	if negative {
		v ^= 1 << (width - 1)
	}
	f := math.Float64frombits(v)
	if width == 32 {
		f = float64(math.Float32frombits(uint32(v)))
	}
	o := Operand{Form: Float, Val: int64(v), Bits: width}
	if !math.IsNaN(f) && !math.IsInf(f, 0) {
		o.Text = strconv.FormatFloat(f, 'e', -1, 64)
	}
	return o
}
