package source

import (
	"math/bits"
	"strconv"
	"strings"

	"gv2/frontend/diag"
)

// maxConditionDepth bounds the nesting of parentheses and unary operators.
const maxConditionDepth = 256

// integer is a value of #if arithmetic: 64 bits, signed or unsigned.
type integer struct {
	bits     uint64
	unsigned bool
}

func boolean(b bool) integer {
	if b {
		return integer{bits: 1}
	}
	return integer{}
}

// isProbe reports whether name is one of the __has_… operators of #if.
func isProbe(name string) bool {
	switch name {
	case "__has_include", "__has_include_next", "__has_attribute", "__has_cpp_attribute",
		"__has_builtin", "__has_feature", "__has_extension", "__has_declspec_attribute", "__has_warning":
		return true
	}
	return false
}

// evaluate decides #if or #elif (word) with the condition line. It reports a
// malformed condition, which then does not hold.
func (p *preprocessor) evaluate(f *file, at diag.Pos, word string, line []Token) bool {
	if len(line) == 0 {
		p.errorf(at, "#%s without a condition", word)
		return false
	}
	// Before macro expansion, because defined(X) is about X itself and not about its expansion.
	toks, ok := p.answerProbes(f, line)
	if !ok {
		return false
	}
	e := expander{p: p, condition: true} // a macro may give defined(X)
	e.push(toks)
	toks, ok = p.answerProbes(f, e.all())
	if !ok || p.stopped {
		return false
	}
	c := calculator{p: p, toks: toks, end: at, word: word}
	v := c.comma()
	if c.pos < len(c.toks) {
		c.fail(c.toks[c.pos].Pos, "unexpected %s", c.toks[c.pos].Text)
	}
	return !c.failed && v.bits != 0
}

// answerProbes replaces defined and __has_… operators by 1 or 0.
func (p *preprocessor) answerProbes(f *file, line []Token) (out []Token, ok bool) {
	for i := 0; i < len(line); i++ {
		t := line[i]
		if t.Kind != Ident || t.Text != "defined" && !isProbe(t.Text) {
			out = append(out, t)
			continue
		}
		operand, next, ok := probeOperand(line, i+1)
		if !ok || t.Text == "defined" && (len(operand) != 1 || operand[0].Kind != Ident) {
			p.errorf(t.Pos, "malformed %s in a condition; write %s(NAME)", t.Text, t.Text)
			return nil, false
		}
		answer := "0"
		if t.Text == "defined" && p.isDefined(operand[0].Text) || strings.HasPrefix(t.Text, "__has_include") && p.hasInclude(f, operand, t.Text == "__has_include_next") {
			answer = "1"
		}
		out = append(out, Token{Kind: Number, Text: answer, Pos: t.Pos, Space: t.Space})
		i = next - 1
	}
	return out, true
}

// probeOperand reads "name" or "( tokens )" at line[i] and returns the index
// after it.
func probeOperand(line []Token, i int) (operand []Token, next int, ok bool) {
	if i >= len(line) {
		return nil, i, false
	}
	if !line[i].punct("(") {
		return line[i : i+1], i + 1, true
	}
	depth := 0
	for j := i; j < len(line); j++ {
		if line[j].punct("(") {
			depth++
		} else if line[j].punct(")") {
			if depth--; depth == 0 {
				return line[i+1 : j], j + 1, true
			}
		}
	}
	return nil, i, false
}

func (p *preprocessor) hasInclude(f *file, operand []Token, next bool) bool {
	h, ok := headerOf(operand)
	if !ok {
		if h, ok = headerOf(p.expandList(operand)); !ok {
			return false
		}
	}
	h.next = next
	if _, ok = p.find(f, h); ok {
		return true
	}
	_, ok = builtinHeader(h.name)
	return ok
}

// calculator evaluates a controlling expression by precedence climbing
// ([cpp.cond]: 64-bit arithmetic, remaining identifiers are 0).
type calculator struct {
	p      *preprocessor
	toks   []Token
	pos    int
	end    diag.Pos // the position for a missing operand
	word   string
	depth  int
	unused int // > 0 in an operand whose value is not used
	failed bool
}

func (c *calculator) fail(pos diag.Pos, format string, args ...any) {
	if !c.failed {
		c.p.errorf(pos, "#"+c.word+": "+format, args...)
	}
	c.failed = true
	c.pos = len(c.toks)
}

// accept takes the next token if it is the punctuator text.
func (c *calculator) accept(text string) bool {
	if c.pos < len(c.toks) && c.toks[c.pos].punct(text) {
		c.pos++
		return true
	}
	return false
}

