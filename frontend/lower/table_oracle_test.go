package lower

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// tablePreamble is what initialisers of tables name: constants, tables, objects and functions.
const tablePreamble = `
enum En { ea = 3, eb = -2 };
enum class Ec : unsigned char { x = 7, y = 250 };
constexpr int ci[4] = {3, -5, 100, 7}; constexpr float cf[3] = {1.5f, -2, 0.25f}; constexpr char cs[] = "xyz"; constexpr bool cb[] = {true, false, 1};
const int k1 = 12; constexpr double kd = 2.75;
struct P { int a; short b; }; constexpr P cp = {11, -4}; constexpr P cpt[2] = {{1, 2}, {3}};
struct V { int a; int b; constexpr __device__ V(int x) : a(x * 2), b(x + 1) {} constexpr __device__ V(int x, int y) : a(x), b(y) {} constexpr __device__ V() : a(5), b(6) {} };
constexpr __device__ int sum(int n) { int r = 0; for (int i = 0; i <= n; i++) r += i; return r; }
constexpr __device__ int sq(int n) { int t[5] = {0, 1, 4, 9, 16}; t[n] += 1; return t[n]; }
constexpr __device__ P mk(int n) { P p = {n, 2}; p.b += n; return p; }
`

// aType is a type that a table may be made of.
type aType struct {
	name    string   // with %s where the declared name stands
	scalar  string   // of scalars: its name
	elem    *aType   // of arrays
	len     int      // of arrays
	bases   []*aType // of classes
	members []aMember
	union   bool
	ctor    bool // it has constructors
}

type aMember struct {
	name    string
	t       *aType
	bits    int
	started bool // with an initialiser of its own
}

// tables makes declarations of tables.
type tables struct {
	r      *rand.Rand
	b      strings.Builder
	serial int
	types  []*aType
}

func (g *tables) chance(n int) bool { return g.r.Intn(n) == 0 }

