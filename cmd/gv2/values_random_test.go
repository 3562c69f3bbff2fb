package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// Random kernels about what values become: conversions, the layout of classes, and parameters for which a kernel is right or not. Each is
// written twice, for gv2 and as a function that g++ compiles, which notes the accesses of each thread (values_oracle_test.go).

// twice is a piece of code for the device, and for the host, where sums and products tell whether they wrap.
type twice struct{ device, host string }

func same(text string) twice { return twice{text, text} }

// valueKernel is a random kernel.
type valueKernel struct {
	before string // its types
	params []valueParam
	body   twice
	// class is the one to which its pointer leads, empty for int.
	class string
}

type valueParam struct {
	typ, name string
	lo, hi    int64 // from __requires; none for lo > hi
}

func (p valueParam) bounded() bool { return p.lo <= p.hi }

// valueMaker makes kernels.
type valueMaker struct {
	r    *rand.Rand
	n    int
	k    *valueKernel
	vars []string // that expressions may name
	bits []string // bit-fields among what they may name
}

var valueTypes = []string{"signed char", "char", "unsigned char", "short", "unsigned short", "int", "unsigned", "int", "unsigned", "long long", "unsigned long long", "size_t", "bool"}

func (m *valueMaker) pick(list ...string) string { return list[m.r.Intn(len(list))] }

// binary is x op y.
func binary(op string, x, y twice) twice {
	name := map[string]string{"+": "ADD", "-": "SUB", "*": "MUL", "<<": "SHL"}[op]
	device := "(" + x.device + " " + op + " " + y.device + ")"
	if name == "" {
		return twice{device, "(" + x.host + " " + op + " " + y.host + ")"}
	}
	return twice{device, name + "(" + x.host + ", " + y.host + ")"}
}

// expr is a random expression.
func (m *valueMaker) expr(depth int) twice {
	if depth == 0 || m.r.Intn(6) == 0 {
		switch m.r.Intn(8) {
		case 0:
			return same(m.pick("0", "1", "2", "3", "7", "-1", "31u", "255", "256", "0x80", "'a'", "4ll", "~0", "3u", "true"))
		case 1:
			if len(m.bits) > 0 {
				x := m.pick(m.bits...)
				return twice{x, "(+" + x + ")"}
			}
		case 2:
			return same(fmt.Sprintf("sizeof(%s)", m.pick("char", "short", "int", "long long", "i + 1ll", "i")))
		}
		return same(m.pick(m.vars...))
	}
	x := m.expr(depth - 1)
	switch m.r.Intn(16) {
	case 0, 1, 2:
		return binary(m.pick("+", "-", "*"), x, m.expr(depth-1))
	case 3:
		return binary("%", x, same(m.pick("3", "4", "5u", "7", "8", "16")))
	case 4:
		return binary("/", x, same(m.pick("2", "3", "4u", "5")))
	case 5:
		return binary(m.pick("&", "|", "^"), x, m.expr(depth-1))
	case 6:
		return binary(">>", x, same(m.pick("1", "2", "3")))
	case 7:
		return binary("<<", x, same(m.pick("1", "2", "3")))
	case 8, 9, 10:
		t := m.pick(valueTypes...)
		return twice{"(" + t + ")" + x.device, "(" + t + ")" + x.host}
	case 11:
		c, y := m.condition(depth-1), m.expr(depth-1)
		return twice{"(" + c.device + " ? " + x.device + " : " + y.device + ")", "(" + c.host + " ? " + x.host + " : " + y.host + ")"}
	case 12:
		return m.condition(depth - 1)
	case 13:
		return twice{"(int)(" + x.device + " * 0.5f)", "(int)(" + x.host + " * 0.5f)"}
	case 14:
		return twice{"(~" + x.device + ")", "(~" + x.host + ")"}
	default:
		return twice{"(-" + x.device + ")", "SUB(0, " + x.host + ")"}
	}
}

