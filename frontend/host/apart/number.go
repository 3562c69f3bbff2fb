package apart

import (
	"sort"
	"strconv"
	"strings"
)

// number is an integer of host code: a sum of multiples of symbols, which are values that only the program knows.
//
//	2*i+1
type number struct {
	c     int64
	terms map[string]int64
	text  string
}

// compound is a symbol that is an operation on two numbers: i % 2.
type compound struct {
	op   string
	x, y *number
}

// numbers has the numbers that were made, by their texts, and the symbols among them that are compounds.
type numbers struct {
	known     map[string]*number
	compounds map[string]compound
	// latest is the last age of a place that was given out.
	latest int
	// work counts pointers that are looked at.
	work int
	// loose are the lambdas of the function that is executed of which it is not known who calls them.
	loose []*pointer
	// together tells of two places that outlive functions whether they may lead into one array when a function begins.
	together func(k, l *place) (may bool, why string)
}

func (n *number) zero() bool     { return n.constant() && n.c == 0 }
func (n *number) constant() bool { return len(n.terms) == 0 }

// mostFactor bounds the numbers that are calculated with.
const mostFactor = 1 << 40

func (n *numbers) make(c int64, terms map[string]int64) *number {
	var names []string
	for s, k := range terms {
		if k != 0 {
			names = append(names, s)
		}
	}
	sort.Strings(names)
	x := &number{c: c, terms: map[string]int64{}}
	for _, s := range names {
		x.terms[s] = terms[s]
		if k := terms[s]; k == 1 {
			x.text += s + "+"
		} else {
			x.text += strconv.FormatInt(k, 10) + "*" + s + "+"
		}
	}
	if c != 0 || len(names) == 0 {
		x.text += strconv.FormatInt(c, 10)
	}
	x.text = strings.TrimSuffix(x.text, "+")
	if len(x.text) > longest {
		return n.unique()
	}
	if old := n.known[x.text]; old != nil {
		return old
	}
	n.known[x.text] = x
	return x
}

func (n *numbers) literal(c int64) *number { return n.make(c, nil) }

// symbol is a number of which nothing is known but that it is one; its text must not look like a path.
func (n *numbers) symbol(text string) *number {
	return n.make(0, map[string]int64{strings.NewReplacer("[", "{", "]", "}", ".", "_", "+", "#").Replace(text): 1})
}

// longest bounds the texts of numbers.
const longest = 120

// unique is a number that nothing else is.
func (n *numbers) unique() *number { return n.symbol("?" + strconv.Itoa(n.next())) }

// sum is x + factor * y.
func (n *numbers) sum(x, y *number, factor int64) *number {
	terms := map[string]int64{}
	for s, k := range x.terms {
		terms[s] += k
	}
	for s, k := range y.terms {
		terms[s] += factor * k
	}
	return n.make(x.c+factor*y.c, terms)
}

// operation is x op y.
func (n *numbers) operation(op string, x, y *number) *number {
	switch {
	case op == "+":
		return n.sum(x, y, 1)
	case op == "-":
		return n.sum(x, y, -1)
	case op == "*" && y.constant() && y.c > -mostFactor && y.c < mostFactor:
		return n.sum(n.literal(0), x, y.c)
	case op == "*" && x.constant():
		return n.operation(op, y, x)
	}
	if x.constant() && y.constant() && plainNumber(x.c) && plainNumber(y.c) {
		if c, known := calculate(op, x.c, y.c); known {
			return n.literal(c)
		}
	}
	if x.text == y.text && (op == "==" || op == "<=" || op == ">=") {
		return n.literal(1)
	}
	if len(x.text)+len(y.text) > longest-4 {
		return n.unique()
	}
	s := n.symbol("(" + x.text + op + y.text + ")")
	n.compounds[s.text] = compound{op, x, y}
	return s
}

// plainNumber reports whether a constant is the same in all types of int's size and above: of -1 < 1u the type decides.
func plainNumber(c int64) bool { return c >= 0 && c < 1<<31 }

func calculate(op string, x, y int64) (z int64, known bool) {
	truth := func(is bool) int64 {
		if is {
			return 1
		}
		return 0
	}
	switch op {
	case "/", "%":
		if y == 0 {
			return 0, false
		}
		if op == "/" {
			return x / y, true
		}
		return x % y, true
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "<<":
		return x << (uint64(y) & 31), y >= 0 && y < 31 && x < mostFactor
	case ">>":
		return x >> (uint64(y) & 63), y >= 0 && y < 63
	case "==":
		return truth(x == y), true
	case "!=":
		return truth(x != y), true
	case "<":
		return truth(x < y), true
	case ">":
		return truth(x > y), true
	case "<=":
		return truth(x <= y), true
	case ">=":
		return truth(x >= y), true
	case "&&":
		return truth(x != 0 && y != 0), true
	case "||":
		return truth(x != 0 || y != 0), true
	}
	return 0, false
}

// named is the number that an index in a path is.
func (n *numbers) named(text string) *number {
	text = strings.Trim(text, "[]")
	if x := n.known[text]; x != nil {
		return x
	}
	if c, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n.literal(c)
	}
	return n.symbol(text)
}

// differ reports whether two indices, [i] and [1 - i], are different numbers in any case.
func (n *numbers) differ(a, b string) bool {
	if a == "["+every+"]" || b == "["+every+"]" {
		return false
	}
	return n.apart(n.named(a), n.named(b), 0)
}

// apart reports whether x and y are different numbers in any case.
func (n *numbers) apart(x, y *number, depth int) bool {
	d := n.sum(x, y, -1)
	if d.constant() {
		return d.c != 0
	}
	g := int64(0)
	for _, k := range d.terms {
		for a, b := g, max(k, -k); ; a, b = b, a%b {
			if b == 0 {
				g = a
				break
			}
		}
	}
	if g > 1 && d.c%g != 0 {
		return true
	}
	if depth > 2 {
		return false
	}
	for _, pair := range [][2]*number{{x, y}, {y, x}} {
		c, is := n.compounds[pair[0].text]
		if !is {
			continue
		}
		if c.op == "^" && c.y.constant() && c.y.c != 0 && c.x.text == pair[1].text { // i ^ 1 and i
			return true
		}
		if c.op == "==" && c.y.zero() && c.x.text == pair[1].text { // !i and i
			return true
		}
		if m, of := n.rest(pair[0]); m > 1 { // i % 3 and (i + 1) % 3, i % 2 and 1
			if m2, of2 := n.rest(pair[1]); m2 == m {
				if d := n.sum(of, of2, -1); d.constant() && d.c%m != 0 {
					return true
				}
			}
		}
	}
	return false
}

// rest is what x is the rest of in a division by m, 0 if it is none.
func (n *numbers) rest(x *number) (m int64, of *number) {
	c, is := n.compounds[x.text]
	if !is || !c.y.constant() {
		return 0, nil
	}
	switch {
	case c.op == "%" && c.y.c > 1:
		return c.y.c, c.x
	case c.op == "&" && c.y.c > 0 && c.y.c < mostFactor && c.y.c&(c.y.c+1) == 0:
		return c.y.c + 1, c.x
	}
	return 0, nil
}
