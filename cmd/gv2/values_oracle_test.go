package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// valueShim makes g++ take a kernel for a function that notes what the current thread touches.
const valueShim = `#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define __align__(n) __attribute__((aligned(n)))
static struct { unsigned x, y, z; } threadIdx, blockDim = {32, 1, 1}, gridDim = {1, 1, 1}, blockIdx;
static bool undefined, wraps, outside; // outside of any array
extern "C" {
#define HANDLER(name) void __ubsan_handle_##name() { undefined = true; }
HANDLER(add_overflow) HANDLER(sub_overflow) HANDLER(mul_overflow) HANDLER(negate_overflow) HANDLER(divrem_overflow)
HANDLER(shift_out_of_bounds) HANDLER(float_cast_overflow) HANDLER(load_invalid_value)
}
struct Access { char *lo; long size; int thread; bool write; };
static std::vector<Access> accesses;
static char *memory, *middle;
static const long half = 1 << 22;
static void note(long long at, int size, bool write) {
  if (at < -(1ll << 40) || at >= 1ll << 40) outside = true;
  accesses.push_back({(char *)(1ll << 50) + at * 4, size, (int)threadIdx.x, write});
}
#define WRITE(at) note((long long)(at), 4, true)
#define READ(at) note((long long)(at), 4, false)
#define STORE(what) do { auto *p_ = &(what); accesses.push_back({(char *)p_, sizeof(*p_), (int)threadIdx.x, true}); } while (0)
template <class T> void compare(T t, __int128 exact) { if (T(-1) > T(0) && (__int128)t != exact) wraps = true; }
#define OPERATION(NAME, op) template <class A, class B> auto NAME(A a, B b) { auto r = a op b; compare(r, (__int128)(decltype(r))a op (__int128)(decltype(r))b); return r; }
OPERATION(ADD, +) OPERATION(MUL, *)
// A difference of unsigned numbers is exact in gv2's models, also below zero.
template <class A, class B> auto SUB(A a, B b) { return a - b; }
template <class A, class B> auto SHL(A a, B b) { auto r = a << b; if (b >= 0 && b < 32) compare(r, (__int128)(decltype(r))a << (int)b); return r; }
static bool meets() {
  std::sort(accesses.begin(), accesses.end(), [](const Access &a, const Access &b) { return a.lo < b.lo; });
  for (size_t i = 0; i < accesses.size(); i++)
    for (size_t j = i + 1; j < accesses.size() && accesses[j].lo < accesses[i].lo + accesses[i].size; j++)
      if (accesses[i].thread != accesses[j].thread && (accesses[i].write || accesses[j].write)) return true;
  return false;
}
template <class F> void sample(int kernel, const char *what, bool holds, F f) {
  undefined = wraps = outside = false;
  accesses.clear();
  for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) f();
  if (outside || undefined) return;
  bool m = meets();
  printf("%d %s %d %d %d\n", kernel, what, holds, wraps, m);
}
`

// valueReport is what is read of the report on a kernel.
type valueReport struct {
	Kernel      string         `json:"kernel"`
	Verdict     string         `json:"verdict"`
	Condition   string         `json:"condition"`
	Assumptions []string       `json:"assumptions"`
	Findings    []valueFinding `json:"findings"`
}

type valueFinding struct {
	Severity string            `json:"severity"`
	Values   map[string]string `json:"values"`
	Message  string            `json:"message"`
}

// valueSamples bounds the values of parameters that are tried for a kernel.
const valueSamples = 400

// valuesToTry are some values of a parameter.
func valuesToTry(r *rand.Rand, p valueParam) []int64 {
	if p.bounded() {
		var out []int64
		for x := p.lo; x <= p.hi; x++ {
			out = append(out, x)
		}
		return out
	}
	out := []int64{0, 1, 2, 3, 5, 8, 16, 31, 32, 33, 63, 64, 100, 127, 128, 129, 255, 256, 257, 1000, 32767, 32768, 65535, 65536, 1 << 20}
	if p.typ == "bool" {
		return []int64{0, 1}
	}
	if !strings.HasPrefix(p.typ, "unsigned") && p.typ != "size_t" {
		out = append(out, -1, -2, -3, -8, -31, -32, -33, -128, -129, -1000, -32768, -65536)
	}
	limits := map[string][2]int64{"signed char": {-128, 127}, "unsigned char": {0, 255}, "short": {-32768, 32767}}
	if l, narrow := limits[p.typ]; narrow {
		out = slices.DeleteFunc(out, func(x int64) bool { return x < l[0] || x > l[1] })
	}
	for range 10 {
		out = append(out, int64(r.Intn(100)))
	}
	return out
}