var tableScalars = []string{"bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "float", "double", "En", "Ec", "int", "char"}

func (g *tables) scalar() *aType {
	s := pick(g.r, tableScalars...)
	return &aType{name: s + " %s", scalar: s}
}

var classV = &aType{name: "V %s", ctor: true, members: []aMember{{name: "a", t: &aType{name: "int %s", scalar: "int"}}, {name: "b", t: &aType{name: "int %s", scalar: "int"}}}}
var classP = &aType{name: "P %s", members: []aMember{{name: "a", t: &aType{name: "int %s", scalar: "int"}}, {name: "b", t: &aType{name: "short %s", scalar: "short"}}}}

// any is a type for a member or an element.
func (g *tables) any(deep int) *aType {
	switch n := g.r.Intn(10); {
	case n < 5 || deep > 2:
		return g.scalar()
	case n < 8:
		return g.array(g.any(deep + 1))
	case n == 8 && len(g.types) > 0:
		return pick(g.r, g.types...)
	default:
		return pick(g.r, classV, classP, classP)
	}
}

func (g *tables) array(of *aType) *aType {
	n := 1 + g.r.Intn(4)
	return &aType{name: strings.Replace(of.name, "%s", fmt.Sprintf("%%s[%d]", n), 1), elem: of, len: n}
}

// class declares a class.
func (g *tables) class() {
	g.serial++
	name := "S" + strconv.Itoa(g.serial)
	c := &aType{name: name + " %s", union: g.chance(7)}
	head := pick(g.r, "struct ", "struct ", "struct alignas(16) ") + name
	if c.union {
		head = "union " + name
	} else if len(g.types) > 0 && g.chance(4) {
		if b := pick(g.r, g.types...); !b.union {
			c.bases = append(c.bases, b)
			head += " : " + strings.TrimSuffix(b.name, " %s")
		}
	}
	fmt.Fprintf(&g.b, "%s {", head)
	for i := range 1 + g.r.Intn(4) {
		m := aMember{name: fmt.Sprintf("m%d_%d", g.serial, i), t: g.any(0)}
		if s := m.t.scalar; (s == "int" || s == "unsigned") && g.chance(3) && !c.union {
			m.bits = 3 + g.r.Intn(9)
			fmt.Fprintf(&g.b, " %s %s : %d;", s, m.name, m.bits)
		} else if m.t.scalar != "" && g.chance(6) && !c.union {
			m.started = true
			fmt.Fprintf(&g.b, " "+m.t.name+" = %s;", m.name, g.number(m.t.scalar, 0))
		} else {
			fmt.Fprintf(&g.b, " "+m.t.name+";", m.name)
		}
		c.members = append(c.members, m)
	}
	g.b.WriteString(" };\n")
	g.types = append(g.types, c)
}

// number is a constant of that type, as many bits wide if that is not 0.
func (g *tables) number(scalar string, bits int) string {
	if bits > 0 {
		n := g.r.Intn(1 << (bits - 1))
		if scalar == "int" && g.chance(3) {
			n = -n
		}
		return strconv.Itoa(n)
	}
	cast := "(" + scalar + ")"
	switch scalar {
	case "bool":
		return pick(g.r, "true", "false", "cb[1]", "cb[2]", "3 > 2", "k1 == 12 && ci[1] > 0", "(bool)ci[2]", "!cs[3]", "1.5f > cf[0]")
	case "float", "double":
		return pick(g.r, "1.5f", "-0.25f", "2", cast+"(3 * 0.5)", "cf[1]", cast+"ci[2]", "-cf[2]", cast+"(kd / 4)", cast+"0.1f", cast+"(cf[0] * cf[1])", cast+"1e10", cast+"(1 / 3.)", cast+"sum(4)")
	case "En":
		return pick(g.r, "ea", "eb", "(En)5")
	case "Ec":
		return pick(g.r, "Ec::x", "Ec::y", "(Ec)9")
	case "char", "unsigned char":
		return pick(g.r, "'a'", "'\\0'", "'\\x41'", cast+"200", "cs[1]", cast+"ci[1]", "cp.a > 3 ? 'y' : 'n'", "5")
	}
	return pick(g.r, "1", "100", "0", cast+"-7", cast+"ci["+strconv.Itoa(g.r.Intn(4))+"]", cast+"cp.b", cast+"cpt[1].a", cast+"cpt[1].b", cast+"sum("+strconv.Itoa(g.r.Intn(9))+")",
		cast+"sq("+strconv.Itoa(g.r.Intn(5))+")", cast+"mk(3).b", cast+"(cf[0] * 4)", cast+"kd", cast+"sizeof(P)", cast+"(k1 << 3)", cast+"0x12345678", cast+"V(3).a", cast+"V{}.b", cast+"cs[2]", cast+"(cb[0] ? 4 : 5)", cast+"(1.5e3 / 7)")
}

// whole is one item that initialises an object of type t.
func (g *tables) whole(t *aType) string {
	switch {
	case t == classV:
		return pick(g.r, "V(3)", "V{4}", "V{1, 2}", "{7, 8}", "{9}", "{}", "V()", "5")
	case t == classP && g.chance(3):
		return pick(g.r, "cp", "cpt[1]", "mk(4)", "P{3, 4}", "P{}", "{cp}", "{cpt[0].b, 6}")
	case t.elem != nil && t.elem.scalar == "char" && g.chance(2):
		return g.text(t)
	}
	return "{" + strings.Join(g.items(t, false), ", ") + "}"
}

func (g *tables) text(t *aType) string {
	s := []string{"", "a", "b\\n", "\\x41\\0z"}[g.r.Intn(min(t.len, 4))]
	return strings.Replace(pick(g.r, "\"%s\"", "\"%s\"", "{\"%s\"}", "\"\" \"%s\""), "%s", s, 1)
}

// items are those of t without its own braces; full says that none may be left out.
func (g *tables) items(t *aType, full bool) []string {
	if t.scalar != "" {
		return []string{g.number(t.scalar, 0)}
	}
	var parts []aMember
	for i := range t.len {
		parts = append(parts, aMember{name: strconv.Itoa(i), t: t.elem})
	}
	for _, b := range t.bases {
		parts = append(parts, aMember{t: b})
	}
	parts = append(parts, t.members...)
	if t.union {
		parts = parts[:1]
	}
	if !full && t.elem == nil && len(t.bases) == 0 && !t.union && g.chance(5) {
		var out []string
		for _, m := range parts {
			if g.chance(2) && (m.t.scalar != "" || m.t.elem == nil) {
				v := g.whole(m.t)
				if m.t.scalar != "" {
					v = g.number(m.t.scalar, m.bits)
				}
				out = append(out, "."+m.name+" = "+v)
			}
		}
		return out
	}
	var out []string
	for i, m := range parts {
		if !full && i > 0 && g.chance(6) {
			break
		}
		switch {
		case m.t.scalar != "":
			out = append(out, g.number(m.t.scalar, m.bits))
			continue
		case !m.t.ctor && g.chance(3):
			if list := g.items(m.t, true); len(list) > 0 && !strings.HasPrefix(list[0], "{") && !strings.HasPrefix(list[0], ".") {
				out = append(out, list...)
				continue
			}
		}
		out = append(out, g.whole(m.t))
	}
	return out
}

// leaves are the scalars of an object.
func (t *aType) leaves(path string, visit func(path, scalar string)) {
	if t.scalar != "" {
		visit(path, t.scalar)
	}
	for i := range t.len {
		t.elem.leaves(path+"["+strconv.Itoa(i)+"]", visit)
	}
	for _, b := range t.bases {
		b.leaves(path, visit)
	}
	for _, m := range t.members {
		m.t.leaves(path+"."+m.name, visit)
		if t.union {
			break
		}
	}
}

// program is a function whose value depends on all that a table holds.
func (g *tables) program() (decls, body string) {
	for range 1 + g.r.Intn(4) {
		g.class()
	}
	t := g.any(0)
	if t.scalar != "" || t.ctor {
		t = g.array(t)
	}
	name := t.name
	if t.elem != nil && g.chance(3) {
		name = strings.Replace(name, fmt.Sprintf("[%d]", t.len), "[]", 1)
		t.name = name
	}
	init := "{" + strings.Join(g.items(t, strings.Contains(name, "[]")), ", ") + "}"
	if t.elem != nil && t.elem.scalar == "char" && g.chance(3) && !strings.Contains(name, "[]") {
		init = g.text(t)
	}
	decl := pick(g.r, "__device__ const ", "__constant__ const ", "constexpr ", "__device__ constexpr ", "const ", "static const ", "static constexpr ", "", "local const ", "local constexpr ")
	local := strings.HasPrefix(decl, "static ") || strings.HasPrefix(decl, "local ") || decl == ""
	text := strings.TrimPrefix(decl, "local ") + strings.Replace(name, "%s", "t", 1) + pick(g.r, " = ", "") + init + ";\n"
	if strings.Contains(text, "\"") {
		text = strings.TrimPrefix(decl, "local ") + strings.Replace(name, "%s", "t", 1) + " = " + init + ";\n"
	}
	g.b.WriteString("\n")
	var b strings.Builder
	if local {
		b.WriteString(text)
	} else {
		g.b.WriteString(text)
	}
	b.WriteString("unsigned h = 1; ")
	t.leaves("t", func(path, scalar string) {
		switch scalar {
		case "float":
			path = "__float_as_int(" + path + ")"
		case "double":
			path = "(unsigned)__double_as_longlong(" + path + ") + 3 * (unsigned)(__double_as_longlong(" + path + ") >> 32)"
		case "long long":
			path = "(unsigned)" + path + " + 3 * (unsigned)(" + path + " >> 32)"
		}
		fmt.Fprintf(&b, "h = h * 31 + (unsigned)(%s); ", path)
	})
	b.WriteString("return h;")
	return g.b.String(), b.String()
}

const tableShim = `#include <cstdio>
#include <cstring>
#define __device__
#define __constant__
static int __float_as_int(float x) { int i; memcpy(&i, &x, 4); return i; }
static long long __double_as_longlong(double x) { long long i; memcpy(&i, &x, 8); return i; }
`

// TestTablesByCompiler compares what tables hold by their initialisers. Contents that gv2 does not read
// have no value, which is no fault, but must be rare.
func TestTablesByCompiler(t *testing.T) {
	seed, count := oracleSeeds(t)
	const batch = 50
	compared, unsupported := 0, 0
	for ; count > 0; count -= batch {
		n := min(count, batch)
		var host, calls strings.Builder
		host.WriteString(tableShim + tablePreamble)
		texts := make([]string, n)
		for i := range n {
			g := &tables{r: rand.New(rand.NewSource(seed + int64(i)))}
			decls, body := g.program()
			texts[i] = decls + fmt.Sprintf("__device__ unsigned f_() { %s }\n", body)
			fmt.Fprintf(&host, "namespace n%d {\n%s}\n", i, texts[i])
			fmt.Fprintf(&calls, "printf(\"%%u\\n\", n%d::f_());\n", i)
		}
		want := gppRun(t, host.String()+"int main() {\n"+calls.String()+"}\n")
		require.Len(t, want, n)
		for i, text := range texts {
			got, fault := tableValue(t, tablePreamble+text+"__global__ void k(unsigned *out) { out[0] = f_(); }\n")
			if got == nil {
				if unsupported++; os.Getenv("CONSTANTS_FAULTS") != "" {
					t.Logf("seed %d: %s: %s", seed+int64(i), fault, text)
				}
				continue
			}
			if compared++; strconv.FormatInt(got.Val, 10) != want[i] {
				t.Errorf("seed %d: %d, not %s: %s", seed+int64(i), got.Val, want[i], text)
			}
		}
		seed += int64(n)
	}
	t.Logf("%d tables compared, %d without a value", compared, unsupported)
	require.Greater(t, compared, 20*unsupported)
}

// tableValue is what the kernel of a text stores in out[0].
func tableValue(t *testing.T, text string) (got *kernel.Const, fault string) {
	res := source.Preprocess("kernel.cu", []byte(text), source.Options{Library: true})
	file, diags := cuda.Parse(res.Tokens)
	diags.Merge(res.Diags)
	require.Empty(t, diags.String(), text)
	names := NamesOf(file)
	k, diags := names.Lower(context.Background(), names.Kernels(context.Background(), nil)[0], block64())
	if k == nil {
		return nil, diags.String()
	}
	m := newMachine(k)
	if err := m.run(k.Body); err != nil && err != errReturn {
		return nil, err.Error()
	}
	for _, a := range k.Arrays {
		if a.Name == "out" {
			got = m.memory[a][0]
		}
	}
	return got, "no value"
}
