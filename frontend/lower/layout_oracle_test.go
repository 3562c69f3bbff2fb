package lower

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/source"
)

// Declarations and constant expressions made at random, against g++, whose layout nvcc
// follows. CONSTANTS_FUZZ is the number of files, CONSTANTS_SEED the first; without them a
// fixed share is looked at.

// share is the number of files that make test looks at.
const share = 100

// files are the seeds to look at.
func oracleSeeds(t *testing.T) (first int64, count int) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++ to compare with")
	}
	count, _ = strconv.Atoi(os.Getenv("CONSTANTS_FUZZ"))
	if count == 0 {
		return 1, share
	}
	first, _ = strconv.ParseInt(os.Getenv("CONSTANTS_SEED"), 10, 64)
	return first, count
}

// gppRun is what a program built by g++ prints, in lines.
func gppRun(t *testing.T, text string) []string {
	t.Helper()
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(src, []byte(text), 0o600))
	msg, err := exec.Command("g++", "-std=c++17", "-O0", "-w", "-fwrapv", "-fno-access-control", "-o", bin, src).CombinedOutput()
	if err != nil {
		kept := filepath.Join(os.TempDir(), "gv2-oracle.cpp")
		_ = os.WriteFile(kept, []byte(text), 0o600)
		require.NoError(t, err, "%s\n%s", kept, firstLines(string(msg), 20))
	}
	out, err := exec.Command(bin).Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimRight(string(out), "\n"), "\n")
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(s, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// evaluator evaluates what stands at file level.
type evaluator struct {
	l     *lowerer
	decls map[string]*cuda.VarDecl
}

func newEvaluator(t *testing.T, text string) *evaluator {
	res := source.Preprocess("kernel.cu", []byte(text), source.Options{Library: true})
	file, diags := cuda.Parse(res.Tokens)
	require.Empty(t, diags.String(), text)
	require.Empty(t, res.Diags.String(), text)
	e := &evaluator{decls: map[string]*cuda.VarDecl{}}
	for _, d := range file.Decls {
		if v, ok := d.(*cuda.VarDecl); ok {
			e.decls[v.Name] = v
		}
	}
	fn := &cuda.FuncDecl{Name: "k"}
	e.l = newLowerer(context.Background(), newProgram(file), object.NewAnalysis(), fn, Options{SharedBytes: -1})
	e.l.frame = &frame{inst: e.l.an.Root, fn: fn, scope: bind.New(nil)}
	return e
}

// value is the value and the type of the initialiser of name; ok is false with a
// diagnostic.
func (e *evaluator) value(name string) (v object.Value, fault string) {
	e.l.diags = diag.List{}
	d := e.decls[name]
	if d == nil {
		return v, name + " is not read"
	}
	e.l.mem.Aside(func() { v = e.l.eval(d.Init) })
	if v.Bad() || v.Expr == nil {
		return v, firstLines(e.l.diags.String(), 1)
	}
	return v, ""
}

// record is the class of that name.
func (e *evaluator) record(name string) *ctype.Record {
	e.l.diags = diag.List{}
	t := e.l.resolve(&cuda.TypeExpr{Name: name})
	if !t.IsRecord() {
		return nil
	}
	return t.Rec
}

const layoutShim = `#include <cstdio>
#include <cstddef>
#include <cstring>
#define __device__
#define __align__(n) __attribute__((aligned(n)))
struct char2 { signed char x, y; } __align__(2); struct char3 { signed char x, y, z; };
struct uchar4 { unsigned char x, y, z, w; } __align__(4); struct short3 { short x, y, z; }; struct ushort4 { unsigned short x, y, z, w; } __align__(8);
struct int2 { int x, y; } __align__(8); struct int3 { int x, y, z; }; struct uint4 { unsigned x, y, z, w; } __align__(16);
struct float2 { float x, y; } __align__(8); struct float3 { float x, y, z; }; struct float4 { float x, y, z, w; } __align__(16);
struct long3 { long x, y, z; }; struct longlong2 { long long x, y; } __align__(16); struct double2 { double x, y; } __align__(16);
struct double4 { double x, y, z, w; } __align__(16); struct dim3 { unsigned x, y, z; dim3() = default; dim3(unsigned, unsigned); };
struct __half { unsigned short x; __half() = default; __half(float); } __align__(2);
struct __half2 { __half x, y; __half2() = default; __half2(float); } __align__(4);
static void bits(const unsigned char *p, size_t n) {
  int first = -1, count = 0;
  for (size_t i = 0; i < 8 * n; i++) if (p[i / 8] >> i % 8 & 1) { if (first < 0) first = i; count++; }
  printf("%d:%d ", first, count);
}
alignas(4096) static unsigned char buf[1 << 20];
`

// query is a number of which g++ knows the value.
type query struct {
	gpp   string // a statement that prints it and a blank
	name  string // of the constant that holds it for gv2, or empty
	class string // whose base or bit-field it is otherwise
	base  string
	field string
}

// layoutFile is the declarations of a file and what to ask about them.
type layoutFile struct {
	r       *rand.Rand
	b       strings.Builder
	ns      string
	types   []string // usable as members
	bases   []string // usable as bases
	within  map[string][]string
	members map[string][]member
	queries []query
	serial  int
}

// member is a member of a class that a query can name.
type member struct {
	name string
	bits bool
}

func newLayoutFile(seed int64, ns string) *layoutFile {
	f := &layoutFile{r: rand.New(rand.NewSource(seed)), ns: ns, within: map[string][]string{}, members: map[string][]member{}}
	for i := range 2 + f.r.Intn(6) {
		f.declare("S" + strconv.Itoa(i))
	}
	return f
}

func (f *layoutFile) chance(n int) bool { return f.r.Intn(n) == 0 }

func pick[T any](r *rand.Rand, list ...T) T { return list[r.Intn(len(list))] }

func (f *layoutFile) next(prefix string) string {
	f.serial++
	return prefix + strconv.Itoa(f.serial)
}

var memberTypes = []string{
	"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long long",
	"float", "double", "char *", "int *", "wchar_t", "char16_t", "char2", "char3", "uchar4", "short3", "ushort4", "int2", "int3",
	"uint4", "float2", "float3", "float4", "long3", "longlong2", "double2", "double4", "size_t",
}

func (f *layoutFile) memberType() string {
	if len(f.types) > 0 && f.chance(3) {
		return pick(f.r, f.types...)
	}
	if f.chance(12) { // which have constructors
		return pick(f.r, "dim3", "__half", "__half2")
	}
	return pick(f.r, memberTypes...)
}

func (f *layoutFile) align() string {
	return fmt.Sprintf(pick(f.r, "__align__(%d)", "__attribute__((aligned(%d)))", "[[gnu::aligned(%d)]]"), 1<<f.r.Intn(6))
}

// declare adds an enumeration or a class, and the queries about it.
func (f *layoutFile) declare(name string) {
	if f.chance(8) {
		f.enum(name)
		return
	}
	f.class(name)
}

func (f *layoutFile) enum(name string) {
	head := "enum " + pick(f.r, "", "", "__attribute__((packed)) ", "class ") + name
	head += pick(f.r, "", "", " : short", " : unsigned char", " : long long")
	value := pick(f.r, "1", "-1", "200", "0x7fffffff", "0x80000000u", "-5, b"+name+" = 3000000000u", "0x100000000", "0xffffffffffffffffu")
	if strings.Contains(head, ":") || strings.Contains(head, "class") {
		value = "7"
	}
	fmt.Fprintf(&f.b, "%s { a%s = %s };\n", head, name, value)
	f.types = append(f.types, name)
	f.ask(name)
}

func (f *layoutFile) ask(name string) {
	f.constant("sizeof(%s)", name)
	f.constant("alignof(%s)", name)
}

// constant asks for an expression about a type.
func (f *layoutFile) constant(format, name string, args ...any) {
	q := query{name: f.next("q")}
	args = append([]any{name}, args...)
	fmt.Fprintf(&f.b, "static const unsigned long %s = "+format+";\n", append([]any{q.name}, args...)...)
	args[0] = f.ns + "::" + name
	q.gpp = fmt.Sprintf(`printf("%%lu ", (unsigned long)(`+format+`));`, args...)
	f.queries = append(f.queries, q)
}

func (f *layoutFile) class(name string) {
	kind := pick(f.r, "struct", "struct", "struct", "class", "union")
	head, tail := kind, ""
	if f.chance(8) {
		head += " " + pick(f.r, "__attribute__((packed))", "__attribute__((__packed__))")
	} else if f.chance(8) {
		tail = " __attribute__((packed))"
	}
	if f.chance(8) {
		head += " " + strings.NewReplacer("[[gnu::", "__attribute__((", "]]", "))").Replace(f.align())
	}
	pack := ""
	if f.chance(8) {
		pack = pick(f.r, "#pragma pack(push, %d)\n", "#pragma pack(%d)\n")
		fmt.Fprintf(&f.b, pack, pick(f.r, 1, 2, 4, 8))
	}
	template := f.chance(12) && kind != "union"
	if template {
		f.b.WriteString("template <class T> ")
	}
	f.b.WriteString(head + " " + name)
	bases := f.basesOf(kind)
	for i, b := range bases {
		f.b.WriteString(map[bool]string{true: " : public ", false: ", public "}[i == 0] + b)
	}
	f.b.WriteString(" {\n")
	if kind == "class" && f.chance(2) {
		f.b.WriteString("public:\n")
	}
	var own []member
	for range f.r.Intn(6) {
		if f.chance(15) {
			f.b.WriteString(pick(f.r, "private:\n", "public:\n", "protected:\n"))
		}
		own = append(own, f.member(kind, template)...)
	}
	switch f.r.Intn(8) {
	case 0:
		fmt.Fprintf(&f.b, "  __device__ %s();\n", name)
	case 1:
		fmt.Fprintf(&f.b, "  __device__ %s &operator=(const %s &) { return *this; }\n", name, name)
	case 3:
		fmt.Fprintf(&f.b, "  __device__ %s() = default;\n", name)
	case 2:
		f.b.WriteString("  __device__ int method() { return 1; }\n  static const int fixed = 3;\n")
	}
	f.b.WriteString("}" + tail + ";\n")
	if strings.Contains(pack, "push") {
		f.b.WriteString("#pragma pack(pop)\n")
	} else if pack != "" {
		f.b.WriteString("#pragma pack()\n")
	}
	if template {
		alias := "A" + name
		fmt.Fprintf(&f.b, "typedef %s<%s> %s;\n", name, pick(f.r, memberTypes...), alias)
		name = alias
	}
	f.known(name, kind, bases, own)
}

// basesOf are some classes without a base in common.
func (f *layoutFile) basesOf(kind string) []string {
	if kind == "union" || len(f.bases) == 0 || !f.chance(3) {
		return nil
	}
	var out, seen []string
	for range 1 + f.r.Intn(3) {
		b := pick(f.r, f.bases...)
		all := append([]string{b}, f.within[b]...)
		if slices.ContainsFunc(all, func(s string) bool { return slices.Contains(seen, s) }) {
			continue
		}
		seen = append(seen, all...)
		out = append(out, b)
	}
	return out
}

// member writes one member.
func (f *layoutFile) member(kind string, template bool) []member {
	name := f.next("m")
	switch n := f.r.Intn(20); {
	case n < 3:
		t := pick(f.r, "int", "unsigned", "unsigned char", "short", "long", "bool", "unsigned long long", "signed char")
		width := 1 + f.r.Intn(map[string]int{"bool": 1, "unsigned char": 8, "signed char": 8, "short": 16, "int": 32, "unsigned": 32}[t]+boolInt(t == "long" || t == "unsigned long long")*64)
		fmt.Fprintf(&f.b, "  %s %s : %d;\n", t, name, width)
		return []member{{name, true}}
	case n == 3:
		fmt.Fprintf(&f.b, "  %s : %d;\n", pick(f.r, "int", "char", "short", "long"), f.r.Intn(4))
		return nil
	case n == 4 && kind != "union":
		inner := f.next("m")
		fmt.Fprintf(&f.b, "  %s { %s %s; %s %s; };\n", pick(f.r, "union", "struct"), pick(f.r, memberTypes...), name, pick(f.r, memberTypes...), inner)
		return []member{{name, false}, {inner, false}}
	}
	t := f.memberType()
	if template && f.chance(2) {
		t = "T"
	}
	before, after := "", ""
	switch f.r.Intn(12) {
	case 0:
		before = f.align() + " "
		if !strings.HasPrefix(before, "[[") && f.chance(2) {
			before, after = "", " "+strings.TrimSpace(before)
		}
	case 1:
		if !template {
			after = " __attribute__((packed))"
		}
	case 2:
		before = "[[no_unique_address]] "
	case 3:
		if !strings.HasSuffix(t, "*") {
			after = "[" + strconv.Itoa(1+f.r.Intn(4)) + "]"
		}
	}
	if kind != "union" && f.chance(14) {
		after += " = {}"
	}
	fmt.Fprintf(&f.b, "  %s%s %s%s;\n", before, t, name, after)
	return []member{{name, false}}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// known enters a class that is complete, and asks about it.
func (f *layoutFile) known(name, kind string, bases []string, own []member) {
	for _, b := range bases {
		f.within[name] = append(f.within[name], append([]string{b}, f.within[b]...)...)
		own = append(own, f.members[b]...)
	}
	f.members[name] = own
	f.types = append(f.types, name)
	if kind != "union" {
		f.bases = append(f.bases, name)
	}
	f.ask(name)
	for _, m := range own {
		if !m.bits {
			f.constant("offsetof(%s, %s)", name, m.name)
			continue
		}
		f.queries = append(f.queries, query{class: name, field: m.name,
			gpp: fmt.Sprintf("memset(buf, 0, sizeof(%[1]s::%[2]s)); ((%[1]s::%[2]s *)buf)->%[3]s = -1; bits(buf, sizeof(%[1]s::%[2]s));", f.ns, name, m.name)})
	}
	for _, b := range f.within[name] {
		f.queries = append(f.queries, query{class: name, base: b,
			gpp: fmt.Sprintf(`printf("%%lu ", (unsigned long)((char *)(%[1]s::%[3]s *)(%[1]s::%[2]s *)buf - (char *)buf));`, f.ns, name, b)})
	}
}

// answer is what gv2 says to q.
func (q query) answer(e *evaluator) (value, fault string) {
	if q.name != "" {
		v, fault := e.value(q.name)
		if fault != "" {
			return "", fault
		}
		return constantText(v), ""
	}
	r := e.record(q.class)
	if r == nil {
		return "", firstLines(e.l.diags.String(), 1)
	}
	if q.base != "" {
		b := e.record(q.base)
		off, ok := r.BaseOffset(b)
		if !ok {
			return "", "no base " + q.base
		}
		return strconv.FormatInt(off, 10), ""
	}
	b := r.Fields[r.Index[q.field]].Bits
	return fmt.Sprintf("%d:%d", b.Start*8+b.Shift, b.Width), ""
}

// TestLayoutByCompiler compares sizes, alignments and offsets of random classes.
func TestLayoutByCompiler(t *testing.T) {
	seed, count := oracleSeeds(t)
	const batch = 150
	compared, unsupported := 0, 0
	for ; count > 0; count -= batch {
		var files []*layoutFile
		var b strings.Builder
		b.WriteString(layoutShim)
		for i := range min(count, batch) {
			f := newLayoutFile(seed+int64(i), "n"+strconv.Itoa(i))
			files = append(files, f)
			fmt.Fprintf(&b, "namespace %s {\n%s}\n", f.ns, f.b.String())
		}
		for i, f := range files {
			fmt.Fprintf(&b, "static void f%d() {\n", i)
			for _, q := range f.queries {
				b.WriteString(q.gpp + "\n")
			}
			b.WriteString("puts(\"\");\n}\n")
		}
		b.WriteString("int main() {\n")
		for i := range files {
			fmt.Fprintf(&b, "f%d();\n", i)
		}
		b.WriteString("}\n")
		lines := gppRun(t, b.String())
		require.Len(t, lines, len(files))
		for i, f := range files {
			want := strings.Fields(lines[i])
			require.Len(t, want, len(f.queries))
			e := newEvaluator(t, f.b.String())
			for j, q := range f.queries {
				got, fault := q.answer(e)
				if fault != "" {
					if unsupported++; os.Getenv("CONSTANTS_FAULTS") != "" {
						t.Logf("seed %d: %s", seed+int64(i), fault)
					}
					continue
				}
				if compared++; got != want[j] {
					t.Errorf("seed %d: %s is %s, not %s\n%s", seed+int64(i), q.gpp, got, want[j], f.b.String())
					break
				}
			}
		}
		seed += int64(len(files))
	}
	t.Logf("%d numbers compared, %d not supported", compared, unsupported)
	require.Less(t, unsupported*20, compared, "too much is not supported")
}

// constantText is a constant as C prints it, with %lu if its type is unsigned.
func constantText(v object.Value) string {
	switch c := v.Expr.(type) {
	case *kernel.Const:
		if !c.T.Signed && c.T.Kind == kernel.Int {
			return strconv.FormatUint(uint64(c.Val), 10)
		}
		return strconv.FormatInt(c.Val, 10)
	case *kernel.FloatConst:
		return c.Text
	}
	return "no constant"
}