func (c *calculator) expect(text string) {
	if !c.accept(text) {
		c.fail(c.here(), "%s is missing", text)
	}
}

func (c *calculator) here() diag.Pos {
	if c.pos < len(c.toks) {
		return c.toks[c.pos].Pos
	}
	return c.end
}

func (c *calculator) comma() integer {
	v := c.ternary()
	for c.accept(",") {
		v = c.ternary()
	}
	return v
}

// ternary evaluates c ? x : y. Both branches are parsed, but errors such as a division by zero count only in
// the one that is taken.
func (c *calculator) ternary() integer {
	if c.depth++; c.depth > maxConditionDepth {
		c.fail(c.here(), "the condition is nested more than %d deep; simplify it", maxConditionDepth)
		return integer{}
	}
	defer func() { c.depth-- }()
	cond := c.binary(1)
	if !c.accept("?") {
		return cond
	}
	yes := c.dropUnless(cond.bits != 0, c.comma)
	c.expect(":")
	no := c.dropUnless(cond.bits == 0, c.ternary)
	v := no
	if cond.bits != 0 {
		v = yes
	}
	// The usual conversions apply to the two results even though only one has a value.
	v.unsigned = yes.unsigned || no.unsigned
	return v
}

// dropUnless evaluates an operand that counts only if used holds.
func (c *calculator) dropUnless(used bool, operand func() integer) integer {
	if !used {
		c.unused++
		defer func() { c.unused-- }()
	}
	return operand()
}

// binary evaluates operators that bind at least as tightly as least.
func (c *calculator) binary(least int) integer {
	l := c.unary()
	for c.pos < len(c.toks) {
		op := c.toks[c.pos]
		prec := Precedence(op.Text)
		if op.Kind != Punct || prec < least || prec == 0 {
			break
		}
		c.pos++
		next := func() integer { return c.binary(prec + 1) }
		switch op.Text {
		case "&&":
			l = boolean(c.dropUnless(l.bits != 0, next).bits != 0 && l.bits != 0)
		case "||":
			l = boolean(c.dropUnless(l.bits == 0, next).bits != 0 || l.bits != 0)
		default:
			l = c.apply(op, l, next())
		}
	}
	return l
}

func (c *calculator) unary() integer {
	if c.pos >= len(c.toks) {
		c.fail(c.end, "an operand is missing")
		return integer{}
	}
	if c.depth++; c.depth > maxConditionDepth {
		c.fail(c.here(), "the condition is nested more than %d deep; simplify it", maxConditionDepth)
		return integer{}
	}
	defer func() { c.depth-- }()
	switch {
	case c.accept("!"):
		return boolean(c.unary().bits == 0)
	case c.accept("-"):
		v := c.unary()
		v.bits = -v.bits
		return v
	case c.accept("~"):
		v := c.unary()
		v.bits = ^v.bits
		return v
	case c.accept("+"):
		return c.unary()
	case c.accept("("):
		v := c.comma()
		c.expect(")")
		return v
	}
	return c.primary()
}

func (c *calculator) primary() integer {
	t := c.toks[c.pos]
	c.pos++
	switch t.Kind {
	case Ident:
		if c.pos < len(c.toks) && c.toks[c.pos].punct("(") {
			c.fail(t.Pos, "%s is not a macro that takes arguments", t.Text)
		}
		// [cpp.cond]: identifiers that remain after expansion are 0, except true.
		return boolean(t.Text == "true")
	case Number:
		v, err := parseInteger(t.Text)
		if err != "" {
			c.fail(t.Pos, "%s %s", t.Text, err)
		}
		return v
	case Char:
		v, ok := charValue(t.Text)
		if !ok {
			c.fail(t.Pos, "cannot evaluate the character constant %s", t.Text)
		}
		return v
	}
	c.fail(t.Pos, "unexpected %s", t.Text)
	return integer{}
}

// apply computes l op r.
func (c *calculator) apply(op Token, l, r integer) integer {
	unsigned := l.unsigned || r.unsigned
	switch op.Text {
	case "==":
		return boolean(l.bits == r.bits)
	case "!=":
		return boolean(l.bits != r.bits)
	case "<":
		return boolean(less(l, r, unsigned))
	case ">":
		return boolean(less(r, l, unsigned))
	case "<=":
		return boolean(!less(r, l, unsigned))
	case ">=":
		return boolean(!less(l, r, unsigned))
	case "<<", ">>":
		return shift(op.Text == "<<", l, r)
	case "/", "%":
		return c.divide(op, l, r, unsigned)
	}
	v := integer{unsigned: unsigned}
	switch op.Text {
	case "+":
		v.bits = l.bits + r.bits
	case "-":
		v.bits = l.bits - r.bits
	case "*":
		v.bits = l.bits * r.bits
	case "&":
		v.bits = l.bits & r.bits
	case "|":
		v.bits = l.bits | r.bits
	case "^":
		v.bits = l.bits ^ r.bits
	}
	return v
}

