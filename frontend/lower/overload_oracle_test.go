package lower

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Calls of overloaded functions made at random, with lvalues, xvalues and values of classes that convert
// to each other: which function is called, against g++. Calls that g++ does not take are left out, and so
// is what gv2 says it does not understand.

type overloadGen struct{ *rand.Rand }

func (g *overloadGen) pick(of ...string) string { return of[g.Intn(len(of))] }

// class is a class with conversions, which are told apart by what they make of the value.
func (g *overloadGen) class(name, other, base string) string {
	var b strings.Builder
	b.WriteString("struct " + name)
	if base != "" {
		b.WriteString(" : " + base)
	}
	b.WriteString(" { int w = " + strconv.Itoa(g.Intn(9)) + "; ")
	n := 10 * (1 + g.Intn(9))
	if other != "" && g.Intn(2) == 0 {
		fmt.Fprintf(&b, "%s() = default; %s__device__ %s(const %s &o) { w = o.w + %d; } ", name, g.pick("", "explicit "), name, other, n)
	}
	for _, t := range []string{"int", "double", "bool", "char", "short *"}[:g.Intn(4)] {
		if g.Intn(2) == 0 {
			fmt.Fprintf(&b, "%s__device__ operator %s() %s{ return %s; } ", g.pick("", "", "explicit "), t, g.pick("const ", "", "& ", "&& ", "const & "), map[bool]string{true: "nullptr", false: strconv.Itoa(n)}[t == "short *"])
			n += 7
		}
	}
	if g.Intn(4) == 0 {
		fmt.Fprintf(&b, "template <class T> __device__ operator T() const { return T(%d); } ", n)
	}
	member := g.pick("const ", "const & ", "& ")
	fmt.Fprintf(&b, "__device__ int m() %s{ return 1; } ", member)
	if member != "const " && g.Intn(2) == 0 {
		b.WriteString("__device__ int m() && { return 2; } ")
	}
	b.WriteString("};\n")
	return b.String()
}

// functions are overloads of f, which return numbers of their own.
func (g *overloadGen) functions(classes []string) string {
	var b strings.Builder
	types := append([]string{"int", "double", "bool", "long", "unsigned", "E", "S"}, classes...)
	seen := map[string]bool{}
	for i := range 2 + g.Intn(4) {
		t := g.pick(types...)
		form := g.pick("%s x", "const %s &x", "%s &x", "%s &&x", "const %s &&x")
		head := ""
		if g.Intn(4) == 0 {
			head, t = g.pick("template <class T> ", "template <class T, class U = int> "), "T"
			form = g.pick(form, "T &&x", "const T *x", "T x, int = 3")
		}
		if strings.Contains(form, "%s") {
			form = fmt.Sprintf(form, t)
		}
		if key := head + form; !seen[key] {
			seen[key] = true
			fmt.Fprintf(&b, "%s__device__ %sint f(%s) { return %d; }\n", head, g.pick("", "constexpr "), form, 100+i)
		}
	}
	return b.String()
}

// snippet is declarations, and calls in terms of a, an object, and c, the same as a const one.
func (g *overloadGen) snippet() (declarations string, class string, calls []string) {
	a := g.class("A", "", "")
	b := g.class("B", "A", g.pick("", "A"))
	declarations = "enum E { e0, e1 }; enum class S : unsigned char { s0, s1 };\n" + a + b + g.functions([]string{"A", "B"})
	if g.Intn(3) == 0 {
		declarations += "namespace in { struct A { }; __device__ int f(long long) { return 90; } __device__ int f(in::A) { return 91; } }\nusing namespace in;\n"
		declarations = strings.ReplaceAll(declarations, "namespace in { struct A { };", "namespace in { struct Z { };")
		declarations = strings.ReplaceAll(declarations, "f(in::A)", "f(in::Z)")
	}
	for _, form := range []string{"f(a)", "f(c)", "f(static_cast<T &&>(a))", "f(static_cast<const T &&>(a))", "f(T(a))", "f(a.w)", "f(+a.w)", "f(static_cast<int>(a))", "f(static_cast<bool>(a))", "a.m()", "c.m()",
		"static_cast<T &&>(a).m()", "T(a).m()"} {
		if g.Intn(3) > 0 {
			calls = append(calls, form)
		}
	}
	return declarations, g.pick("A", "B", "B", "E", "S"), calls
}

