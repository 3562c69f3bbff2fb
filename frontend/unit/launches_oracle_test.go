package unit

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// Host programs made at random are built by g++ and executed, with kernels that print with what they are launched. What
// gv2 takes from the launches of such a program for each of its kernels (sizes, values, relations, instances, pointers that
// are apart, first values of variables) has to hold at every launch that happened. LAUNCHES_FUZZ is the number of programs, LAUNCHES_SEED
// the first one; without them a fixed share is looked at.

const (
	launchShare = 20
	launchBatch = 20
	// blocksTried bounds the sizes of blocks with which a program is loaded.
	blocksTried = 4
)

// launchRuntime is what the programs need, for g++. Memory of the device lies in pieces of its own addresses, which nothing reads.
const launchRuntime = `
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
#define __global__
#define __device__
#define __managed__
static long next_;
static float *memory_() { return (float *)((1l << 40) + (++next_ << 16)); }
template <class T> static int cudaMalloc(T **p, size_t) { *p = (T *)memory_(); return 0; }
static int cudaMallocManaged(float **p, size_t) { return cudaMalloc(p, 0); }
enum cudaMemcpyKind { cudaMemcpyHostToHost };
static int cudaMemcpy(void *d, const void *s, size_t n, cudaMemcpyKind) { memcpy(d, s, n); return 0; }
template <class T> static int cudaMemcpyToSymbol(T &d, const void *s, size_t n) { memcpy(&d, s, n); return 0; }
template <class T> static int cudaGetSymbolAddress(void **p, T &d) { *p = &d; return 0; }
static dim3 grid_, block_;
static size_t bytes_;
static int line_;
static int seen_;
static void launch_(int line, dim3 g, dim3 b, size_t n = 0, int = 0) { line_ = line; grid_ = g; block_ = b; bytes_ = n; }
static void happened_(int k, int line, std::string inst, const void *a, const void *b, long long n, long long m, int d, int e) {
  if (seen_++ > 300) return;
  std::printf("%d|%d|%d|%s|%u|%u|%u|%u|%u|%u|%zu|%ld|%ld|%lld|%lld|%d|%d\n", k, line_, line, inst.c_str(), grid_.x, grid_.y, grid_.z, block_.x, block_.y, block_.z, bytes_, (long)a, (long)b, n, m, d, e);
  std::fflush(stdout);
}
template <class T> std::string named() { return "?"; }
template <> std::string named<int>() { return "int"; }
template <> std::string named<unsigned>() { return "unsigned int"; }
template <> std::string named<long>() { return "long"; }
template <> std::string named<unsigned long>() { return "unsigned long"; }
template <> std::string named<long long>() { return "long long"; }
template <> std::string named<unsigned long long>() { return "unsigned long long"; }
template <> std::string named<short>() { return "short"; }
template <> std::string named<unsigned short>() { return "unsigned short"; }
template <> std::string named<char>() { return "char"; }
template <> std::string named<signed char>() { return "signed char"; }
template <> std::string named<unsigned char>() { return "unsigned char"; }
template <> std::string named<bool>() { return "bool"; }
template <> std::string named<float>() { return "float"; }
template <> std::string named<double>() { return "double"; }
static std::string named(int w) { return std::to_string(w); }
static void run_(void (*f)(float *, float *, int)) {
  for (int argc : {1, 32, 33, 64, 100}) {
    std::fflush(stdout);
    int child = fork();
    if (!child) { alarm(5); try { f(memory_(), memory_(), argc); } catch (...) { } std::fflush(stdout); _exit(0); }
    int status; waitpid(child, &status, 0);
  }
}
`

const launchHeaders = "#include <algorithm>\n#include <array>\n#include <cstdint>\n#include <cstring>\n#include <functional>\n#include <map>\n#include <memory>\n#include <optional>\n#include <thread>\n#include <tuple>\n#include <utility>\n#include <vector>\n#include <cuda_runtime.h>\n" +
	"#define BODY(k, inst, ...) __VA_ARGS__\n"

// started is a launch that was executed.
type started struct {
	kernel, line, of int // the number of the kernel, the line of the launch and of the kernel
	instance         string
	grid, block      [3]int
	bytes            int64
	pointers         [2]int64
	args             [2]int64
	first            [2]int64 // the values of dg and dg2
}