func less(l, r integer, unsigned bool) bool {
	if unsigned {
		return l.bits < r.bits
	}
	return int64(l.bits) < int64(r.bits)
}

// shift shifts l; a negative count shifts the other way, as GCC does.
func shift(left bool, l, r integer) integer {
	n := r.bits
	if !r.unsigned && int64(n) < 0 {
		left, n = !left, -n
	}
	switch {
	case left:
		l.bits <<= n
	case l.unsigned:
		l.bits >>= n
	default:
		l.bits = uint64(int64(l.bits) >> n)
	}
	return l
}

func (c *calculator) divide(op Token, l, r integer, unsigned bool) integer {
	if r.bits == 0 {
		if c.unused == 0 {
			c.fail(op.Pos, "division by zero")
		}
		return integer{unsigned: unsigned}
	}
	quotient, remainder := bits.Div64(0, l.bits, r.bits)
	if !unsigned {
		quotient, remainder = signedDivide(int64(l.bits), int64(r.bits))
	}
	if op.Text == "/" {
		return integer{quotient, unsigned}
	}
	return integer{remainder, unsigned}
}

func signedDivide(l, r int64) (quotient, remainder uint64) {
	if r == -1 { // the one quotient that does not fit
		return uint64(-l), 0
	}
	return uint64(l / r), uint64(l % r)
}

// parseInteger reads an integer constant; fault describes an error in it, "" for none.
func parseInteger(text string) (v integer, fault string) {
	digits := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	base, body := 10, digits
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, body = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, body = 2, digits[2:]
	case strings.HasPrefix(digits, "0") && len(digits) > 1:
		base = 8
	}
	number := strings.TrimRight(body, "ulz")
	switch suffix := body[len(number):]; suffix {
	case "", "l", "ll", "z":
	case "u", "ul", "ull", "lu", "llu", "uz", "zu":
		v.unsigned = true
	default:
		return v, "has an unknown suffix"
	}
	n, err := strconv.ParseUint(number, base, 64)
	if err != nil {
		if e := err.(*strconv.NumError); e.Err == strconv.ErrRange {
			return v, "is too large for 64 bits"
		}
		return v, "is not an integer"
	}
	// Octal and hexadecimal constants become unsigned when they must; decimal
	// ones that do not fit are treated alike, as GCC does with a warning.
	return integer{n, v.unsigned || n > 1<<63-1}, ""
}

// charValue returns the value of a character constant, as GCC has it: a narrow character
// is signed, several of them are packed into an int, u and U make unsigned ones.
func charValue(text string) (v integer, ok bool) {
	open := strings.IndexByte(text, '\'')
	end := strings.LastIndexByte(text, '\'')
	if open < 0 || end <= open+1 {
		return v, false
	}
	prefix, body := text[:open], text[open+1:end]
	narrow := prefix == "" || prefix == "u8"
	var units []uint64
	for body != "" {
		u, rest, ok := charUnit(body, narrow)
		if !ok {
			return v, false
		}
		units, body = append(units, u), rest
	}
	switch {
	case len(units) == 1 && narrow:
		return integer{bits: uint64(int64(int8(units[0])))}, true
	case len(units) == 1:
		return integer{bits: units[0], unsigned: prefix != "L"}, true
	case prefix != "":
		return v, false
	}
	packed := uint32(0)
	for _, u := range units {
		packed = packed<<8 | uint32(u&0xff)
	}
	return integer{bits: uint64(int64(int32(packed)))}, true
}

// charUnit reads the first character of s.
func charUnit(s string, narrow bool) (u uint64, rest string, ok bool) {
	if len(s) > 1 && s[0] == '\\' && s[1] >= '0' && s[1] <= '7' {
		n := 2
		for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		u, err := strconv.ParseUint(s[1:n], 8, 32)
		return u, s[n:], err == nil
	}
	if len(s) > 1 && s[0] == '\\' && strings.IndexByte("'\"?", s[1]) >= 0 {
		return uint64(s[1]), s[2:], true
	}
	if narrow && s[0] != '\\' {
		return uint64(s[0]), s[1:], true
	}
	r, _, rest, err := strconv.UnquoteChar(s, 0)
	return uint64(r), rest, err == nil
}