// TestOverloadsAgainstCompiler looks at OVERLOADS_FUZZ snippets, from OVERLOADS_SEED on.
func TestOverloadsAgainstCompiler(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ is not installed")
	}
	count, _ := strconv.Atoi(os.Getenv("OVERLOADS_FUZZ"))
	seed, _ := strconv.ParseInt(os.Getenv("OVERLOADS_SEED"), 10, 64)
	if count == 0 {
		count = 60
	}
	g := &overloadGen{rand.New(rand.NewSource(seed + 1))}
	var gpp, mains strings.Builder
	gpp.WriteString("#include <cstdio>\n" + programHeaders + "#define __device__\n")
	type call struct{ declarations, class, text string }
	var all []call
	for i := range count {
		declarations, class, calls := g.snippet()
		n := strconv.Itoa(i)
		gpp.WriteString("namespace n" + n + " {\n" + declarations)
		for _, c := range calls {
			k := strconv.Itoa(len(all))
			all = append(all, call{declarations, class, c})
			// In a template a call that is not allowed is only that, if it depends on a parameter.
			for _, t := range []string{"int", "bool"} {
				c = strings.ReplaceAll(c, "static_cast<"+t+">", "static_cast<std::conditional_t<(sizeof(T) > 0), "+t+", T>>")
			}
			gpp.WriteString("template <class T> int v" + k + "(T &a, const T &c) { if constexpr (requires { " + c + "; }) return (int)" + c + "; else return -1; }\n")
			mains.WriteString("  { n" + n + "::" + class + " a{}; std::printf(\"%d\\n\", n" + n + "::v" + k + "(a, a)); }\n")
		}
		gpp.WriteString("}\n")
	}
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.cpp"), filepath.Join(dir, "p")
	require.NoError(t, os.WriteFile(src, []byte(gpp.String()+"int main() {\n"+mains.String()+"}\n"), 0o600))
	msg, err := exec.Command("g++", "-std=c++20", "-w", "-o", bin, src).CombinedOutput()
	require.NoError(t, err, firstLines(string(msg), 20))
	out, err := exec.Command(bin).Output()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(all))
	compared, refused := 0, 0
	for i, c := range all {
		if lines[i] == "-1" {
			continue
		}
		text := programHeaders + "namespace n {\n" + c.declarations + "typedef " + c.class + " T;\n__device__ int v(T &a, const T &c) { return (int)" + c.text + "; }\n}\n" +
			"__global__ void k(long long *out) { n::" + c.class + " a{}; out[0] = n::v(a, a); }\n"
		res := source.Preprocess("kernel.cu", []byte(text), source.Options{Library: true})
		file, diags := cuda.Parse(res.Tokens)
		diags.Merge(res.Diags)
		require.Empty(t, diags.String(), text)
		names := NamesOf(file)
		k, diags := names.Lower(context.Background(), names.Kernels(context.Background(), nil)[0], block64())
		if k == nil {
			refused++
			if os.Getenv("OVERLOADS_REFUSED") != "" {
				t.Log(firstLines(diags.String(), 1), c.class, c.text, "\n", c.declarations)
			}
			continue
		}
		got, err := interpret(k)
		if err != nil {
			refused++
			continue
		}
		compared++
		assert.Equal(t, lines[i], got[0], text)
	}
	t.Logf("%d calls agree or differ, %d are refused", compared, refused)
	assert.Greater(t, compared, refused)
}