func (s started) possible() bool {
	threads := s.block[0] * s.block[1] * s.block[2]
	for d := range s.grid {
		if s.block[d] < 1 || s.block[d] > kernel.MostBlockDim[d] || s.grid[d] < 1 || s.grid[d] > kernel.MostGridDim[d] {
			return false
		}
	}
	return threads <= kernel.MostThreads
}

// array is the piece of memory that a pointer leads into, 0 for others.
func array(p int64) int64 {
	if n := p >> 16; n > 1<<24 && n < 1<<25 {
		return n
	}
	return 0
}

func (s started) String() string {
	return fmt.Sprintf("k%d<%s> of line %d, launched in line %d with grid %v, block %v, %d bytes, pointers %#x %#x, n = %d, m = %d, dg = %d, dg2 = %d",
		s.kernel, s.instance, s.of, s.line, s.grid, s.block, s.bytes, s.pointers[0], s.pointers[1], s.args[0], s.args[1], s.first[0], s.first[1])
}

var (
	launchForm    = regexp.MustCompile(`(k\d+(?:<[^;{}]*?>)?|kernel|\bk)<<<(.*?)>>>\(`)
	constantTaken = regexp.MustCompile(`^(\w+) = (\S+) \[launch`)
	pointerTaken  = regexp.MustCompile(`^(\w+) is the pointer (.*) \[launch`)
	sharedTaken   = regexp.MustCompile(`with (\d+) bytes of dynamic shared memory`)
	sizeUnseen    = regexp.MustCompile(`^the launch in \S+?:(\d+):\d+ has blocks of this size, too`)
	notVerified   = regexp.MustCompile(`^the kernel is not launched with blocks|which gv2 does not verify`)
)

// taken is what a program's kernel is verified for.
type taken struct {
	*kernel.Kernel
	name string
	line int
}

// refutes says what of it a launch contradicts, empty for nothing.
func (c taken) refutes(s started) string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	unseen := false
	for _, a := range c.Assumptions {
		if m := sizeUnseen.FindStringSubmatch(a); m != nil && m[1] == strconv.Itoa(s.line) {
			unseen = true
		}
	}
	if !fitting(c.Launch.BlockDim, s.block) {
		if unseen || slices.ContainsFunc(c.Assumptions, notVerified.MatchString) {
			return ""
		}
		say("block %v", c.Launch.BlockDim)
	}
	if !fitting(c.Launch.GridDim, s.grid) {
		say("grid %v", c.Launch.GridDim)
	}
	values := map[string]int64{"n": s.args[0], "m": s.args[1]}
	for _, r := range c.Requires[:c.FromLaunch] {
		v, known := kernel.Fold(kernel.MapExpr(r, func(e kernel.Expr) kernel.Expr {
			switch e := e.(type) {
			case *kernel.VarRef:
				if n, is := values[e.Var.Name]; is {
					return kernel.NewConst(e.Var.T, n)
				}
			case *kernel.Builtin:
				if e.Kind == kernel.GridDim {
					return kernel.Unsigned(int64(s.grid[e.Dim]))
				}
				if e.Kind == kernel.BlockDim {
					return kernel.Unsigned(int64(s.block[e.Dim]))
				}
			}
			return e
		})).(*kernel.Const)
		if known && v.Val == 0 {
			say("requires %s", kernel.ExprString(r))
		}
	}
	apart := false
	for _, a := range c.Assumptions {
		if m := constantTaken.FindStringSubmatch(a); m != nil {
			n, err := strconv.ParseInt(m[2], 0, 64)
			if u, wide := strconv.ParseUint(m[2], 0, 64); err != nil && wide == nil {
				n, err = int64(u), nil
			}
			if err == nil && n != values[m[1]] {
				say("%s", a)
			}
		}
		if m := pointerTaken.FindStringSubmatch(a); m != nil && !strings.Contains(m[2], "_offset") {
			at := int64(0)
			if _, number, found := strings.Cut(m[2], " + "); found {
				at, _ = strconv.ParseInt(number, 10, 64)
			} else if _, number, found := strings.Cut(m[2], " - "); found {
				at, _ = strconv.ParseInt(number, 10, 64)
				at = -at
			}
			if m[1] == "a" {
				at = -at
			}
			if array(s.pointers[0]) != 0 && s.pointers[1] != s.pointers[0]+4*at {
				say("%s", a)
			}
		}
		if m := sharedTaken.FindStringSubmatch(a); m != nil && m[1] != strconv.FormatInt(s.bytes, 10) && !unseen {
			say("%s", a)
		}
		apart = apart || strings.HasSuffix(a, "do not alias")
	}
	if x, y := array(s.pointers[0]), array(s.pointers[1]); apart && len(c.Overlaps) == 0 && x != 0 && x == y {
		say("the pointers do not alias")
	}
	for _, a := range c.Arrays {
		if a.First != nil && a.Again == "" && (a.Label == "dg" || a.Label == "dg2") {
			if v := s.first[map[string]int{"dg": 0, "dg2": 1}[a.Label]]; len(a.First) > 0 && a.First[0].Val != v || len(a.First) == 0 && v != 0 {
				say("%s has %v at first", a.Label, a.First)
			}
		}
	}
	if c.Cooperative {
		say("it is cooperative")
	}
	return strings.Join(wrong, "; ")
}