// valueTruth is what g++ says of a kernel.
type valueTruth struct {
	// samples in which no sum wraps, and all of them; in how many of each two threads meet; and with the condition.
	plain, all, plainMeet, allMeet, plainIf, allIf, plainIfMeet, allIfMeet int
	// witness are the samples of the witnesses, witnessMeet those where threads meet.
	witness, witnessMeet int
}

// execute asks g++ for the truth about kernels.
func execute(t *testing.T, r *rand.Rand, kernels []*valueKernel, reports []valueReport) []valueTruth {
	var b strings.Builder
	b.WriteString(valueShim)
	for n, k := range kernels {
		fmt.Fprintf(&b, "namespace n%d {\n%s", n, k.before)
		var params, args []string
		for _, p := range k.params {
			params, args = append(params, p.typ+" "+p.name), append(args, p.name)
		}
		local := ""
		if k.class != "" {
			local = fmt.Sprintf("  %s *s = (%s *)middle;\n", k.class, k.class)
		}
		fmt.Fprintf(&b, "void run(%s) {\n%s%s}\n", strings.Join(params, ", "), local, k.body.host)
		condition := reports[n].Condition
		if condition == "" {
			condition = "true"
		}
		fmt.Fprintf(&b, "bool holds(%s) { return %s; }\n", strings.Join(params, ", "), condition)
		call := strings.Join(args, ", ")
		b.WriteString("void all() {\n")
		product := 1
		values := make([][]int64, len(k.params))
		for i, p := range k.params {
			values[i] = valuesToTry(r, p)
			product *= len(values[i])
		}
		var rows []string
		for s := range min(product, valueSamples) {
			row, rest := "{", s
			if product > valueSamples {
				rest = r.Intn(product)
			}
			for _, list := range values {
				row += strconv.FormatInt(list[rest%len(list)], 10) + "LL, "
				rest /= len(list)
			}
			rows = append(rows, row+"0}")
		}
		fmt.Fprintf(&b, "static const long long rows[][%d] = {%s};\n", len(k.params)+1, strings.Join(rows, ", "))
		b.WriteString("for (auto &row : rows) {\n")
		for i, p := range k.params {
			fmt.Fprintf(&b, "%s %s = (%s)row[%d];\n", p.typ, p.name, p.typ, i)
		}
		fmt.Fprintf(&b, "sample(%d, \"sample\", holds(%s), [&] { run(%s); });\n}\n", n, call, call)
		for _, f := range reports[n].Findings {
			if f.Severity != "error" && f.Severity != "outside" {
				continue
			}
			b.WriteString("{\n")
			for _, p := range k.params {
				x := f.Values[p.name]
				if x == "" {
					x = strconv.FormatInt(max(1, p.lo), 10)
				}
				if len(x) > 10 {
					x += "u"
				}
				fmt.Fprintf(&b, "%s %s = (%s)%s;\n", p.typ, p.name, p.typ, x)
			}
			fmt.Fprintf(&b, "sample(%d, \"witness\", true, [&] { run(%s); });\n}\n", n, call)
		}
		b.WriteString("}\n}\n")
	}
	b.WriteString("int main() {\n  memory = (char *)malloc(2 * half); middle = (char *)(((uintptr_t)memory + half) & ~(uintptr_t)255);\n")
	for n := range kernels {
		fmt.Fprintf(&b, "  n%d::all();\n", n)
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	source, object, binary := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a")
	if keep := os.Getenv("VALUES_KEEP"); keep != "" {
		require.NoError(t, os.WriteFile(keep, []byte(b.String()), 0o600))
	}
	require.NoError(t, os.WriteFile(source, []byte(b.String()), 0o600))
	msg, err := exec.Command("g++", "-std=c++17", "-O0", "-w", "-fpermissive", "-fwrapv", "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow", "-c", "-o", object, source).CombinedOutput()
	require.NoError(t, err, "%s", msg)
	msg, err = exec.Command("g++", "-o", binary, object).CombinedOutput()
	require.NoError(t, err, "%s", msg)
	printed, err := exec.Command(binary).Output()
	require.NoError(t, err)
	out := make([]valueTruth, len(kernels))
	for l := range strings.SplitSeq(strings.TrimSpace(string(printed)), "\n") {
		var n, holds, wraps, meets int
		var what string
		if l == "" {
			continue
		}
		_, err := fmt.Sscan(l, &n, &what, &holds, &wraps, &meets)
		require.NoError(t, err, l)
		x := &out[n]
		if what == "witness" {
			x.witness++
			x.witnessMeet += meets
			continue
		}
		x.all++
		x.allMeet += meets
		x.allIf += holds
		x.allIfMeet += holds * meets
		if wraps == 0 {
			x.plain++
			x.plainMeet += meets
			x.plainIf += holds
			x.plainIfMeet += holds * meets
		}
	}
	return out
}

// TestVerdictsOnValues: random kernels in which conversions, layouts and parameters decide. Their verdicts are held against what g++ makes
// of them: what is proved, under its condition, has no two threads meet for any of the values that are tried, and the values with
// which a fault is shown make them meet. VALUES_FUZZ is the number of kernels, VALUES_SEED chooses others.
func TestVerdictsOnValues(t *testing.T) {
	count, seed := 24, int64(1)
	if n, err := strconv.Atoi(os.Getenv("VALUES_FUZZ")); err == nil {
		count = n
	}
	if n, err := strconv.ParseInt(os.Getenv("VALUES_SEED"), 10, 64); err == nil {
		seed = n
	}
	const batch = 40
	verdicts := map[string]int{}
	for ; count > 0; count, seed = count-batch, seed+1 {
		r := rand.New(rand.NewSource(seed))
		m := &valueMaker{r: r}
		var kernels []*valueKernel
		text := ""
		for n := range min(count, batch) {
			kernels = append(kernels, m.kernel(n))
			text += kernels[n].text(n)
		}
		file := filepath.Join(t.TempDir(), "k.cu")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, out, stderr := gv2("", "verify", "--format", "json", "--effort", "300000", "--block-dim", "32", "--grid-dim", "1", file)
		var doc struct {
			Results []valueReport `json:"results"`
		}
		require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
		reports := make([]valueReport, len(kernels))
		for _, report := range doc.Results {
			n, err := strconv.Atoi(strings.TrimPrefix(report.Kernel, "k"))
			require.NoError(t, err)
			if strings.Contains(report.Condition, "__") || strings.Contains(report.Condition, "==>") {
				report.Condition, report.Verdict = "", "not judged"
			}
			reports[n] = report
		}
		for n, x := range execute(t, r, kernels, reports) {
			report := reports[n]
			verdicts[report.Verdict]++
			meet := x.allMeet
			ifMeet := x.allIfMeet
			if slices.ContainsFunc(report.Assumptions, func(a string) bool { return strings.Contains(a, "do not wrap") }) {
				meet, ifMeet = x.plainMeet, x.plainIfMeet
			}
			text := fmt.Sprintf("seed %d, k%d: %s %s %v\n%s", seed, n, report.Verdict, report.Condition, report.Findings, kernels[n].text(n))
			if slices.ContainsFunc(report.Findings, func(f valueFinding) bool { return f.Severity == "benign" }) {
				report.Verdict = "benign"
			}
			switch report.Verdict {
			case "proved":
				assert.Zero(t, meet, text)
			case "conditional":
				assert.Zero(t, ifMeet, text)
				assert.Equal(t, x.witness, x.witnessMeet, text)
				assert.Positive(t, x.witness, text)
			case "refuted":
				assert.Positive(t, x.witnessMeet, text)
			default:
				verdicts["undecided"]++
			}
			if x.all == 0 {
				verdicts["no sample"]++
			}
		}
	}
	t.Log(verdicts)
}