func (m *valueMaker) condition(depth int) twice {
	x, y := m.expr(depth), m.expr(depth)
	switch m.r.Intn(4) {
	case 0:
		return binary("==", binary("&", twice{"(int)" + x.device, "(int)" + x.host}, same(m.pick("1", "3", "7"))), same(m.pick("0", "1")))
	case 1:
		return binary(m.pick("<", ">=", "=="), x, same(m.pick("0", "5", "16u", "31", "-1")))
	default:
		return binary(m.pick("<", "<=", ">", ">=", "==", "!="), x, y)
	}
}

// index is a random index, often one that is a thread's own.
func (m *valueMaker) index() twice {
	e := m.expr(1 + m.r.Intn(2))
	if n := len(m.k.params); n > 0 && m.r.Intn(3) == 0 {
		return m.stepped(m.k.params[0].name, m.k.params[n-1].name, e)
	}
	switch m.r.Intn(9) {
	case 0:
		return e
	case 1:
		return binary("+", same("i"), binary("*", same("64"), binary("&", e, same("3"))))
	case 2:
		return binary("+", same("i * 4"), binary("%", e, same("4")))
	case 3:
		return binary("+", same("i * 2"), binary("&", e, same("1")))
	case 4:
		c := m.condition(1)
		return twice{"(" + c.device + " ? i : i + 64)", "(" + c.host + " ? i : ADD(i, 64))"}
	case 5:
		c := m.condition(1)
		return twice{"(" + c.device + " ? i : i / 2 + 64)", "(" + c.host + " ? i : ADD(i / 2, 64))"}
	case 6:
		t := m.pick("unsigned char", "signed char", "short", "unsigned short", "char")
		return binary("+", twice{"(" + t + ")" + e.device, "(" + t + ")" + e.host}, same(m.pick("128", "i", "i * 256")))
	case 7:
		return binary("+", binary("*", same("i"), e), same(m.pick("1000", "0")))
	default:
		return binary("+", same("i"), twice{"(int)" + e.device, "(int)" + e.host})
	}
}

// stepped is an index that is a thread's own for some values of parameters.
func (m *valueMaker) stepped(p, q string, e twice) twice {
	i := same("i")
	switch m.r.Intn(7) {
	case 0:
		return binary("*", i, same(p))
	case 1:
		return binary("+", binary("*", i, same(p)), binary("&", e, same("3")))
	case 2:
		return binary("+", binary("%", i, same("8")), binary("*", binary("/", i, same("8")), same(p)))
	case 3:
		return binary("+", binary("*", binary("%", i, same("4")), same(p)), binary("*", binary("/", i, same("4")), same(q)))
	case 4:
		return binary("+", i, binary("*", same(p), binary("&", e, same("1"))))
	case 5:
		return binary("+", binary("*", i, twice{"(int)(" + p + " - 1)", "(int)SUB(" + p + ", 1)"}), same(q))
	default:
		return twice{"(i < " + p + " ? i : i - " + q + ")", "(i < " + p + " ? i : SUB(i, " + q + "))"}
	}
}

func (m *valueMaker) line(device, host string) {
	m.k.body.device += "  " + device + "\n"
	m.k.body.host += "  " + host + "\n"
}

// access writes or reads an element, perhaps under a condition.
func (m *valueMaker) access(read bool) {
	at := m.index()
	device, host := "out["+at.device+"] = i;", "WRITE("+at.host+");"
	if read {
		device, host = "v += out["+at.device+"];", "READ("+at.host+");"
	}
	if m.r.Intn(3) == 0 {
		c := m.condition(2)
		m.line("if ("+c.device+") "+device, "if ("+c.host+") "+host)
		return
	}
	m.line(device, host)
}