func fitting(claimed, got [3]int) bool {
	for d, n := range claimed {
		if n != 0 && n != got[d] {
			return false
		}
	}
	return true
}

// takenFrom are the kernels of a program, and what is taken from its launches, where blocks of which nothing is known have a size.
func takenFrom(t *testing.T, text string, block [3]int) map[string][]taken {
	t.Helper()
	u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1, BlockDimDefault: &block})
	require.NoError(t, err)
	require.False(t, u.Diags.HasErrors(), "%v\n%s", u.Diags, text)
	out := map[string][]taken{}
	for i := range u.Kernels {
		whole := u.Kernels[i].Name()
		name, _, _ := strings.Cut(whole, "<")
		k, _, err := u.Lower(context.Background(), i)
		if err != nil || k == nil {
			out[name] = append(out[name], taken{line: -1}) // nothing is said of it
			continue
		}
		out[name] = append(out[name], taken{k, whole, k.Pos.Line})
	}
	return out
}

// plainTypes are the words for types that have several names.
var plainTypes = strings.NewReplacer("unsigned int", "unsigned", "size_t", "unsigned long", "uint8_t", "unsigned char", "int8_t", "signed char", "uint16_t", "unsigned short", "int16_t", "short",
	"uint32_t", "unsigned", "int32_t", "int", "uint64_t", "unsigned long", "int64_t", "long")

// wrongly is what is taken wrongly from a launch, empty for nothing.
func wrongly(cases []taken, s started) string {
	var why []string
	name := fmt.Sprintf("k%d", s.kernel)
	if s.instance != "" && s.instance != "special" && s.instance != "other" {
		name += "<" + s.instance + ">"
	}
	if len(cases) == 0 {
		return "the kernel is not looked at"
	}
	for _, c := range cases {
		if c.Kernel == nil {
			return "" // an error is told
		}
		if c.line != s.of {
			why = append(why, fmt.Sprintf("the kernel is that of line %d", c.line))
			continue
		}
		if slices.ContainsFunc(c.Assumptions, func(a string) bool { return strings.Contains(a, "as the file does not tell it") }) {
			return "" // it is told that the instance is none that is known
		}
		if s.instance != "special" && !strings.Contains(s.instance, "?") && plainTypes.Replace(c.name) != plainTypes.Replace(name) {
			why = append(why, fmt.Sprintf("the kernel is %s instead of %s", c.name, name))
			continue
		}
		wrong := c.refutes(s)
		if wrong == "" {
			return ""
		}
		why = append(why, wrong)
	}
	return strings.Join(why, "\n      or ")
}

// TestLaunchesAgainstExecution: what is taken from launches holds at those that happen.
func TestLaunchesAgainstExecution(t *testing.T) {
	_, err := exec.LookPath("g++")
	if os.Getenv("CI") != "" {
		require.NoError(t, err, "CI has what tests need")
	}
	if err != nil {
		t.Skip("there is no g++ to compare with")
	}
	count, _ := strconv.Atoi(os.Getenv("LAUNCHES_FUZZ"))
	first, _ := strconv.ParseUint(os.Getenv("LAUNCHES_SEED"), 10, 64)
	if count == 0 {
		first, count = 1, launchShare
	}
	launches, claims := 0, 0
	for at := 0; at < count; at += launchBatch {
		var texts []string
		for i := at; i < min(count, at+launchBatch); i++ {
			g := &launchGen{Rand: rand.New(rand.NewPCG(first+uint64(i), 11))}
			texts = append(texts, launchHeaders+g.program())
		}
		for n, runs := range startedBy(t, texts) {
			seed := first + uint64(at+n)
			var blocks [][3]int
			for _, s := range runs {
				if s.possible() && !slices.Contains(blocks, s.block) && len(blocks) < blocksTried {
					blocks = append(blocks, s.block)
				}
			}
			told := map[string]bool{}
			for _, b := range blocks {
				known := takenFrom(t, texts[n], b)
				for _, s := range runs {
					if !s.possible() || s.block != b {
						continue
					}
					launches++
					cases := known[fmt.Sprintf("k%d", s.kernel)]
					for _, c := range cases {
						if c.Kernel != nil {
							claims += len(c.Assumptions)
						}
					}
					if wrong := wrongly(cases, s); wrong != "" && !told[fmt.Sprint(s.kernel)] {
						told[fmt.Sprint(s.kernel)] = true
						kept := filepath.Join(os.TempDir(), fmt.Sprintf("gv2-launches-%d.cu", seed))
						_ = os.WriteFile(kept, []byte(texts[n]), 0o600)
						t.Errorf("seed %d (%s): %s\n   against: %s\n   %s", seed, kept, s, wrong, lineOf(texts[n], s.line))
					}
				}
			}
		}
	}
	t.Logf("%d launches, %d claims", launches, claims)
	require.Positive(t, launches)
}

func lineOf(text string, n int) string { return strings.Split(text, "\n")[n-1] }

// startedBy runs the programs and lists their launches.
func startedBy(t *testing.T, texts []string) [][]started {
	t.Helper()
	var b strings.Builder
	b.WriteString(launchRuntime)
	for n, text := range texts {
		b.WriteString(launchesForHost(n, text))
	}
	b.WriteString("int main() {\n")
	for n := range texts {
		fmt.Fprintf(&b, "std::printf(\"program %d\\n\"); run_(p%d::again);\n", n, n)
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(src, []byte(b.String()), 0o600))
	if msg, err := exec.Command("g++", "-std=c++17", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fpermissive", "-pthread", "-o", bin, src).CombinedOutput(); err != nil {
		kept := filepath.Join(os.TempDir(), "gv2-launches.cpp")
		_ = os.WriteFile(kept, []byte(b.String()), 0o600)
		require.NoError(t, err, "%s\n%.6000s", kept, msg)
	}
	printed, err := exec.Command(bin).Output()
	require.NoError(t, err)
	out := make([][]started, len(texts))
	at := -1
	lines := bufio.NewScanner(strings.NewReader(string(printed)))
	for lines.Scan() {
		l := lines.Text()
		if strings.HasPrefix(l, "program ") {
			at++
			continue
		}
		parts := strings.Split(l, "|")
		if len(parts) != 17 {
			continue
		}
		n := make([]int64, len(parts))
		for i, p := range parts {
			n[i], _ = strconv.ParseInt(p, 10, 64)
		}
		out[at] = append(out[at], started{kernel: int(n[0]), line: int(n[1]), of: int(n[2]), instance: parts[3], grid: [3]int{int(n[4]), int(n[5]), int(n[6])}, block: [3]int{int(n[7]), int(n[8]), int(n[9])},
			bytes: n[10], pointers: [2]int64{n[11], n[12]}, args: [2]int64{n[13], n[14]}, first: [2]int64{n[15], n[16]}})
	}
	return out
}

// launchesForHost is a program for g++.
func launchesForHost(n int, text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "#include") {
			l = ""
		}
		if strings.HasPrefix(l, "#define BODY") {
			l = "#define BODY(k, inst, ...) happened_(k, __LINE__, inst, a, b, n, m, dg, dg2);"
		}
		l = strings.ReplaceAll(l, "new float[64]", "memory_()")
		l = launchForm.ReplaceAllString(l, "launch_(__LINE__, $2), $1(")
		lines[i] = strings.ReplaceAll(l, "::g0", fmt.Sprintf("p%d::g0", n))
	}
	body := strings.Join(lines, "\n")
	return fmt.Sprintf("namespace p%d {\n#line 1 \"p%d\"\n%s\n}\n#undef BODY\n#undef MAX2\n#undef SWAP\n#undef TWICE\n#undef N0\n#undef COMMA\n#undef LAUNCH\n", n, n, body)
}