// locals declares variables and changes them.
func (m *valueMaker) locals() {
	for j := range 1 + m.r.Intn(3) {
		name := string(rune('a' + j))
		switch m.r.Intn(8) {
		case 0:
			class := fmt.Sprintf("B%d%s", m.n, name)
			t, u := m.pick("unsigned", "int", "unsigned char", "short", "long long", "bool"), m.pick("unsigned", "int")
			w := 1
			if t != "bool" {
				w = 1 + m.r.Intn(7)
			}
			m.k.before += fmt.Sprintf("struct %s { %s x : %d; %s y : %d; };\n", class, t, w, u, 1+m.r.Intn(9))
			e, f := m.expr(2), m.expr(2)
			m.line(class+" "+name+";", class+" "+name+";")
			m.line(name+".x = "+e.device+"; "+name+".y = "+f.device+";", name+".x = "+e.host+"; "+name+".y = "+f.host+";")
			m.bits = append(m.bits, name+".x", name+".y")
		case 1:
			class := fmt.Sprintf("E%d%s", m.n, name)
			t := m.pick("unsigned char", "signed char", "short", "unsigned", "int")
			m.k.before += fmt.Sprintf("enum %s : %s { P%s = %s, Q%s };\n", class, t, class, m.pick("0", "3", "100"), class)
			e := m.expr(2)
			m.line(class+" "+name+" = ("+class+")"+e.device+";", class+" "+name+" = ("+class+")"+e.host+";")
			m.vars = append(m.vars, name, "Q"+class)
		default:
			t, e := m.pick(valueTypes...), m.expr(2)
			m.line(t+" "+name+" = "+e.device+";", t+" "+name+" = "+e.host+";")
			if op := m.pick("", "", "+", "-", "*", "|", "++", ">>", "&"); op == "++" && t != "bool" {
				m.line("++"+name+";", name+" = ("+t+")ADD("+name+", 1);")
			} else if op != "" && op != "++" {
				f := m.expr(1)
				if op == ">>" {
					f = same("1")
				}
				of := binary(op, same(name), f)
				m.line(name+" "+op+"= "+f.device+";", name+" = ("+t+")"+of.host+";")
			}
			m.vars = append(m.vars, name)
		}
	}
}

// kernel makes the n-th kernel.
func (m *valueMaker) kernel(n int) *valueKernel {
	m.n, m.k, m.vars, m.bits = n, &valueKernel{}, []string{"i", "i", "i"}, nil
	kind := m.r.Intn(4)
	if kind == 0 {
		m.layout()
		return m.k
	}
	names := []string{"n", "m"}
	for _, name := range names[:m.r.Intn(3)] {
		p := valueParam{typ: m.pick("int", "unsigned", "short", "unsigned char", "signed char", "long long", "size_t", "bool"), name: name, lo: 1, hi: 0}
		if kind != 1 && p.typ != "bool" {
			p.lo = int64(m.r.Intn(3))
			p.hi = p.lo + int64(m.r.Intn(40))
			if strings.HasPrefix(p.typ, "int") || p.typ == "short" || p.typ == "signed char" || p.typ == "long long" {
				p.lo -= int64(m.r.Intn(3)) * 5
			}
		}
		m.k.params = append(m.k.params, p)
		m.vars = append(m.vars, name, name)
	}
	t := m.pick("int", "int", "unsigned", "unsigned char", "short", "size_t")
	m.line(t+" i = threadIdx.x; int v = 0;", t+" i = threadIdx.x;")
	m.locals()
	m.access(false)
	switch m.r.Intn(4) {
	case 0:
		m.access(true)
	case 1:
		m.access(false)
	}
	return m.k
}

// layout makes a kernel that writes members of classes, and bytes beside them.
func (m *valueMaker) layout() {
	paths := m.class(fmt.Sprintf("S%d", m.n), 2)
	m.k.class = fmt.Sprintf("S%d", m.n)
	m.line("int i = threadIdx.x;", "int i = threadIdx.x;")
	for range 1 + m.r.Intn(2) {
		at := m.pick("i", "i", "i + 1", "i / 2", "31 - i", "2 * i")
		path := "s[" + at + "]" + m.pick(paths...)
		m.line(path+" = i;", "STORE("+path+");")
	}
	size := "sizeof(" + m.k.class + ")"
	step := m.pick(size, size, size, "(int)"+size, size+" / 2", size+" + 1", "(unsigned char)"+size, "2 * "+size, "alignof("+m.k.class+")")
	offset := fmt.Sprint(m.r.Intn(28))
	if m.r.Intn(3) == 0 {
		offset = "sizeof(s->" + m.pick(paths...)[1:] + ")"
	}
	switch m.r.Intn(4) {
	case 0:
		path := fmt.Sprintf("((unsigned char *)s)[i * %s + %s]", step, offset)
		m.line(path+" = i;", "STORE("+path+");")
	case 1:
		t := m.pick("short", "int", "long long")
		path := fmt.Sprintf("((%s *)s)[i * (%s / sizeof(%s)) + %s / sizeof(%s)]", t, step, t, offset, t)
		m.line(path+" = i;", "STORE("+path+");")
	}
}

// class declares a class, and gives the paths of its members that are numbers.
func (m *valueMaker) class(name string, depth int) (paths []string) {
	head, kind := "", m.pick("struct", "struct", "struct", "union")
	switch m.r.Intn(6) {
	case 0:
		head = m.pick("__attribute__((packed)) ", "alignas(16) ", "alignas(8) ", "__attribute__((aligned(4))) ", "__align__(8) ")
	}
	var base string
	if kind == "struct" && depth > 0 && m.r.Intn(4) == 0 {
		in := name + "b"
		if m.r.Intn(3) == 0 {
			m.k.before += "struct " + in + " { };\n"
		} else {
			paths = append(paths, m.plainClass(in)...)
		}
		base = " : " + in
	}
	var body string
	for j := range 1 + m.r.Intn(4) {
		field := string(rune('a'+j)) + name
		attribute := ""
		if m.r.Intn(8) == 0 {
			attribute = m.pick("alignas(8) ", "alignas(16) ", "alignas(4) ", "__attribute__((packed)) ")
			if attribute[0] == '_' && m.r.Intn(2) == 0 {
				attribute = "alignas(8) "
			}
		}
		switch n := m.r.Intn(8); {
		case n == 0 && depth > 0:
			in := name + string(rune('u'+j))
			for _, p := range m.class(in, depth-1) {
				paths = append(paths, "."+field+p)
			}
			body += "  " + in + " " + field + ";\n"
		case n == 1:
			size := 1 + m.r.Intn(3)
			body += fmt.Sprintf("  %s %s[%d];\n", m.pick("char", "short", "int", "double"), field, size)
			paths = append(paths, fmt.Sprintf(".%s[%d]", field, m.r.Intn(size)), fmt.Sprintf(".%s[%d]", field, m.r.Intn(size)))
		default:
			if attribute == "alignas(4) " {
				attribute = "alignas(16) "
			}
			t := m.pick("char", "char", "short", "int", "int", "long long", "double", "float", "bool", "unsigned char")
			if attribute != "" && attribute[0] == '_' {
				body += fmt.Sprintf("  %s %s __attribute__((packed));\n", t, field)
			} else {
				body += fmt.Sprintf("  %s%s %s;\n", attribute, t, field)
			}
			paths = append(paths, "."+field)
		}
	}
	m.k.before += fmt.Sprintf("%s %s%s%s {\n%s};\n", kind, head, name, base, body)
	return paths
}

// plainClass declares a class with numbers only.
func (m *valueMaker) plainClass(name string) (paths []string) {
	m.k.before += "struct " + name + " { "
	for j := range 1 + m.r.Intn(3) {
		field := string(rune('p'+j)) + name
		m.k.before += m.pick("char", "short", "int", "long long") + " " + field + "; "
		paths = append(paths, "."+field)
	}
	m.k.before += "};\n"
	return paths
}

// text is the kernel as gv2 reads it.
func (k *valueKernel) text(n int) string {
	var b strings.Builder
	b.WriteString(k.before)
	of := "int *out"
	if k.class != "" {
		of = k.class + " *s"
	}
	fmt.Fprintf(&b, "__global__ void k%d(%s", n, of)
	for _, p := range k.params {
		fmt.Fprintf(&b, ", %s %s", p.typ, p.name)
	}
	b.WriteString(") {\n")
	for _, p := range k.params {
		if p.bounded() {
			fmt.Fprintf(&b, "  __requires(%s <= %d);\n", p.name, p.hi)
			if p.lo != 0 || !strings.HasPrefix(p.typ, "unsigned") && p.typ != "size_t" {
				fmt.Fprintf(&b, "  __requires(%s >= %d);\n", p.name, p.lo)
			}
		}
	}
	b.WriteString(k.body.device + "}\n")
	return b.String()
}
